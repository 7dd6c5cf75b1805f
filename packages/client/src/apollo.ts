/**
 * Apollo Client 4: a cache that follows the cache rule, and links for sessions, errors, keys of writes, streams and trusted documents.
 * @module
 */
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, type InMemoryCacheConfig } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { changeLink } from './apollo/change-link.ts';
import { keyLink } from './apollo/key-link.ts';
import { retryLink } from './apollo/retry-link.ts';
import { possibleTypes, typePolicies } from './apollo/type-policies.ts';
import { type ClientOptions, connectionsOf } from './client-options.ts';
import { SYSTEM_CLOCK } from './clock.ts';
import { documentIdOf } from './trusted-documents.ts';

export { changeLink } from './apollo/change-link.ts';
export { keyLink } from './apollo/key-link.ts';
export { possibleTypes, typePolicies } from './apollo/type-policies.ts';
export type { ClientOptions } from './client-options.ts';

/** Settings of `createClient`: those of `ApolloClient` as well, except its link. */
export interface ApolloOptions
  extends ClientOptions,
    Partial<Omit<ApolloClient.Options, 'link' | 'clientAwareness'>> {}

/**
 * A cache with the `typePolicies` and `possibleTypes` of this graph.
 * @param config further settings; its policies and types are added to those of this graph.
 */
export function createCache({
  typePolicies: own = {},
  possibleTypes: ownTypes = {},
  ...config
}: InMemoryCacheConfig = {}): InMemoryCache {
  const cache = new InMemoryCache({
    ...config,
    typePolicies: typePolicies(),
    possibleTypes: possibleTypes(),
  });
  cache.policies.addTypePolicies(own);
  cache.policies.addPossibleTypes(ownTypes);
  return cache;
}

/**
 * Apollo Client for this graph. Subscriptions use the socket, everything else HTTP: a lost socket must not send a mutation
 * twice. For links of your own, construct an `ApolloClient` with `createCache` and `createLink`.
 *
 * The cache belongs to one user: create a client for each sign-in, or call `clearStore` in between.
 */
export function createClient(options: ApolloOptions): ApolloClient {
  const { url, session, socket, trustedDocuments, clientAwareness, fetch, clock, ...settings } = options;
  return new ApolloClient({ cache: createCache(), ...settings, link: createLink(options) });
}

/** The links of `createClient`: changes of writes, their keys, trusted documents, errors, session, and HTTP or the socket. */
export function createLink(options: ClientOptions): ApolloLink {
  const { fetch, socket } = connectionsOf(options);
  const transport = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new GraphQLWsLink(socket),
    new HttpLink({ uri: options.url, fetch }),
  );
  return ApolloLink.from([
    changeLink(),
    keyLink(),
    ...(options.trustedDocuments ? [trustedDocumentLink()] : []),
    retryLink(options.clock ?? SYSTEM_CLOCK),
    transport,
  ]);
}

/**
 * Retries a query, or a mutation with an idempotency key, once if all its errors are retryable, after the time that the
 * gateway requires if that is at most five seconds, or if no gateway answered it. Other mutations may have taken effect. With `errorPolicy: 'all'`, data that did not fail is still delivered.
 */
export const errorLink = (): ApolloLink => retryLink(SYSTEM_CLOCK);

/** Sends the hash of a document that has one instead of its text. Place it before the HTTP link and the socket's. */
export const trustedDocumentLink = (): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const documentId = documentIdOf(operation.query);
    if (documentId !== null) {
      operation.extensions.documentId = documentId;
      operation.setContext({ http: { includeQuery: false, includeExtensions: true } });
    }
    return forward(operation);
  });
