import type { CancelSignal } from '../cancellation.ts';
import type { Clock } from '../clock.ts';

/** A queue of a {@link FairQueue}. Lanes are served round robin, regardless of their lengths. */
export interface Lane {
  /** A proven caller, or the site of a network: a name among all lanes. */
  readonly owner: string;
  /** Whether it is of a proven caller. The others share half of the places, and get every second one that becomes free. */
  readonly isProven: boolean;
  /** Counts calls that wait in it. @returns null if too many do. Absent: any number may. */
  hold?(resource: 'waiting', amount: number): { release(): void } | null;
}

/** The lane of the gateway's own work. */
export const OWN_LANE: Lane = { owner: 'gateway', isProven: true };

type Waiter = (acquired: boolean) => void;

/** The best-effort lanes, or all others. */
class LaneGroup {
  /** Places that its lanes may have beside those that they have. */
  #free: number;
  /** By owner. */
  readonly #runningOf = new Map<string, number>();
  /** By owner, in order of service. Never empty. */
  readonly lanes = new Map<string, Set<Waiter>>();

  constructor(places: number) {
    this.#free = places;
  }

  /** Whether a lane leaves the others as many places as it has. @param free those of all groups. */
  mayRun(owner: string, free: number): boolean {
    return (this.#runningOf.get(owner) ?? 0) < Math.min(free, this.#free);
  }

  /** Counts work of a lane that begins or ends. */
  count(owner: string, change: 1 | -1): void {
    this.#free -= change;
    const running = (this.#runningOf.get(owner) ?? 0) + change;
    if (running === 0) this.#runningOf.delete(owner);
    else this.#runningOf.set(owner, running);
  }

  /** Counts the work of the first waiter of the next lane, which moves to the end of the rotation. The waiter removes itself. */
  next(free: number): Waiter | undefined {
    for (const [owner, waiters] of this.lanes) {
      const [first] = waiters;
      if (!first || !this.mayRun(owner, free)) continue;
      this.lanes.delete(owner);
      this.lanes.set(owner, waiters);
      this.count(owner, 1);
      return first;
    }
    return undefined;
  }
}

/**
 * Concurrency limit with a fair queue: what waits is served round robin over lanes, so that a lane waits for one piece of each
 * other lane's work and not for all of it. A lane begins more only while it has less than is free, since what it does may hang: one
 * alone has half of the places, N that go on have 1/(N+1) each, and the last place is for a lane that has none. All best-effort lanes
 * together have half of the places, shared in the same way, and are served every second time: however many of them there are, they get
 * no more.
 */
export class FairQueue {
  readonly #clock: Clock;
  readonly #guaranteed: LaneGroup;
  readonly #bestEffort: LaneGroup;
  /** Both, first the one that was not served last. */
  readonly #groups: LaneGroup[];
  #free: number;

  /** @param places pieces of work at a time. */
  constructor(clock: Clock, places: number) {
    this.#clock = clock;
    this.#free = places;
    this.#guaranteed = new LaneGroup(places);
    this.#bestEffort = new LaneGroup(Math.max(1, Math.floor(places / 2)));
    this.#groups = [this.#guaranteed, this.#bestEffort];
  }

  /** Takes a place if one is free. The caller must release it. */
  tryAcquire({ owner, isProven }: Lane): boolean {
    const group = this.#groupOf(isProven);
    if (!group.mayRun(owner, this.#free)) return false;
    this.#free -= 1;
    group.count(owner, 1);
    return true;
  }

  /**
   * Waits for a place.
   * @param deadline by the clock's `monotonic()`; may be infinite.
   * @returns true if a place was acquired in time; the caller must release it.
   */
  acquire({ owner, isProven }: Lane, deadline: number, signal?: CancelSignal): Promise<boolean> {
    const { lanes } = this.#groupOf(isProven);
    return new Promise((resolve) => {
      const end = (acquired: boolean): void => {
        const waiters = lanes.get(owner);
        waiters?.delete(end);
        if (waiters?.size === 0) lanes.delete(owner);
        this.#clock.clearTimeout(timeout);
        signal?.removeEventListener('abort', giveUp);
        resolve(acquired);
      };
      const giveUp = (): void => end(false);
      const timeout = Number.isFinite(deadline)
        ? this.#clock.setTimeout(giveUp, deadline - this.#clock.monotonic())
        : undefined;
      const waiters = lanes.get(owner) ?? new Set();
      lanes.set(owner, waiters.add(end));
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  release({ owner, isProven }: Lane): void {
    this.#groupOf(isProven).count(owner, -1);
    this.#free += 1;
    while (this.#free > 0 && this.#serveNext());
  }

  /** Gives a free place to the next waiter. @returns false if there is none. */
  #serveNext(): boolean {
    for (const group of this.#groups) {
      const waiter = group.next(this.#free);
      if (!waiter) continue;
      if (group === this.#groups[0]) this.#groups.reverse();
      this.#free -= 1;
      waiter(true);
      return true;
    }
    return false;
  }

  #groupOf(isProven: boolean): LaneGroup {
    return isProven ? this.#guaranteed : this.#bestEffort;
  }
}
