import { once } from 'node:events';
import { createServer } from 'node:http';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { chatAdapter, createChat } from './chat.mjs';
import { versionOf } from './version-of.mjs';

/** graphql-ws alone, on an ordinary pubsub. */
export default async function graphqlWs(url) {
  const { schema, say } = createChat();
  const server = createServer();
  useServer({ schema }, new WebSocketServer({ server, path: '/graphql' }));
  await once(server.listen(Number(new URL(url).port), '127.0.0.1'), 'listening');
  return {
    ...chatAdapter(say),
    server: `graphql-ws ${versionOf('graphql-ws')} alone`,
    profiles: ['core', 'websocket', 'alive'],
    transports: ['WebSocket'],
    close: async () => server.close().closeAllConnections(),
  };
}
