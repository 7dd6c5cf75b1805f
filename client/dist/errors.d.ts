/** Every code that the gateway sends, in `extensions.code`. */
export declare const ERROR_CODES: readonly ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'BAD_USER_INPUT', 'RATE_LIMITED', 'UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE', 'EVENT_LOG_UNAVAILABLE', 'UPSTREAM_BAD_RESPONSE', 'NOT_CONFIGURED', 'OPERATION_TOO_EXPENSIVE', 'INTERNAL_SERVER_ERROR', 'GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'OPERATION_RESOLUTION_FAILURE', 'BAD_REQUEST', 'PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_NOT_SUPPORTED'];
/** A code of the gateway. Newer gateways may send others: give a `switch` a default. */
export type ErrorCode = (typeof ERROR_CODES)[number];
/** A path within arguments or variables, as in `['input', 'additionalInfo', 0, 'title']`. */
export type InputPath = readonly (string | number)[];
interface CommonExtensions<Code extends string> {
    readonly code: Code;
    /** True: the same request may succeed later. Says nothing about a mutation that may already have run. */
    readonly retryable: boolean;
    /** Identifies the request in the gateway's log. Null: the error does not come from the gateway. */
    readonly requestId: string | null;
    /** Milliseconds to wait before a retry. */
    readonly retryAfterMs?: number;
    /** The platform call that failed. */
    readonly upstream?: {
        readonly route: string;
        readonly status?: number;
    };
}
interface CodeExtensions {
    BAD_USER_INPUT: {
        /** The invalid argument. Missing: the platform refused the values as a whole. */
        readonly argument?: InputPath;
        /** The invalid value among the variables. */
        readonly variable?: InputPath;
    };
    GRAPHQL_VALIDATION_FAILED: {
        readonly argument?: InputPath;
    };
    OPERATION_TOO_EXPENSIVE: {
        /** The price that is over its limit. */
        readonly exceeded?: {
            readonly price: 'calls' | 'objects' | 'bytes';
            readonly value: number;
            readonly limit: number;
        };
    };
}
/** The extensions of an error with this code. */
export type ErrorExtensions<Code extends string = ErrorCode> = Code extends keyof CodeExtensions ? CommonExtensions<Code> & CodeExtensions[Code] : CommonExtensions<Code>;
/** An error of the gateway. `extensions.code` discriminates what else it says. */
export interface GatewayError<Code extends string = ErrorCode> {
    readonly message: string;
    /** The response field that failed. Missing: the whole operation failed. */
    readonly path?: readonly (string | number)[];
    readonly extensions: Code extends string ? ErrorExtensions<Code> : never;
}
/**
 * The gateway's errors in whatever a client reports: Apollo's `CombinedGraphQLErrors`, urql's `CombinedError`, an error
 * of Relay or of a stream, a response, or a list of errors. Empty if the gateway sent none, as after a lost connection.
 */
export declare function gatewayErrors(reported: unknown): readonly GatewayError[];
/** Whether one of the reported errors has this code. */
export declare const hasCode: (reported: unknown, code: ErrorCode) => boolean;
/**
 * True if there is no valid session: refresh it, or sign in again. FORBIDDEN is no reason to: the session is valid, but
 * the field requires another permission or another kind of credential.
 */
export declare const isSignedOut: (reported: unknown) => boolean;
/**
 * Milliseconds to wait before the same query is worth sending again: the longest `retryAfterMs`, else one second.
 * Null: do not retry. For queries only: a mutation may have taken effect.
 */
export declare function retryDelay(reported: unknown): number | null;
/** The messages of a failed operation, for a form. */
export interface FormMessages {
    /** Messages by argument path, as in `input.text` or `input.additionalInfo.0.title`: shown beside that field. */
    readonly fields: ReadonlyMap<string, string>;
    /** Messages that belong to no field of the form: shown above it. */
    readonly form: readonly string[];
}
/** Sorts errors by the argument that they name. The first message of a field counts. */
export declare function formMessages(reported: unknown): FormMessages;
export {};
