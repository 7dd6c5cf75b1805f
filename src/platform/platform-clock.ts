import type { Clock } from '../lib/clock.ts';
import { type ClockReading, offsetIn } from './clock-offset.ts';

/** Milliseconds by which the platform's time may be misjudged: a smaller offset is not corrected. */
export const CLOCK_ACCURACY = 5000;
/** Offset below which the clocks agree again, in milliseconds. */
const AGREE = 4000;
/** Milliseconds between readings of one host: an estimate needs no more. */
const INTERVAL = 1000;

/** Readings of a host whose median is the estimate: enough to outvote two delayed ones. */
const READINGS = 5;

export interface PlatformClockOptions {
  clock: Clock;
  /** Origin of the routes whose times matter. Null: not configured. */
  origin: string | null;
  /** Called when the clocks begin to disagree, and when they agree again. @param offset in milliseconds. */
  onChange(agrees: boolean, offset: number): void;
}

/** The platform's clock, read from the `Date` header of its responses. */
export class PlatformClock {
  readonly #options: PlatformClockOptions;
  /** By origin, so that a host with another clock does not distort the estimate. At most the configured hosts. */
  readonly #hosts = new Map<string, { offsets: readonly number[]; nextReading: number }>();
  #agrees = true;

  constructor(options: PlatformClockOptions) {
    this.#options = options;
  }

  /**
   * How far the platform is ahead of this process, in milliseconds: by the clock of the host that matters or, before it has
   * responded, of another one. Null: no response yet.
   */
  get offset(): number | null {
    const preferred = this.#hosts.get(this.#options.origin ?? '') ?? this.#hosts.values().next().value;
    const sorted = preferred?.offsets.toSorted((one, other) => one - other) ?? [];
    return sorted[Math.floor(sorted.length / 2)] ?? null;
  }

  /**
   * The current time by the platform's clock, in epoch milliseconds. An offset below five seconds is not corrected: it is
   * hardly more than the estimate's error, and readers of lists overlap by much more.
   */
  now(): number {
    const { offset } = this;
    return this.#options.clock.now() + (offset === null || this.#agrees ? 0 : offset);
  }

  /** True if a reading of this host is due. Cheap: called for every response. */
  isDue(origin: string): boolean {
    return (
      this.#options.clock.monotonic() >= (this.#hosts.get(origin)?.nextReading ?? Number.NEGATIVE_INFINITY)
    );
  }

  read(origin: string, reading: ClockReading): void {
    const offset = offsetIn(reading);
    if (offset === null) return;
    const offsets = [...(this.#hosts.get(origin)?.offsets ?? []), offset].slice(-READINGS);
    this.#hosts.set(origin, { offsets, nextReading: this.#options.clock.monotonic() + INTERVAL });
    this.#compare(this.offset ?? 0);
  }

  #compare(offset: number): void {
    const agrees = Math.abs(offset) < (this.#agrees ? CLOCK_ACCURACY : AGREE);
    if (agrees === this.#agrees) return;
    this.#agrees = agrees;
    this.#options.onChange(agrees, offset);
  }
}
