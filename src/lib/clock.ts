/**
 * The part of Node's clocks and timers that the gateway uses. All code that waits or measures takes one, so that tests advance
 * the time instead of waiting for it. Libraries keep their own timers.
 */
export interface Clock {
  /** Wall-clock time in milliseconds since 1970. It may jump: for timestamps, never for durations. */
  now(): number;
  /** Milliseconds since an arbitrary moment. Never jumps: for deadlines and durations. */
  monotonic(): number;
  setTimeout(callback: () => void, milliseconds: number): Timer;
  clearTimeout(timer: Timer | undefined): void;
  setInterval(callback: () => void, milliseconds: number): Timer;
  clearInterval(timer: Timer | undefined): void;
  /** Calls back in the next turn of the event loop. */
  setImmediate(callback: () => void): void;
}

export type Timer = NodeJS.Timeout;

/** The clock of the machine, with Node's timers. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer),
  setInterval: (callback, milliseconds) => setInterval(callback, milliseconds),
  clearInterval: (timer) => clearInterval(timer),
  setImmediate: (callback) => void setImmediate(callback),
};
