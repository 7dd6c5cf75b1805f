import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../errors.ts';
/**
 * An error as the gateway sends it, for a handler of your own:
 * `HttpResponse.json({ data: { me: null }, errors: [gatewayError('UPSTREAM_TIMEOUT')] })`.
 * @param details further extensions, such as `argument` or `retryAfterMs`.
 */
export declare const gatewayError: (code: ErrorCode, message?: string, details?: Readonly<Record<string, unknown>>) => GraphQLError;
