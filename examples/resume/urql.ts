import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import type { Sink, Client as Socket } from 'graphql-ws';

/** Subscriptions use the socket, everything else HTTP: a lost socket must not send a mutation twice. */
export function urqlClient(url: string, socket: Socket, token: () => string): Client {
  return new Client({
    url,
    preferGetMethod: false,
    fetchOptions: () => ({ headers: { authorization: token() } }),
    exchanges: [
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: socket.subscribe({ query, variables }, sink as Sink),
          }),
        }),
      }),
      fetchExchange,
    ],
  });
}
