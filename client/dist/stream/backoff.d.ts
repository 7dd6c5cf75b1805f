import { type Clock } from '../clock.ts';
/** How often to try again, and when. */
export interface Attempt {
    /** Attempts that failed in a row before this one, from 0. */
    failures: number;
    /** Milliseconds that the server requires to wait. 0: no such demand. */
    demanded: number;
}
/**
 * Milliseconds to wait before the next attempt, beyond what the server requires: exponential with full jitter, so that the
 * clients of an instance that stops do not all return at once.
 * @param failures attempts that failed in a row, from 0.
 */
export declare const backoff: (failures: number) => number;
/**
 * Waits before the next attempt to connect: as long as the server requires, and then with backoff, which ends early when
 * the network returns or the device wakes up. Ends at once when the signal aborts.
 */
export declare function waitToReconnect(clock: Clock, { failures, demanded }: Attempt, signal?: AbortSignal): Promise<void>;
/** Milliseconds of a `Retry-After` header: seconds or a date. 0: none, or one that cannot be read. */
export declare function retryAfter(header: string | null, now: number): number;
