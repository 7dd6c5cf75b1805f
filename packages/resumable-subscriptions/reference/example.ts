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
  type Mutation {
    say(room: ID!, text: String!, id: ID): Boolean!
    remove(room: ID!, id: ID!): Boolean!
  }
  type Subscription {
    said(room: ID!, after: String @eventCursor): SaidEvent!
  }
  type SaidEvent {
    cursor: String! @eventCursor
    replayed: Boolean!
    gap: StreamGap
    message: Message
    removedId: ID
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
  readonly #rooms = new Map<string, Map<string, Message>>();

  /** Adds a message, or changes the one with its ID. */
  set(room: string, message: Message): void {
    this.#rooms.set(room, (this.#rooms.get(room) ?? new Map<string, Message>()).set(message.id, message));
  }

  delete(room: string, id: string): void {
    this.#rooms.get(room)?.delete(id);
  }

  newest(room: string, count: number): Message[] {
    return [...(this.#rooms.get(room)?.values() ?? [])].slice(-count);
  }
}

/** Stores a message before its event, so that no list lacks what a stream has passed. */
export function say(messages: Messages, log: Log, room: string, message: Message): Promise<void> {
  messages.set(room, message);
  return log.append(room, { message });
}

export function remove(messages: Messages, log: Log, room: string, removedId: string): Promise<void> {
  messages.delete(room, removedId);
  return log.append(room, { removedId });
}

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
      say: async (_: unknown, { room, ...message }: Message & { room: string }, context: Context) => {
        callerIn(context);
        await say(messages, log, room, { ...message, id: message.id ?? randomUUID() });
        return true;
      },
      remove: async (_: unknown, { room, id }: { room: string; id: string }, context: Context) => {
        callerIn(context);
        await remove(messages, log, room, id);
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
    SaidEvent: {
      message: ({ event }: { event: { message?: Message } | null }) => event?.message,
      removedId: ({ event }: { event: { removedId?: string } | null }) => event?.removedId,
    },
  };
  // Replace it by the check of a session or of a token's signature.
  const callerOf = (credential: unknown): string | null =>
    /^Bearer (\w+)$/.exec(typeof credential === 'string' ? credential : '')?.[1] ?? null;
  return serve(makeExecutableSchema({ typeDefs, resolvers }), callerOf);
}
