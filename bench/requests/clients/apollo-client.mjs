import { createHash } from 'node:crypto';
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { BatchHttpLink } from '@apollo/client/link/batch-http';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { createClient } from 'graphql-ws';
import { firstValueFrom } from 'rxjs';
import { WebSocket } from 'ws';
import {
  AUTHORIZATION,
  attempt,
  INPUT,
  MUTATION,
  QUERY,
  SOCKET_URL,
  SUBSCRIPTION,
  URL_OF_GRAPH,
  VARIABLES,
} from './documents.mjs';

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const http = { uri: URL_OF_GRAPH, headers: { authorization: AUTHORIZATION } };
const open = (link, settings = {}) => new ApolloClient({ cache: new InMemoryCache(), link, ...settings });
const ask = (client, variables = VARIABLES) =>
  attempt(() => client.query({ query: gql(QUERY), variables, fetchPolicy: 'network-only' }));
const listen = (client) => attempt(() => firstValueFrom(client.subscribe({ query: gql(SUBSCRIPTION) })));

const plain = open(new HttpLink(http));
await ask(plain);
await attempt(() => plain.mutate({ mutation: gql(MUTATION), variables: INPUT }));
await listen(plain);
await ask(open(new HttpLink(http), { clientAwareness: { name: 'school-portal', version: '2.1.0' } }));
await ask(open(new HttpLink({ ...http, useGETForQueries: true })));
for (const useGETForHashedQueries of [false, true]) {
  const persisted = open(
    ApolloLink.from([new PersistedQueryLink({ sha256, useGETForHashedQueries }), new HttpLink(http)]),
  );
  await ask(persisted);
  await ask(persisted);
}
const batched = open(new BatchHttpLink(http));
await Promise.all([ask(batched), ask(batched, { id: 'c-knots' })]);
const socket = createClient({
  url: SOCKET_URL,
  webSocketImpl: WebSocket,
  connectionParams: { authorization: AUTHORIZATION },
});
const streamed = open(new GraphQLWsLink(socket));
await listen(streamed);
await ask(streamed);
await socket.dispose();
process.exit(0);
