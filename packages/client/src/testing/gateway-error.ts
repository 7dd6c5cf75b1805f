import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../errors.ts';

const RETRYABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'RATE_LIMITED',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'EVENT_LOG_UNAVAILABLE',
  'IN_PROGRESS',
  'PERSISTED_QUERY_NOT_FOUND',
]);

/**
 * An error as the gateway sends it, for a handler of your own:
 * `HttpResponse.json({ data: { me: null }, errors: [gatewayError('UPSTREAM_TIMEOUT')] })`.
 * @param details further extensions, such as `argument` or `retryAfterMs`.
 */
export const gatewayError = (
  code: ErrorCode,
  message = `The fixtures respond with ${code}.`,
  details: Readonly<Record<string, unknown>> = {},
): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code, retryable: RETRYABLE.has(code), requestId: 'fixture', ...details },
  });
