import type { Clock } from './clock.ts';

/**
 * What enters the process from outside: requests, messages, replies, timers and signals. Whatever its handler throws, at once or
 * later, ends there: it is reported once, what caused it is ended, and the process goes on. Every listener of an event and every
 * promise that nobody awaits goes through here.
 */
export class Boundary {
  readonly #report: (entry: string, fault: unknown) => void;

  /** @param report receives each fault with the name of the entry, such as `http request`. */
  constructor(report: (entry: string, fault: unknown) => void) {
    this.#report = report;
  }

  /**
   * Handles what has entered.
   * @param end ends what caused it after a fault: its connection, its call. Default: nothing else is affected.
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

  /** Handles items that one entry concerns, such as the readers that a message wakes: a fault ends one, the others go on. */
  each<Item>(entry: string, items: Iterable<Item>, handle: (item: Item) => unknown): void {
    for (const item of items) this.run(entry, () => handle(item));
  }

  /** Reports a fault, then ends what caused it. */
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
 * Visits every item, also after one whose visit throws: of a hundred listeners, one may fail. Then throws that fault, for the
 * boundary of the entry that caused all visits.
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
