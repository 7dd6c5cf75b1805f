import type { CancelSignal } from '../cancellation.ts';
import type { Clock } from '../clock.ts';

/** A queue of a {@link FairQueue}. Lanes are served round robin, however much each of them has waiting. */
export interface Lane {
  readonly key: string;
  /** The owner of several lanes. Default: the key. */
  readonly owner?: string;
  /** Best-effort lanes share half of the places, and are served every second time. */
  readonly isBestEffort: boolean;
}

/** The lane of the gateway's own work. */
export const OWN_LANE: Lane = { key: 'gateway', isBestEffort: false };

export interface FairQueueOptions {
  clock: Clock;
  /** Pieces of work at a time. */
  places: number;
  /** Maximum that wait in one lane. */
  perLane: number;
}

type Waiter = (acquired: boolean) => void;

/** The best-effort lanes, or all others. */
class Side {
  /** Places that its lanes may have. */
  readonly places: number;
  running = 0;
  /** By key; the next in turn first. Never empty. */
  readonly lanes = new Map<string, Set<Waiter>>();

  constructor(places: number) {
    this.places = places;
  }

  get mayRun(): boolean {
    return this.running < this.places;
  }

  /** Removes the first waiter of the lane whose turn it is; the lane is the last in turn then. */
  next(): Waiter | undefined {
    const [[key, waiters] = ['', new Set<Waiter>()]] = this.lanes;
    const [first] = waiters;
    if (!first) return undefined;
    waiters.delete(first);
    this.lanes.delete(key);
    if (waiters.size > 0) this.lanes.set(key, waiters);
    return first;
  }
}

/**
 * Concurrency limit with a fair queue: what waits is served round robin over lanes, so that a lane waits for one piece of each
 * other lane's work and not for all of it. Best-effort lanes have at most half of the places, and are served every second time:
 * however many of them there are, they get no more.
 */
export class FairQueue {
  readonly #clock: Clock;
  readonly #perLane: number;
  readonly #guaranteed: Side;
  readonly #bestEffort: Side;
  #free: number;
  #wasBestEffort = true;

  constructor({ clock, places, perLane }: FairQueueOptions) {
    this.#clock = clock;
    this.#perLane = perLane;
    this.#free = places;
    this.#guaranteed = new Side(places);
    this.#bestEffort = new Side(Math.max(1, Math.floor(places / 2)));
  }

  /** Takes a place if one is free. The caller must release it. */
  tryAcquire({ isBestEffort }: Lane): boolean {
    const side = this.#sideOf(isBestEffort);
    if (this.#free === 0 || !side.mayRun) return false;
    this.#free -= 1;
    side.running += 1;
    return true;
  }

  /** Whether no more may wait in a lane. */
  isFull({ key, isBestEffort }: Lane): boolean {
    return (this.#sideOf(isBestEffort).lanes.get(key)?.size ?? 0) >= this.#perLane;
  }

  /**
   * Waits for a place.
   * @param deadline by the clock's `monotonic()`; may be infinite.
   * @returns true if a place was acquired in time; the caller must release it.
   */
  acquire({ key, isBestEffort }: Lane, deadline: number, signal: CancelSignal | undefined): Promise<boolean> {
    const { lanes } = this.#sideOf(isBestEffort);
    return new Promise((resolve) => {
      const end = (acquired: boolean): void => {
        const waiters = lanes.get(key);
        waiters?.delete(end);
        if (waiters?.size === 0) lanes.delete(key);
        this.#clock.clearTimeout(timeout);
        signal?.removeEventListener('abort', giveUp);
        resolve(acquired);
      };
      const giveUp = (): void => end(false);
      const timeout = Number.isFinite(deadline)
        ? this.#clock.setTimeout(giveUp, deadline - this.#clock.monotonic())
        : undefined;
      const waiters = lanes.get(key);
      if (waiters) waiters.add(end);
      else lanes.set(key, new Set([end]));
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  release({ isBestEffort }: Lane): void {
    this.#sideOf(isBestEffort).running -= 1;
    this.#free += 1;
    while (this.#free > 0 && this.#serveNext());
  }

  /** Gives a free place to whoever is next. @returns false if nobody is. */
  #serveNext(): boolean {
    const first = this.#sideOf(!this.#wasBestEffort);
    const second = this.#sideOf(this.#wasBestEffort);
    for (const side of [first, second]) {
      const waiter = side.mayRun ? side.next() : undefined;
      if (!waiter) continue;
      this.#wasBestEffort = side === this.#bestEffort;
      this.#free -= 1;
      side.running += 1;
      waiter(true);
      return true;
    }
    return false;
  }

  #sideOf(isBestEffort: boolean): Side {
    return isBestEffort ? this.#bestEffort : this.#guaranteed;
  }
}
