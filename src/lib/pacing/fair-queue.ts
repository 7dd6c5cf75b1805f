import type { CancelSignal } from '../cancellation.ts';
import type { Clock } from '../clock.ts';

/** A queue of a {@link FairQueue}. Lanes are served round robin, regardless of their lengths. */
export interface Lane {
  readonly key: string;
  /** The owner of several lanes. Default: the key. */
  readonly owner?: string;
  /** Best-effort lanes share half of the places, and get every second one that becomes free. */
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
class LaneGroup {
  /** Places that its lanes may have. */
  readonly places: number;
  running = 0;
  /** By key, in order of service. Never empty. */
  readonly lanes = new Map<string, Set<Waiter>>();

  constructor(places: number) {
    this.places = places;
  }

  get mayRun(): boolean {
    return this.running < this.places;
  }

  /** Removes the first waiter of the next lane, which moves to the end of the rotation. */
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
 * Concurrency limit with a fair queue: waiting work is served round robin over lanes, so that a lane waits for one piece of each
 * other lane's work and not for all of it. Best-effort lanes, in any number, have at most half of the places, and get every
 * second one that becomes free.
 */
export class FairQueue {
  readonly #clock: Clock;
  readonly #perLane: number;
  readonly #guaranteed: LaneGroup;
  readonly #bestEffort: LaneGroup;
  #free: number;
  #wasBestEffort = true;

  constructor({ clock, places, perLane }: FairQueueOptions) {
    this.#clock = clock;
    this.#perLane = perLane;
    this.#free = places;
    this.#guaranteed = new LaneGroup(places);
    this.#bestEffort = new LaneGroup(Math.max(1, Math.floor(places / 2)));
  }

  /** Takes a place if one is free. The caller must release it. */
  tryAcquire({ isBestEffort }: Lane): boolean {
    const group = this.#groupOf(isBestEffort);
    if (this.#free === 0 || !group.mayRun) return false;
    this.#free -= 1;
    group.running += 1;
    return true;
  }

  /** Whether the queue of a lane is full. */
  isFull({ key, isBestEffort }: Lane): boolean {
    return (this.#groupOf(isBestEffort).lanes.get(key)?.size ?? 0) >= this.#perLane;
  }

  /**
   * Waits for a place.
   * @param deadline by the clock's `monotonic()`; may be infinite.
   * @returns true if a place was acquired in time; the caller must release it.
   */
  acquire({ key, isBestEffort }: Lane, deadline: number, signal: CancelSignal | undefined): Promise<boolean> {
    const { lanes } = this.#groupOf(isBestEffort);
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
    this.#groupOf(isBestEffort).running -= 1;
    this.#free += 1;
    while (this.#free > 0 && this.#serveNext());
  }

  /** Gives a free place to the next waiter. @returns false if there is none. */
  #serveNext(): boolean {
    const first = this.#groupOf(!this.#wasBestEffort);
    const second = this.#groupOf(this.#wasBestEffort);
    for (const group of [first, second]) {
      const waiter = group.mayRun ? group.next() : undefined;
      if (!waiter) continue;
      this.#wasBestEffort = group === this.#bestEffort;
      this.#free -= 1;
      group.running += 1;
      waiter(true);
      return true;
    }
    return false;
  }

  #groupOf(isBestEffort: boolean): LaneGroup {
    return isBestEffort ? this.#bestEffort : this.#guaranteed;
  }
}
