import { type Boundary, visitAll } from '../lib/boundary.ts';
import { Cancellation, type CancelSignal } from '../lib/cancellation.ts';
import type { Clock } from '../lib/clock.ts';
import type { Call } from './call.ts';
import type { Exchange } from './exchange.ts';

/** A read waiting for a shared call. */
type JoiningRead<Result> = Pick<
  Exchange<Result, never>,
  'call' | 'signal' | 'deadline' | 'sendShared' | 'joined' | 'timedOut'
>;

/**
 * Deduplicates reads: identical concurrent reads under one credential share one call. The call is cancelled once no
 * read waits for it. It has the full call timeout, even if the operation that started it has less time left; each read waits
 * until its own deadline.
 */
export class SingleFlight {
  readonly #clock: Clock;
  readonly #timeout: number;
  readonly #boundary: Boundary;
  readonly #calls = new Map<string, SharedCall>();

  /** @param timeout timeout of a call, in milliseconds. */
  constructor(clock: Clock, timeout: number, boundary: Boundary) {
    this.#clock = clock;
    this.#timeout = timeout;
    this.#boundary = boundary;
  }

  /**
   * Joins the call in flight, or starts one. Rejects with the call's error.
   * @param credential the credential sent to the platform; calls are never shared across credentials.
   * @param address the request target.
   */
  join<Result>(credential: string, address: string, waiter: JoiningRead<Result>): Promise<Result> {
    const key = `${address} ${credential}`;
    const inFlight = this.#calls.get(key);
    // While a circuit is open, further reads fail at once: those in flight may hang.
    if (inFlight && !inFlight.call.isPaused?.()) return inFlight.wait(waiter, waiter.joined(inFlight.call));
    const shared = new SharedCall(this.#clock, this.#timeout, credential, waiter.call, () => {
      if (this.#calls.get(key) === shared) this.#calls.delete(key);
    });
    this.#calls.set(key, shared);
    shared.send(waiter, this.#boundary);
    return shared.wait(waiter, undefined);
  }

  /** Stops sharing the calls in flight under a credential: a write may make their results stale. */
  end(credential: string): void {
    for (const [key, shared] of this.#calls) if (shared.credential === credential) this.#calls.delete(key);
  }
}

/** A read that waits. */
interface WaitingRead {
  signal: CancelSignal | undefined;
  /** Listens to its signal. */
  leave: () => void;
  /** Called when the call ends. */
  ended: (() => void) | undefined;
}

/** One call in flight and the reads that wait for it. */
class SharedCall {
  readonly credential: string;
  readonly call: Call;
  /** When the call times out, by the clock's `monotonic()`. */
  readonly #timesOutAt: number;
  readonly #clock: Clock;
  readonly #close: () => void;
  readonly #cancellation = new Cancellation();
  #response: Promise<unknown> = NONE;
  /** Reads that have not left. */
  #count = 0;
  #waiting: WaitingRead[] = [];

  /** @param close stops further reads from joining. */
  constructor(clock: Clock, timeout: number, credential: string, call: Call, close: () => void) {
    this.#clock = clock;
    this.credential = credential;
    this.call = call;
    this.#timesOutAt = clock.monotonic() + timeout;
    this.#close = close;
  }

  send(first: JoiningRead<unknown>, boundary: Boundary): void {
    this.#response = first.sendShared(this.#cancellation);
    const settle = boundary.listener('platform call', () => this.#settle());
    this.#response.then(settle, settle);
  }

  /** @param ended called when the call ends. */
  wait<Result>(waiter: JoiningRead<Result>, ended: (() => void) | undefined): Promise<Result> {
    const { signal, deadline } = waiter;
    this.#count += 1;
    let waits = true;
    const leave = (): void => {
      if (!waits) return;
      waits = false;
      this.#count -= 1;
      if (this.#count > 0) return;
      this.#close();
      this.#cancellation.abort();
    };
    const response = this.#response as Promise<Result>;
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
    this.#waiting.push({ signal, leave, ended });
    // A timer only for waiters whose deadline comes before the call's own.
    return deadline < this.#timesOutAt ? this.#beforeDeadline(waiter, response, leave) : response;
  }

  /** The response, unless the waiter's deadline passes first. */
  #beforeDeadline<Result>(
    waiter: JoiningRead<Result>,
    response: Promise<Result>,
    leave: () => void,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const timeout = this.#clock.setTimeout(() => {
        leave();
        reject(waiter.timedOut());
      }, waiter.deadline - this.#clock.monotonic());
      response.then(resolve, reject).finally(() => this.#clock.clearTimeout(timeout));
    });
  }

  #settle(): void {
    this.#close();
    const waiting = this.#waiting;
    for (const { signal, leave } of waiting) signal?.removeEventListener('abort', leave);
    // V8 may retain outgrown tables of the map for a while; they must not retain the response.
    this.#response = NONE;
    this.#waiting = [];
    visitAll(waiting, ({ ended }) => ended?.());
  }
}

const NONE = Promise.resolve();
