import type { Clock } from '../lib/clock.ts';

/** Writes a log line about the events since the line before. */
type WriteLine = (count: number) => void;

/**
 * Rate limit for log lines about frequent events. The first event of each kind is logged at once, later ones at most
 * once per interval, each line with the number of events since the line before.
 */
export class LimitedLines {
  readonly #clock: Clock;
  readonly #interval: number;
  /** Events that no line has counted yet, by kind. A kind is absent after an interval without any. */
  readonly #unlogged = new Map<string, { count: number; write: WriteLine }>();

  /** @param interval milliseconds. */
  constructor(clock: Clock, interval: number) {
    this.#clock = clock;
    this.#interval = interval;
  }

  /** @param kind one of few. */
  count(kind: string, write: WriteLine): void {
    const unlogged = this.#unlogged.get(kind);
    if (unlogged) this.#unlogged.set(kind, { count: unlogged.count + 1, write });
    else this.#write(kind, 1, write);
  }

  #write(kind: string, count: number, write: WriteLine): void {
    write(count);
    this.#unlogged.set(kind, { count: 0, write });
    this.#clock.setTimeout(() => this.#writeRest(kind), this.#interval).unref();
  }

  #writeRest(kind: string): void {
    const { count, write } = this.#unlogged.get(kind) ?? { count: 0, write: () => {} };
    if (count > 0) this.#write(kind, count, write);
    else this.#unlogged.delete(kind);
  }
}
