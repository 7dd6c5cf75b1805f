import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { getIntrospectionQuery, parse } from 'graphql';
import { WebSocket } from 'ws';
import {
  AUTHORIZATION,
  attempt,
  QUERY,
  SOCKET_URL,
  SUBSCRIPTION,
  URL_OF_GRAPH,
  VARIABLES,
} from './documents.mjs';

/** What GraphiQL sends, it sends by the fetcher of its toolkit, which is made for pages. */
globalThis.window = globalThis;
globalThis.WebSocket = WebSocket;
const fetcher = createGraphiQLFetcher({
  url: URL_OF_GRAPH,
  fetch,
  subscriptionUrl: SOCKET_URL,
  headers: { authorization: AUTHORIZATION },
  wsConnectionParams: { authorization: AUTHORIZATION },
});
const settle = async (given) => {
  const result = await given;
  if (typeof result[Symbol.asyncIterator] === 'function') return result[Symbol.asyncIterator]().next();
  return result.subscribe
    ? new Promise((resolve) => result.subscribe({ next: resolve, error: resolve, complete: resolve }))
    : result;
};
const options = { headers: { authorization: AUTHORIZATION } };
await attempt(() =>
  settle(fetcher({ query: getIntrospectionQuery(), operationName: 'IntrospectionQuery' }, options)),
);
await settle(fetcher({ query: QUERY, variables: VARIABLES, operationName: 'Course' }, options));
await attempt(() =>
  settle(
    fetcher(
      { query: SUBSCRIPTION, operationName: 'Received' },
      { ...options, documentAST: parse(SUBSCRIPTION) },
    ),
  ),
);
process.exit(0);
