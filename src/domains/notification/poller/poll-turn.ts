import { type PacedQueue, Turn } from '../../../lib/pacing/paced-queue.ts';

/** Why a poll jumps the queue: its user opened or resumed a stream, was sent something, or has more pages to read. */
export const JUMPS = ['arrived', 'sent', 'page'] as const;
export type Jump = (typeof JUMPS)[number];

/** A poller that is called when its turn comes. */
interface Poller {
  poll(): void;
}

/** What a turn is for. `pause`: a poll that nothing may hurry. `call`: another call of the running poll. */
type Awaited = 'poll' | 'pause' | 'call';

/** One user's place in the queue of polls. Reused for every wait; between waits it is not in the queue. */
export class PollTurn extends Turn {
  readonly #queue: PacedQueue<Jump>;
  readonly #poller: Poller;
  #awaited: Awaited | null = null;
  /** A request to hurry that arrived when there was no wait to shorten. It shortens the next one, unless a poll begins first. */
  #pending: Jump | 'due' | null = null;
  /** Lets the running poll make its next call. */
  #onCall: (() => void) | null = null;

  constructor(queue: PacedQueue<Jump>, poller: Poller) {
    super();
    this.#queue = queue;
    this.#poller = poller;
  }

  /** Lets the next poll begin, after `delay` milliseconds unless hurried. */
  wait(delay: number): void {
    this.#await('poll', delay);
    if (this.#pending) this.hurry(this.#pending);
  }

  /** Like {@link wait}, but nothing shortens the delay. */
  pause(delay: number): void {
    this.#await('pause', delay);
  }

  /** Resolves when the poll may make another call, or when it is canceled. */
  anotherCall(): Promise<void> {
    return new Promise((resolve) => {
      this.#onCall = resolve;
      this.#await('call', 0);
      if (this.#awaited !== null) this.#queue.jump(this, 'page');
    });
  }

  /** Ends the wait. @returns whether it was one for the next poll. */
  cancel(): boolean {
    const awaited = this.#awaited;
    if (awaited === null) return false;
    this.#queue.remove(this);
    this.#end();
    return awaited !== 'call';
  }

  /** Whether the next poll waits for its turn alone, and may be hurried. */
  get isWaiting(): boolean {
    return this.#awaited === 'poll';
  }

  /** Makes the next poll due now; with a jump, also ahead of the queue. During a poll, another one follows. */
  hurry(how: Jump | 'due'): void {
    if (!this.isWaiting) this.#pending = how === 'due' ? (this.#pending ?? how) : how;
    else if (how === 'due') this.#queue.advance(this);
    else this.#queue.jump(this, how);
  }

  /** Makes the next poll due at this time, by the clock's `monotonic()`, if it would be later. */
  advance(dueAt: number): void {
    if (this.isWaiting) this.#queue.advance(this, dueAt);
  }

  begin(): void {
    const isPoll = this.#awaited !== 'call';
    this.#end();
    if (isPoll) this.#poller.poll();
  }

  #await(what: Awaited, delay: number): void {
    this.#awaited = what;
    this.#queue.schedule(this, delay);
  }

  #end(): void {
    if (this.#awaited !== 'call') this.#pending = null;
    this.#awaited = null;
    this.#onCall?.();
    this.#onCall = null;
  }
}
