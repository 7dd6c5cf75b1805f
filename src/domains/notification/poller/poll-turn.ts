import type { CancelSignal } from '../../../graph/cancellation.ts';
import { type PacedQueue, Turn } from '../../../graph/pacing/paced-queue.ts';

/** Why a poll jumps the queue: its user opened or resumed a stream, was sent something, or has more pages to read. */
export const JUMPS = ['arrived', 'sent', 'page'] as const;
export type Jump = (typeof JUMPS)[number];

/** One user's place in the queue of polls. It is waited for again and again; nothing is queued in between. */
export class PollTurn {
  readonly #queue: PacedQueue<Jump>;
  readonly #turn = new Turn(() => this.#end?.());
  /** Ends the current wait. Null: nothing waits. */
  #end: (() => void) | null = null;
  /** Whether the current wait may become shorter. */
  #canHurry = false;
  /** What came while it could shorten no wait. It hurries the next one, unless a poll begins first. */
  #pending: Jump | 'due' | null = null;

  constructor(queue: PacedQueue<Jump>) {
    this.#queue = queue;
  }

  /** Resolves when the poll may begin, after `delay` milliseconds unless hurried, or when the signal aborts. */
  async wait(delay: number, signal: CancelSignal): Promise<void> {
    this.#canHurry = true;
    const waiting = this.#wait(delay, signal);
    if (this.#pending) this.hurry(this.#pending);
    await waiting;
    this.#canHurry = false;
    this.#pending = null;
  }

  /** Like {@link wait}, but nothing shortens the delay. */
  async pause(delay: number, signal: CancelSignal): Promise<void> {
    await this.#wait(delay, signal);
    this.#pending = null;
  }

  /** Resolves when the poll may make another call, or when the signal aborts. */
  anotherCall(signal: CancelSignal): Promise<void> {
    const waiting = this.#wait(0, signal);
    if (this.#end) this.#queue.jump(this.#turn, 'page');
    return waiting;
  }

  /** Whether a poll waits for its turn, and for nothing else. */
  get isWaiting(): boolean {
    return this.#canHurry && this.#end !== null;
  }

  /** Makes the next poll due now; with a jump, also ahead of the queue. During a poll, another one follows. */
  hurry(how: Jump | 'due'): void {
    if (!this.isWaiting) this.#pending = how === 'due' ? (this.#pending ?? how) : how;
    else if (how === 'due') this.advance(performance.now());
    else this.#queue.jump(this.#turn, how);
  }

  /** Makes the next poll due at this time, by `performance.now()`, if it would be later. */
  advance(dueAt: number): void {
    if (this.isWaiting) this.#queue.advance(this.#turn, dueAt);
  }

  #wait(delay: number, signal: CancelSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        this.#end = null;
        this.#queue.remove(this.#turn);
        signal.removeEventListener('abort', end);
        resolve();
      };
      this.#end = end;
      if (signal.aborted) return end();
      signal.addEventListener('abort', end, { once: true });
      this.#queue.schedule(this.#turn, delay);
    });
  }
}
