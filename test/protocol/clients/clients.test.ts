import { createClient } from 'graphql-sse';
import { describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../../packages/resumable-subscriptions/client/clock.ts';
import {
  followList,
  type ListOptions,
  type SubscriptionClient,
} from '../../../packages/resumable-subscriptions/client/index.ts';
import { recordOf } from '../../../packages/resumable-subscriptions/src/item.ts';
import { judge, type RunningClient } from './judge.ts';
import { SCENARIOS } from './scenarios.ts';

interface Message {
  id: string;
  text: string;
}

const LIST = '{ messages(room: "lobby") { nodes { id text } streamCursor } }';
const STREAM = `subscription ($after: String) {
  said(room: "lobby", after: $after) { cursor gap { reason } message { id text } }
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
const client =
  (changes: (options: ListOptions<Message>, url: string) => Partial<ListOptions<Message>> = () => ({})) =>
  (url: string): RunningClient => {
    let messages: readonly Message[] | null = null;
    const options: ListOptions<Message> = {
      read: () => readMessages(url),
      subscription: { query: STREAM },
      idOf: ({ id }) => id,
      changeIn: ({ said }) => {
        const added = messageIn(recordOf(said).message);
        return added && { added };
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

const failed = async (start: (url: string) => RunningClient): Promise<string[]> => {
  const reasons = await Promise.all(SCENARIOS.map((scenario) => judge(scenario, start, 1500)));
  return SCENARIOS.flatMap(({ rule }, index) => (reasons[index] === null ? [] : [rule]));
};

describe('a client of a list and its stream', () => {
  it.each(SCENARIOS)('$title ($rule)', async (scenario) => {
    expect(await judge(scenario, client())).toBe(null);
  });

  it('is found out if it ignores the cursor of the list', { tags: 'slow' }, async () => {
    const forgetful = client(({ read }) => ({
      read: async () => ({ ...(await read()), streamCursor: null }),
    }));
    expect(await failed(forgetful)).toContain('C16');
  });

  it('is found out if it joins without IDs', { tags: 'slow' }, async () => {
    let number = 0;
    expect(await failed(client(() => ({ idOf: () => String(number++) })))).toContain('C18');
  });

  it('is found out if it reads the list once', { tags: 'slow' }, async () => {
    const lazy = client(({ read }) => {
      let first: ReturnType<typeof read> | undefined;
      return {
        read: () => {
          first ??= read();
          return first;
        },
      };
    });
    expect(await failed(lazy)).toEqual(['C17', 'C19', 'C7, C19']);
  });

  it('is found out if it loses what arrives while it reads the list', { tags: 'slow' }, async () => {
    const deaf = client(({ read, changeIn }) => {
      let reading = 0;
      return {
        read: async () => {
          reading += 1;
          return read().finally(() => {
            reading -= 1;
          });
        },
        changeIn: (data) => (reading > 0 ? null : changeIn(data)),
      };
    });
    expect(await failed(deaf)).toEqual(['C17', 'C19']);
  });
});
