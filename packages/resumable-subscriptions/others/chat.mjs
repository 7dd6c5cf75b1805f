import { makeExecutableSchema } from '@graphql-tools/schema';
import { createPubSub } from 'graphql-yoga';

/** A chat on an ordinary pubsub, with what its schema would need to resume. Nothing keeps events. */
export function createChat() {
  const pubsub = createPubSub();
  const schema = makeExecutableSchema({
    typeDefs: /* GraphQL */ `
      type Query { rooms: [ID!]! }
      type Subscription { said: Said! }
      type Said { message: Message }
      type Message { text: String! }
    `,
    resolvers: {
      Query: { rooms: () => ['lobby'] },
      Subscription: { said: { subscribe: () => pubsub.subscribe('said') } },
    },
  });
  return { schema, say: (text) => pubsub.publish('said', { said: { message: { text } } }) };
}

/** What the suite knows of it. Cursors can only be in `extensions`: the schema has no place for them. */
export const chatAdapter = (say) => ({
  cursor: 'extensions',
  subscription: 'subscription { said { message { text } } }',
  otherSelection: 'subscription Other { other: said { message { text } } }',
  textOf: ({ said, other }) => (said ?? other)?.message?.text ?? null,
  send: async (text) => say(text),
});
