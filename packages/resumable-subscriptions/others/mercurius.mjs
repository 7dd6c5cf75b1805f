import Fastify from 'fastify';
import mercurius from 'mercurius';
import { chatAdapter } from './chat.mjs';
import { versionOf } from './version-of.mjs';

/** Mercurius with its pubsub, over WebSocket: it has no server-sent events. */
export default async function mercuriusServer(url) {
  const app = Fastify();
  await app.register(mercurius, {
    schema: /* GraphQL */ `
      type Query { rooms: [ID!]! }
      type Subscription { said: Said! }
      type Said { message: Message }
      type Message { text: String! }
    `,
    resolvers: {
      Query: { rooms: () => ['lobby'] },
      Subscription: { said: { subscribe: (_root, _arguments, { pubsub }) => pubsub.subscribe('SAID') } },
    },
    subscription: { fullWsTransport: true },
  });
  await app.listen({ port: Number(new URL(url).port), host: '127.0.0.1' });
  const say = (text) =>
    new Promise((resolve) =>
      app.graphql.pubsub.publish({ topic: 'SAID', payload: { said: { message: { text } } } }, resolve),
    );
  return {
    ...chatAdapter(say),
    server: `Mercurius ${versionOf('mercurius')}`,
    profiles: ['core', 'websocket', 'alive'],
    transports: ['WebSocket'],
    close: () => app.close(),
  };
}
