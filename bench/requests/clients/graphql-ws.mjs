import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { AUTHORIZATION, INPUT, MUTATION, QUERY, SOCKET_URL, SUBSCRIPTION, VARIABLES } from './documents.mjs';

const client = createClient({
  url: SOCKET_URL,
  webSocketImpl: WebSocket,
  connectionParams: { authorization: AUTHORIZATION },
});
for (const payload of [
  { query: QUERY, variables: VARIABLES, operationName: 'Course' },
  { query: MUTATION, variables: INPUT },
  { query: SUBSCRIPTION },
])
  for await (const _result of client.iterate(payload)) break;
await client.dispose();
process.exit(0);
