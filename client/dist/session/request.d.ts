import { type Clock } from '../clock.ts';
import { type GatewayError } from '../errors.ts';
/** A failed step of a session. `gatewayErrors` and `isSignedOut` read the reasons. */
export declare class SessionError extends Error {
    readonly name = "SessionError";
    /** The gateway's errors. Empty: the gateway was not reached, or refused nothing. */
    readonly errors: readonly GatewayError[];
    constructor(message: string, errors?: readonly GatewayError[], cause?: unknown);
}
/** How the mutations of a session are sent. */
interface Sending {
    url: string;
    fetch?: typeof fetch | undefined;
    clock?: Clock | undefined;
}
/** Runs a mutation over HTTP. @throws SessionError if its field failed. */
export declare function mutate({ url, fetch: send, clock }: Sending, query: string, variables: Record<string, unknown>, authorization?: string): Promise<Record<string, unknown>>;
/** A copy of the object under this key; empty if there is none. */
export declare function objectIn(value: unknown, key: string): Record<string, unknown>;
export {};
