import { once } from 'node:events';
import { createServer } from 'node:http';
import { useServer } from 'graphql-ws/use/ws';
import { createYoga } from 'graphql-yoga';
import { WebSocketServer } from 'ws';
import { chatAdapter, createChat } from './chat.mjs';
import { versionOf } from './version-of.mjs';

/** GraphQL Yoga with its pubsub, over server-sent events, and over graphql-ws as it documents it. */
export default async function graphqlYoga(url) {
  const { schema, say } = createChat();
  const server = createServer(createYoga({ schema, logging: false }));
  useServer({ schema }, new WebSocketServer({ server, path: '/graphql' }));
  await once(server.listen(Number(new URL(url).port), '127.0.0.1'), 'listening');
  return {
    ...chatAdapter(say),
    server: `GraphQL Yoga ${versionOf('graphql-yoga')} with graphql-ws ${versionOf('graphql-ws')}`,
    profiles: ['core', 'sse', 'websocket', 'alive'],
    close: async () => server.close().closeAllConnections(),
  };
}
