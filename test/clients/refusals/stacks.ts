import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { fetchExchange, Client as UrqlClient } from '@urql/core';
import { GraphQLClient } from 'graphql-request';
import type { Clock } from '../../../packages/client/src/clock.ts';
import { authorizedFetch } from '../../../packages/client/src/session.ts';
import { readEvents } from '../../../packages/client/src/stream.ts';
import { as } from '../../support/gateway.ts';
import { apollo, relay, urql } from '../libraries.ts';

/** Sends one query. @returns what an app gets to see of its failure. */
type Stack = (at: { url: string; fetch: typeof fetch; query: string }) => Promise<unknown>;

/** What `readEvents` reports: it connects again later. */
export const RETRIES = 'retries';

const { authorization } = { authorization: '', ...as.student };
const session = { authorization: () => authorization };
/** Milliseconds that never pass. */
const LONG = 1_000_000;
/** No time passes between a refusal and its retry. */
const IMPATIENT: Clock = {
  now: () => Date.now(),
  after: (milliseconds, callback) => {
    if (milliseconds >= LONG) return () => {};
    const timer = setImmediate(callback);
    return () => clearImmediate(timer);
  },
};

/** The clients that read refusals: with this package, and as their own guides have them. */
export const STACKS: Readonly<Record<string, Stack>> = {
  'Apollo Client': async ({ query, ...at }) =>
    (await apollo({ ...at, session, clock: IMPATIENT }).query(query)).error,
  'its `HttpLink`': ({ url, fetch, query }) => {
    const link = new HttpLink({ uri: url, fetch, headers: { authorization } });
    const client = new ApolloClient({ cache: new InMemoryCache(), link });
    return client.query({ query: gql(query) }).then(
      ({ error }) => error,
      (error: unknown) => error,
    );
  },
  urql: async ({ query, ...at }) => (await urql({ ...at, session, clock: IMPATIENT }).query(query)).error,
  'its `fetchExchange`': async ({ url, fetch, query }) => {
    const fetchOptions = { headers: { authorization } };
    const client = new UrqlClient({ url, fetch, fetchOptions, exchanges: [fetchExchange] });
    return (await client.query(query, {}).toPromise()).error;
  },
  Relay: async ({ query, ...at }) => {
    const outcome = await relay({ ...at, session, clock: IMPATIENT }).query(query);
    return outcome.error ?? outcome;
  },
  'graphql-request': ({ url, fetch, query }) =>
    new GraphQLClient(url, { fetch, headers: { authorization } }).request(query).catch((error) => error),
  fetch: async ({ url, fetch, query }) => {
    const response = await authorizedFetch(session, fetch)(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return response.json().catch(() => response);
  },
  readEvents: async ({ query, url, fetch: send }) => {
    const stopped = new AbortController();
    const again = Promise.withResolvers<string>();
    let requests = 0;
    const fetch: typeof send = (...request) => {
      requests += 1;
      if (requests > 1) again.resolve(RETRIES);
      return send(...request);
    };
    const { signal } = stopped;
    const events = readEvents({ url, query, session, fetch, clock: IMPATIENT, silence: LONG, signal });
    const outcome = events.next().then(
      ({ value }) => value?.result,
      (error: unknown) => error,
    );
    const reported = await Promise.race([outcome, again.promise]);
    stopped.abort();
    return reported;
  },
};
