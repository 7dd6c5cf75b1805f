import type { Server } from 'node:http';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { GraphQLError } from 'graphql';
import { Cursors } from './cursor.ts';
import type { Log } from './log.ts';
import { type Context, resolveItem, serve } from './server.ts';
import { openStream } from './streams.ts';

const typeDefs = `
  directive @eventCursor on ARGUMENT_DEFINITION | FIELD_DEFINITION
  type Query { rooms: [ID!]! }
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
  type Message { text: String! }
  type StreamGap { reason: StreamGapReason! }
  enum StreamGapReason { TRIMMED LOG_REPLACED CURSOR_UNKNOWN UPSTREAM_INCOMPLETE }
`;

/** Rooms of a chat, whose messages every signed-in caller may read. */
export function serveChat(log: Log, secret: string): Server {
  const cursors = new Cursors(secret);
  const callerIn = ({ caller }: Context): string => {
    if (caller === null)
      throw new GraphQLError('Sign in.', { extensions: { code: 'UNAUTHENTICATED', retryable: false } });
    return caller;
  };
  const resolvers = {
    Query: { rooms: () => ['lobby'] },
    Mutation: {
      say: async (_: unknown, { room, text }: { room: string; text: string }, context: Context) => {
        callerIn(context);
        await log.append(room, { text });
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
