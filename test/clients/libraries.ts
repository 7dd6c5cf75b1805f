import { gql } from '@apollo/client';
import type { RequestParameters } from 'relay-runtime';
import { type ClientOptions, createClient as createApolloClient } from '../../packages/client/src/apollo.ts';
import { createNetworkFunctions } from '../../packages/client/src/relay.ts';
import { createClient as createUrqlClient } from '../../packages/client/src/urql.ts';

interface Outcome {
  data?: unknown;
  error?: unknown;
}

/** A client of one of the libraries. Failed operations are reported, not thrown. */
interface LibraryClient {
  query(document: string): Promise<Outcome>;
  /** @param key an idempotency key of the app. */
  mutate(document: string, key?: string): Promise<Outcome>;
}

type Open = (options: ClientOptions) => LibraryClient;

const settled = (result: Promise<Outcome>): Promise<Outcome> =>
  result.catch((error: unknown) => ({ data: undefined, error }));
const headersOf = (key: string | undefined) => (key === undefined ? {} : { 'Idempotency-Key': key });

export const apollo: Open = (options) => {
  const client = createApolloClient(options);
  return {
    query: (text) => settled(client.query({ query: gql(text) })),
    mutate: (text, key) =>
      settled(client.mutate({ mutation: gql(text), context: { headers: headersOf(key) } })),
  };
};

export const urql: Open = (options) => {
  const client = createUrqlClient(options);
  return {
    query: (text) => client.query(text, {}).toPromise(),
    mutate: (text, key) =>
      client.mutation(text, {}, { fetchOptions: { headers: headersOf(key) } }).toPromise(),
  };
};

export const relay: Open = (options) => {
  const { fetch: send } = createNetworkFunctions(options);
  const run = (operationKind: RequestParameters['operationKind'], text: string, key?: string) =>
    settled(
      new Promise<Outcome>((resolve, reject) => {
        const request = { name: 'Run', text, operationKind, metadata: {}, id: null, cacheID: text };
        const sent = send(request, {}, key === undefined ? {} : { metadata: { idempotencyKey: key } });
        if (!('subscribe' in sent)) throw new Error('it is observable');
        sent.subscribe({
          next: (response) => resolve({ ...Object(response), error: Object(response).errors }),
          error: reject,
        });
      }),
    );
  return { query: (text) => run('query', text), mutate: (text, key) => run('mutation', text, key) };
};

/** The libraries by their names. */
export const LIBRARIES = Object.entries({ 'Apollo Client': apollo, urql, Relay: relay });
