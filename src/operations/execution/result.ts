import { type ExecutionResult as GraphQLResult, locatedError, type SourceLocation } from 'graphql';
import { GatewayError } from '../../graph/errors.ts';

/**
 * An error with its place in the document and the response. A `GraphQLError` is one, but its constructor takes twenty times as
 * long as this, and one operation can have thousands of errors.
 */
export interface FieldError {
  readonly message: string;
  readonly locations?: readonly SourceLocation[] | undefined;
  readonly path?: readonly (string | number)[] | undefined;
  /** What a resolver threw. */
  readonly originalError?: Error | undefined;
}

/** Data, and errors before they are formatted for the client. */
export interface ExecutionResult extends Pick<GraphQLResult, 'data'> {
  errors?: readonly FieldError[];
}

/** The error of a field at a path. @param locations of the field, unless the cause has its own. */
export function fieldError(
  cause: unknown,
  locations: FieldError['locations'],
  path: readonly (string | number)[],
): FieldError {
  // graphql-js names a value that is no error in its message.
  const originalError = cause instanceof Error ? cause : locatedError(cause, undefined);
  const own = originalError instanceof GatewayError ? originalError.locations : undefined;
  return { message: originalError.message, locations: own ?? locations, path, originalError };
}
