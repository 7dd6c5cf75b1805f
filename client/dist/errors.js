/** Every code that the gateway sends, in `extensions.code`. */
export const ERROR_CODES = [
    'UNAUTHENTICATED',
    'FORBIDDEN',
    'NOT_FOUND',
    'CONFLICT',
    'BAD_USER_INPUT',
    'RATE_LIMITED',
    'UPSTREAM_TIMEOUT',
    'UPSTREAM_UNAVAILABLE',
    'EVENT_LOG_UNAVAILABLE',
    'UPSTREAM_BAD_RESPONSE',
    'NOT_CONFIGURED',
    'OPERATION_TOO_EXPENSIVE',
    'INTERNAL_SERVER_ERROR',
    'GRAPHQL_PARSE_FAILED',
    'GRAPHQL_VALIDATION_FAILED',
    'OPERATION_RESOLUTION_FAILURE',
    'BAD_REQUEST',
    'PERSISTED_QUERY_NOT_FOUND',
    'PERSISTED_QUERY_NOT_SUPPORTED',
];
/**
 * The gateway's errors in whatever a client reports: Apollo's `CombinedGraphQLErrors`, urql's `CombinedError`, an error
 * of Relay or of a stream, a response, or a list of errors. Empty if the gateway sent none, as after a lost connection.
 */
export function gatewayErrors(reported) {
    return listOf(reported).flatMap((error) => {
        const parsed = parseError(error);
        return parsed ? [parsed] : [];
    });
}
/** Whether one of the reported errors has this code. */
export const hasCode = (reported, code) => gatewayErrors(reported).some(({ extensions }) => extensions.code === code);
/**
 * True if there is no valid session: refresh it, or sign in again. FORBIDDEN is no reason to: the session is valid, but
 * the field requires another permission or another kind of credential.
 */
export const isSignedOut = (reported) => hasCode(reported, 'UNAUTHENTICATED');
/**
 * Milliseconds to wait before the same query is worth sending again: the longest `retryAfterMs`, else one second.
 * Null: do not retry. For queries only: a mutation may have taken effect.
 */
export function retryDelay(reported) {
    const errors = gatewayErrors(reported);
    if (errors.length === 0 || errors.length < listOf(reported).length)
        return null;
    if (errors.some(({ extensions }) => !extensions.retryable))
        return null;
    return Math.max(...errors.map(({ extensions }) => extensions.retryAfterMs ?? 1000));
}
/** Sorts errors by the argument that they name. The first message of a field counts. */
export function formMessages(reported) {
    const fields = new Map();
    const form = [];
    for (const { message, extensions } of gatewayErrors(reported)) {
        const field = 'argument' in extensions ? extensions.argument?.join('.') : undefined;
        if (field === undefined)
            form.push(message);
        else if (!fields.has(field))
            fields.set(field, message);
    }
    return { fields, form };
}
/** Where the clients keep the list: Apollo and streams, urql, Relay. */
function listOf(reported) {
    if (Array.isArray(reported))
        return reported;
    if (!isObject(reported))
        return [];
    for (const held of [reported.errors, reported.graphQLErrors])
        if (Array.isArray(held))
            return held;
    if (isObject(reported.source) || isObject(reported.cause))
        return listOf(reported.source ?? reported.cause);
    return 'extensions' in reported ? [reported] : [];
}
function parseError(error) {
    if (!isObject(error) || !isObject(error.extensions))
        return null;
    const { code, retryable, requestId } = error.extensions;
    if (typeof code !== 'string')
        return null;
    return {
        message: typeof error.message === 'string' ? error.message : '',
        ...(Array.isArray(error.path) ? { path: error.path } : {}),
        extensions: {
            ...withoutInvalid(error.extensions),
            code: code,
            retryable: retryable === true,
            requestId: typeof requestId === 'string' ? requestId : null,
        },
    };
}
/** The optional extensions that are of their documented type. */
function withoutInvalid({ retryAfterMs, argument, variable, upstream, exceeded }) {
    return {
        ...(typeof retryAfterMs === 'number' ? { retryAfterMs } : {}),
        ...(Array.isArray(argument) ? { argument: argument } : {}),
        ...(Array.isArray(variable) ? { variable: variable } : {}),
        ...(isObject(upstream) ? { upstream: upstream } : {}),
        ...(isObject(exceeded)
            ? { exceeded: exceeded }
            : {}),
    };
}
const isObject = (value) => typeof value === 'object' && value !== null;
//# sourceMappingURL=errors.js.map