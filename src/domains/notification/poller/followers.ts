import type { Clock, Timer } from '../../../lib/clock.ts';

/** A stream of the user on this instance. */
export interface Follower {
  readonly token: string;
  /** Notifications listed before this time are not new to it. Infinite: its stream has not begun. */
  since: number;
}

interface Rejection {
  token: string;
  retry: Timer;
}

/** The streams of one user, and their tokens. */
export class Followers {
  readonly #clock: Clock;
  /** The most recent one is last. The array is replaced on each change: one that grows takes more memory. */
  #followers: readonly Follower[] = [];
  /** Tokens the platform rejected, until their next attempt: one wrong rejection must not silence a stream. */
  #rejected: readonly Rejection[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isEmpty(): boolean {
    return this.#followers.length === 0;
  }

  /** The most recent follower's token that was not rejected. Null: none. */
  get token(): string | null {
    return this.#followers.findLast(({ token }) => !this.#isRejected(token))?.token ?? null;
  }

  /** When the earliest stream began. */
  get earliest(): number {
    return Math.min(...this.#followers.map(({ since }) => since));
  }

  has(token: string): boolean {
    return this.#followers.some((follower) => follower.token === token);
  }

  add(follower: Follower): void {
    this.#followers = this.#followers.concat(follower);
    // A new follower may have a reason to retry a rejected token.
    this.accept(follower.token);
  }

  /** @returns false if it was not a follower. */
  remove(follower: Follower): boolean {
    const others = this.#followers.filter((other) => other !== follower);
    if (others.length === this.#followers.length) return false;
    this.#followers = others;
    if (!this.has(follower.token)) this.accept(follower.token);
    return true;
  }

  /** Marks all streams as begun. */
  begin(now: number): void {
    for (const follower of this.#followers) follower.since = Math.min(follower.since, now);
  }

  /** Sets a token aside for some milliseconds. @param onRetry called after that. */
  reject(token: string, milliseconds: number, onRetry: () => void): void {
    const retry = this.#clock.setTimeout(() => {
      this.accept(token);
      onRetry();
    }, milliseconds);
    this.#rejected = this.#rejected.concat({ token, retry: retry.unref() });
  }

  /** Makes a rejected token available again. */
  accept(token: string): void {
    if (!this.#isRejected(token)) return;
    for (const rejection of this.#rejected)
      if (rejection.token === token) this.#clock.clearTimeout(rejection.retry);
    this.#rejected = this.#rejected.filter((rejection) => rejection.token !== token);
  }

  /** Cancels all retries. */
  close(): void {
    for (const { retry } of this.#rejected) this.#clock.clearTimeout(retry);
    this.#rejected = [];
  }

  #isRejected(token: string): boolean {
    return this.#rejected.some((rejection) => rejection.token === token);
  }
}
