/** The time, and what happens later. Everything of this package that waits takes one, so that tests advance it. */
export interface Clock {
    /** Time of day in milliseconds since 1970. It also passes while the device sleeps. */
    now(): number;
    /** Calls back once, after a time. @returns cancels. */
    after(milliseconds: number, callback: () => void): () => void;
}
/** The clock of the device. */
export declare const SYSTEM_CLOCK: Clock;
/** Resolves after a time, or at once when the signal aborts. */
export declare function wait(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void>;
