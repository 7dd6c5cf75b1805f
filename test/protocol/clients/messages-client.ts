import { createClient } from 'graphql-sse';
import { SYSTEM_CLOCK } from '../../../packages/resumable-subscriptions/client/clock.ts';
import {
  followList,
  type ListOptions,
  type SubscriptionClient,
} from '../../../packages/resumable-subscriptions/client/index.ts';
import { recordOf } from '../../../packages/resumable-subscriptions/src/item.ts';
import type { RunningClient } from './judge.ts';

export interface Message {
  id: string;
  text: string;
}

const LIST = '{ messages(room: "lobby") { nodes { id text } streamCursor } }';
const STREAM = `subscription ($after: String) {
  said(room: "lobby", after: $after) { cursor gap { reason } message { id text } removedId }
}`;
const SIGNED_IN = { authorization: 'Bearer ana' };

const messageIn = (value: unknown): Message | null => {
  const { id, text } = recordOf(value);
  return typeof id === 'string' && typeof text === 'string' ? { id, text } : null;
};

async function readMessages(url: string): Promise<{ rows: Message[]; streamCursor: string | null }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...SIGNED_IN },
    body: JSON.stringify({ query: LIST }),
  });
  const { nodes, streamCursor } = recordOf(recordOf(recordOf(await response.json()).data).messages);
  if (!Array.isArray(nodes)) throw new Error('there is no list');
  return {
    rows: nodes.flatMap((node) => messageIn(node) ?? []),
    streamCursor: typeof streamCursor === 'string' ? streamCursor : null,
  };
}

/** `followList`, with other options where it is a mutant. */
export const messagesClient =
  (changes: (options: ListOptions<Message>, url: string) => Partial<ListOptions<Message>> = () => ({})) =>
  (url: string): RunningClient => {
    let messages: readonly Message[] | null = null;
    const options: ListOptions<Message> = {
      read: () => readMessages(url),
      subscription: { query: STREAM },
      idOf: ({ id }) => id,
      changeIn: ({ said }) => {
        const { message, removedId } = recordOf(said);
        if (typeof removedId === 'string') return { removed: removedId };
        const changed = messageIn(message);
        return changed && { changed };
      },
      onChange: (rows) => {
        messages = rows;
      },
      // Reconnects sooner.
      clock: {
        ...SYSTEM_CLOCK,
        after: (milliseconds, callback) => SYSTEM_CLOCK.after(milliseconds / 20, callback),
      },
    };
    const sse: SubscriptionClient = createClient({ url, headers: SIGNED_IN, retryAttempts: 0 });
    const stop = followList(sse, { ...options, ...changes(options, url) });
    return { messages: () => messages, stop };
  };
