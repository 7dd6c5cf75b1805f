import type { Clock } from '../clock.ts';
/** Settings of a watch, in milliseconds. */
export interface Patience {
    /** Between pings. */
    keepAlive: number;
    /** From a ping to its pong. */
    patience: number;
}
/**
 * Notices that a connection is lost, which the device may tell minutes late: by pings, and by what suggests a look.
 * One watch serves the connections of a socket in turn.
 */
export declare class ConnectionWatch {
    #private;
    /** @param lose ends a lost connection. `isWokenUp`: a new one is likely to work. */
    constructor(clock: Clock, patience: Patience, lose: (isWokenUp: boolean) => void);
    /** A connection is being opened. */
    start(): void;
    /** It is open. @param ping sends a ping. */
    connected(ping: () => void): void;
    /** A pong has arrived. */
    heard(): void;
    /** It is closed. */
    stop(): void;
}
