import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { GraphQLError } from 'graphql';
import { Cursors } from './cursor.ts';
import type { Log } from './log.ts';
import { type Context, resolveItem, serve } from './server.ts';
import { cursorBefore, openStream } from './streams.ts';

const typeDefs = `
  directive @eventCursor on ARGUMENT_DEFINITION | FIELD_DEFINITION
  type Query { messages(room: ID!, last: Int! = 1000): MessageConnection! }
  type Mutation { say(room: ID!, text: String!): Boolean! }
  type Subscription {
    said(room: ID!, after: String @eventCursor): SaidEvent!
  }
  type SaidEvent {
    cursor: String! @eventCursor
    replayed: Boolean!
    gap: StreamGap
    message: Message
  }
  type Message { id: ID! text: String! }
  type MessageConnection { nodes: [Message!]! streamCursor: String @eventCursor }
  type StreamGap { reason: StreamGapReason! }
  enum StreamGapReason { TRIMMED LOG_REPLACED CURSOR_UNKNOWN UPSTREAM_INCOMPLETE }
`;

interface Message {
  id: string;
  text: string;
}

/** The messages of each room, the newest last: in place of a database. */
export class Messages {
  readonly #rooms = new Map<string, Message[]>();

  add(room: string, text: string): Message {
    const message = { id: randomUUID(), text };
    this.#rooms.set(room, [...(this.#rooms.get(room) ?? []), message]);
    return message;
  }

  newest(room: string, count: number): Message[] {
    return (this.#rooms.get(room) ?? []).slice(-count);
  }
}

/** Adds a message before its event, so that no list lacks what a stream has passed. */
export const say = async (messages: Messages, log: Log, room: string, text: string): Promise<void> =>
  log.append(room, messages.add(room, text));

/** Rooms of a chat, whose messages every signed-in caller may read. */
export function serveChat(log: Log, secret: string, messages = new Messages()): Server {
  const cursors = new Cursors(secret);
  const callerIn = ({ caller }: Context): string => {
    if (caller === null)
      throw new GraphQLError('Sign in.', { extensions: { code: 'UNAUTHENTICATED', retryable: false } });
    return caller;
  };
  const resolvers = {
    Query: {
      messages: async (_: unknown, { room, last }: { room: string; last: number }, context: Context) => {
        // Before the messages: what arrives meanwhile is in both.
        const streamCursor = await cursorBefore({ log, cursors, topic: room, caller: callerIn(context) });
        return { streamCursor, nodes: messages.newest(room, last) };
      },
    },
    Mutation: {
      say: async (_: unknown, { room, text }: { room: string; text: string }, context: Context) => {
        callerIn(context);
        await say(messages, log, room, text);
        return true;
      },
    },
    Subscription: {
      said: {
        subscribe: (_: unknown, { room, after }: { room: string; after?: string | null }, context: Context) =>
          openStream({ log, cursors, topic: room, caller: callerIn(context), after: context.after ?? after }),
        resolve: resolveItem,
      },
    },
    SaidEvent: { message: ({ event }: { event: unknown }) => event },
  };
  // Replace it by the check of a session or of a token's signature.
  const callerOf = (credential: unknown): string | null =>
    /^Bearer (\w+)$/.exec(typeof credential === 'string' ? credential : '')?.[1] ?? null;
  return serve(makeExecutableSchema({ typeDefs, resolvers }), callerOf);
}
