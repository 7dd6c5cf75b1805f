import type { GatewayError } from '../errors.ts';
/** The gateway rejects this operation, or its credential; do not retry. `gatewayErrors` reads the reasons. */
export declare class StreamRefused extends Error {
    readonly name = "StreamRefused";
    /** HTTP status of the response; 401 if a socket's credential was refused. */
    readonly status: number;
    readonly errors: readonly GatewayError[];
    constructor(status: number, errors: readonly GatewayError[]);
}
