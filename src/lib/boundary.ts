import type { Clock } from './clock.ts';

/**
 * Fault boundary around handlers of outside events: requests, messages, replies, timers and signals. An error that a handler
 * throws, at once or later, is reported once and ends only its cause; the process continues. Every event listener and every
 * promise that is not awaited goes through here.
 */
export class Boundary {
  readonly #report: (entry: string, fault: unknown) => void;

  /** @param report receives each fault with the name of the entry, such as `http request`. */
  constructor(report: (entry: string, fault: unknown) => void) {
    this.#report = report;
  }

  /**
   * Runs a handler. @param end ends the cause of a fault, such as a connection or a call. Default: nothing is ended.
   */
  run(entry: string, handle: () => unknown, end: () => void = nothing): void {
    // Not by a listener: this runs several times for each request and call.
    try {
      const result = handle();
      if (result instanceof Promise) result.catch((fault: unknown) => this.fault(entry, fault, end));
    } catch (fault) {
      this.fault(entry, fault, end);
    }
  }

  /** A listener for events, each of which is handled as {@link run} does. */
  listener<Args extends readonly unknown[]>(
    entry: string,
    handle: (...args: Args) => unknown,
    end: (...args: Args) => void = nothing,
  ): (...args: Args) => void {
    return (...args) => {
      try {
        const result = handle(...args);
        if (result instanceof Promise)
          result.catch((fault: unknown) => this.fault(entry, fault, () => end(...args)));
      } catch (fault) {
        this.fault(entry, fault, () => end(...args));
      }
    };
  }

  /** Handles each item of one entry, such as the readers that a message wakes: a fault ends one, the others continue. */
  each<Item>(entry: string, items: Iterable<Item>, handle: (item: Item) => unknown): void {
    for (const item of items) this.run(entry, () => handle(item));
  }

  /** Reports a fault, then ends its cause. */
  fault(entry: string, fault: unknown, end: () => void = nothing): void {
    this.#tell(entry, fault);
    try {
      end();
    } catch (another) {
      this.#tell(entry, another);
    }
  }

  #tell(entry: string, fault: unknown): void {
    try {
      this.#report(entry, fault);
    } catch {
      // A log that fails must not end the process whose faults it describes.
    }
  }
}

/** A clock whose callbacks go through a boundary: a fault ends its turn. */
export const boundedClock = (clock: Clock, boundary: Boundary): Clock => ({
  now: () => clock.now(),
  monotonic: () => clock.monotonic(),
  setTimeout: (callback, milliseconds) =>
    clock.setTimeout(() => boundary.run('timer', callback), milliseconds),
  clearTimeout: (timer) => clock.clearTimeout(timer),
  setInterval: (callback, milliseconds) =>
    clock.setInterval(() => boundary.run('timer', callback), milliseconds),
  clearInterval: (timer) => clock.clearInterval(timer),
  setImmediate: (callback) => clock.setImmediate(() => boundary.run('turn', callback)),
});

/**
 * Visits every item, even if the visit of another throws. Then throws that fault, for the boundary of the entry that caused all
 * visits.
 */
export function visitAll<Item>(items: Iterable<Item>, visit: (item: Item) => void): void {
  const faults: unknown[] = [];
  for (const item of items)
    try {
      visit(item);
    } catch (fault) {
      faults.push(fault);
    }
  if (faults.length === 1) throw faults[0];
  if (faults.length > 1)
    throw new AggregateError(faults, `${faults.length} of them failed`, { cause: faults[0] });
}

const nothing = (): void => {};
