import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { Kind, type OperationDefinitionNode, print } from 'graphql';
import { documentIdOf } from '../trusted-documents.ts';

/** The operations of a client of any stack. */
export interface GraphClient {
  /** Reads from the gateway, not from a cache. @throws unless there are no errors. */
  query<Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables): Promise<Data>;
  /** @throws unless there are no errors. */
  mutate<Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables): Promise<Data>;
  /** @returns unsubscribes. */
  subscribe<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    sink: Sink<Data>,
  ): () => void;
}

interface Sink<Data> {
  next(data: Data): void;
  error(error: unknown): void;
}

/** A client of Apollo, of urql, or a Relay environment. */
export type AnyClient = ApolloLike | UrqlLike | RelayLike;

export function graphClientOf(client: AnyClient): GraphClient {
  if ('getNetwork' in client) return relayClient(client);
  return 'mutate' in client ? apolloClient(client) : urqlClient(client);
}

interface Subscribable {
  subscribe(observer: {
    // biome-ignore lint/suspicious/noExplicitAny: each stack has its own type of responses
    next(response: any): void;
    // biome-ignore lint/suspicious/noExplicitAny: as above
    error(error: any): void;
    complete(): void;
  }): { unsubscribe(): void };
}

// The used parts of the clients, so that a type of one stack does not need the others.

interface Result {
  data?: unknown;
  error?: unknown;
}

interface ApolloLike {
  // biome-ignore lint/suspicious/noExplicitAny: Apollo derives the type of the options from the document
  query(options: any): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  mutate(options: any): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  subscribe(options: any): Subscribable;
}

/** Responses bypass Apollo's cache: another list of the app has other arguments. */
const apolloClient = (client: ApolloLike): GraphClient => ({
  query: async (query, variables) =>
    dataOf(await client.query({ query, variables, fetchPolicy: 'no-cache' })),
  mutate: async (mutation, variables) => dataOf(await client.mutate({ mutation, variables })),
  subscribe: (query, variables, sink) => {
    const results = client.subscribe({ query, variables, fetchPolicy: 'no-cache', errorPolicy: 'all' });
    return unsubscribing(results.subscribe(receiving(sink, ({ data, error }) => ({ data, error }))));
  },
});

interface UrqlResult extends Result {
  operation?: { context: { meta?: { cacheOutcome?: string } } };
}

interface UrqlSource {
  subscribe(listener: (result: UrqlResult) => void): { unsubscribe(): void };
  toPromise(): Promise<Result>;
}

interface UrqlLike {
  // biome-ignore lint/suspicious/noExplicitAny: urql derives the type of the variables from the document
  query(document: any, variables: any, context?: any): UrqlSource;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  mutation(document: any, variables: any): UrqlSource;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  subscription(document: any, variables: any): UrqlSource;
}

const urqlClient = (client: UrqlLike): GraphClient => ({
  query: async (document, variables) =>
    dataOf(await firstOfNetwork(client.query(document, variables, { requestPolicy: 'network-only' }))),
  mutate: async (document, variables) => dataOf(await client.mutation(document, variables).toPromise()),
  subscribe: (document, variables, sink) => {
    const { next } = receiving<Result>(sink, (result) => result);
    return unsubscribing(client.subscription(document, variables).subscribe(next));
  },
});

/**
 * The first result of the network. If what the cache has of a query changes while it is under way, the cache sends its own result, and
 * discards that of the network to ask again.
 */
const firstOfNetwork = (source: UrqlSource): Promise<Result> =>
  new Promise((resolve) => {
    const results = source.subscribe((result) => {
      const { cacheOutcome = 'miss' } = result.operation?.context.meta ?? {};
      if (cacheOutcome !== 'miss') return;
      results.unsubscribe();
      resolve(result);
    });
  });

interface RelayResponse {
  data?: unknown;
  errors?: readonly unknown[] | undefined;
}

interface RelayLike {
  getNetwork(): {
    // biome-ignore lint/suspicious/noExplicitAny: Relay's types of responses are unions of many forms
    execute(request: any, variables: any, config: any): Subscribable;
  };
}

function relayClient(environment: RelayLike): GraphClient {
  const execute = <Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables) => {
    const operation = document.definitions.find(
      (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
    );
    const request = {
      id: documentIdOf(document),
      cacheID: operation?.name?.value,
      name: operation?.name?.value,
      operationKind: operation?.operation,
      text: print(document),
      metadata: {},
    };
    return environment.getNetwork().execute(request, variables, { force: true });
  };
  const resultOf = ({ data, errors = [] }: RelayResponse): Result =>
    errors.length > 0 ? { data, error: { errors } } : { data };
  const first = async <Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data> =>
    dataOf(
      await new Promise<Result>((resolve, reject) => {
        execute(document, variables).subscribe({
          next: (response) => resolve(resultOf(response)),
          error: reject,
          complete: () => {},
        });
      }),
    );
  return {
    query: first,
    mutate: first,
    subscribe: (document, variables, sink) =>
      unsubscribing(execute(document, variables).subscribe(receiving(sink, resultOf))),
  };
}

/** The gateway's data is of the document's type. @throws the error if there is one. */
function dataOf<Data>({ data, error }: Result): Data {
  if (error || data === null || data === undefined) throw error ?? new Error('The response has no data.');
  return data as Data;
}

function receiving<Response, Data = unknown>(sink: Sink<Data>, read: (response: Response) => Result) {
  return {
    next: (response: Response) => {
      const { data, error } = read(response);
      if (data === null || data === undefined) sink.error(error);
      else sink.next(data as Data);
    },
    error: (error: unknown) => sink.error(error),
    complete: () => sink.error(new Error('The stream has ended.')),
  };
}

const unsubscribing =
  (subscription: { unsubscribe(): void }): (() => void) =>
  () =>
    subscription.unsubscribe();
