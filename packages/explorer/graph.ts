import type { GraphQLField, GraphQLSchema } from 'graphql';

/** A graph with the gateway's facts about it, which the pages show. */
export interface Graph {
  schema: GraphQLSchema;
  costs: FieldCosts;
  /** The error codes that clients receive. */
  errorCodes: Readonly<Record<string, ErrorCode>>;
  /** Maximum page size of every list. */
  maximumPage: number;
  /** The assumed length of a list. Null: not stated. */
  listSizeOf(field: GraphQLField<unknown, unknown>): ListSize | null;
  /** Assumed bytes of a field's value. Null: not stated. */
  weightOf(field: GraphQLField<unknown, unknown>): number | null;
  /** The credential that a field requires, as in `user token`. Null: that of the field above. */
  credentialOf(field: GraphQLField<unknown, unknown>): string | null;
  /** Whether a mutation takes an idempotency key. */
  takesKey(field: GraphQLField<unknown, unknown>): boolean;
  /** The description of a field without its credential, key and platform calls, which the pages show separately. */
  descriptionOf(field: GraphQLField<unknown, unknown>): string;
  /** The SDL with descriptions and directives. */
  print(): string;
}

/** The platform calls of each field, by schema coordinate, as in `Course.objectives`. */
type FieldCosts = Readonly<Record<string, { readonly calls: readonly PlatformCall[] }>>;

interface PlatformCall {
  /** Method and path. */
  readonly route: string;
  /** As in `once per operation`. */
  readonly often: string;
}

export interface ErrorCode {
  readonly retryable: boolean;
  /** Whether errors of this code are not retryable after a write that was sent: it may have taken effect. */
  readonly mayBeWritten: boolean;
  /** In Markdown. */
  readonly meaning: string;
}

/** An error that a field can raise. */
export interface FieldError {
  code: string;
  /** The cause in this field. Null: the meaning of the code is sufficient. */
  cause: string | null;
}

interface ListSize {
  /** Items if no slicing argument is given. Null: not stated. */
  readonly assumedSize: number | null;
  readonly slicingArguments: readonly string[];
}

/** The predicted price of an operation. */
export interface Price {
  readonly calls: number;
  readonly objects: number;
  readonly bytes: number;
}
