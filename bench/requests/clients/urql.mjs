import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { persistedExchange } from '@urql/exchange-persisted';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import {
  AUTHORIZATION,
  INPUT,
  MUTATION,
  QUERY,
  SOCKET_URL,
  SUBSCRIPTION,
  URL_OF_GRAPH,
  VARIABLES,
} from './documents.mjs';

const open = (exchanges, settings = {}) =>
  new Client({
    url: URL_OF_GRAPH,
    exchanges,
    fetchOptions: { headers: { authorization: AUTHORIZATION } },
    ...settings,
  });
const ask = (client) => client.query(QUERY, VARIABLES, { requestPolicy: 'network-only' }).toPromise();
const first = (client) =>
  new Promise((resolve) => {
    const { unsubscribe } = client.subscription(SUBSCRIPTION, {}).subscribe((result) => {
      resolve(result);
      setImmediate(() => unsubscribe());
    });
  });

const plain = open([fetchExchange]);
await ask(plain);
await plain.mutation(MUTATION, INPUT).toPromise();
await ask(open([fetchExchange], { preferGetMethod: false }));
for (const preferGetForPersistedQueries of [false, true]) {
  const persisted = open([persistedExchange({ preferGetForPersistedQueries }), fetchExchange]);
  await ask(persisted);
  await ask(persisted);
}
await first(open([fetchExchange], { fetchSubscriptions: true }));
const socket = createClient({
  url: SOCKET_URL,
  webSocketImpl: WebSocket,
  connectionParams: { authorization: AUTHORIZATION },
});
const forwardSubscription = ({ query, variables, extensions }) => ({
  subscribe: (sink) => ({ unsubscribe: socket.subscribe({ query, variables, extensions }, sink) }),
});
await first(open([subscriptionExchange({ forwardSubscription, enableAllOperations: true })]));
await socket.dispose();
process.exit(0);
