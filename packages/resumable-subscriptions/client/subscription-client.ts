/** What opens a subscription. */
export interface Payload {
  query: string;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
  extensions?: Record<string, unknown> | null | undefined;
}

/** A result of a subscription. */
export interface Result {
  data?: Record<string, unknown> | null | undefined;
  errors?: readonly ResultError[] | undefined;
  extensions?: Record<string, unknown> | undefined;
}

export interface ResultError {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly path?: readonly (string | number)[];
  readonly extensions?: { [name: string]: unknown };
}

/** What receives a subscription. */
export interface Sink<Value = Result> {
  next(result: Value): void;
  error(error: unknown): void;
  complete(): void;
}

/** A client that opens subscriptions: one of graphql-ws or graphql-sse, or any other with this method. */
export interface SubscriptionClient {
  /** @param on called back when the connection is there; graphql-ws needs none. */
  subscribe(payload: Payload, sink: Sink<never>, on?: { connected?(): void }): () => void;
}
