import { GraphQLError } from 'graphql';
const RETRYABLE = new Set([
    'RATE_LIMITED',
    'UPSTREAM_TIMEOUT',
    'UPSTREAM_UNAVAILABLE',
    'EVENT_LOG_UNAVAILABLE',
    'PERSISTED_QUERY_NOT_FOUND',
]);
/**
 * An error as the gateway sends it, for a handler of your own:
 * `HttpResponse.json({ data: { me: null }, errors: [gatewayError('UPSTREAM_TIMEOUT')] })`.
 * @param details further extensions, such as `argument` or `retryAfterMs`.
 */
export const gatewayError = (code, message = `The fixtures answer with ${code}.`, details = {}) => new GraphQLError(message, {
    extensions: { code, retryable: RETRYABLE.has(code), requestId: 'fixture', ...details },
});
//# sourceMappingURL=gateway-error.js.map