import { hash, randomInt } from 'node:crypto';
import { GatewayError } from '../graph/errors.ts';
import { type Boundary, visitAll } from '../lib/boundary.ts';
import type { CancelSignal } from '../lib/cancellation.ts';
import type { Clock } from '../lib/clock.ts';
import { FairQueue, type Lane } from '../lib/pacing/fair-queue.ts';
import { PacedQueue, type PacedQueueOptions, PacedTask } from '../lib/pacing/paced-queue.ts';
import { tokenOf } from './callers.ts';

/**
 * Checks with the platform whether a credential's session is valid. Rejects if the outcome is unknown.
 * @param lane of the client that waits for it. Null: none does, and a failed call is not retried.
 */
export type CheckSession = (authorization: string, lane: Lane | null) => Promise<boolean>;

/** A client whose credential is used when it is its turn. */
export interface WaitingClient {
  authorization: string;
  lane: Lane;
  /** Aborted when it has gone. */
  signal: CancelSignal;
}

/** Why a session ends here. `expired`: expired, revoked or signed out. `unknown`: unconfirmed for too long. */
export type SessionEnd = 'expired' | 'unknown';

/** How often watched sessions are checked. */
export interface SessionsOptions extends Omit<PacedQueueOptions, 'onBegin'> {
  check: CheckSession;
  /** Called for each session whose watch begins or ends. */
  onWatched?: (change: 1 | -1) => void;
  /** Receives the milliseconds since the previous check of a session, or since the beginning of its watch. */
  observer?: { checked(milliseconds: number): void };
  boundary: Boundary;
}

/** Intervals after the first failed check for which a stream stays open without a confirmed session. */
const TOLERATED_INTERVALS = 3;
/** Fraction of an interval by which checks may be early. */
const SPREAD = 0.1;
/** Fraction of the first interval by which its check may be early. */
const FIRST_SPREAD = 0.5;
/** Fraction of an interval over which the checks of doubtful sessions are spread. */
const SOON = 0.05;
/**
 * Calls at a time for clients that connect or open a stream. They wait here without a deadline: thousands of clients may return at once.
 * Each call is followed by a millisecond or two of work for its stream.
 */
const FOR_CLIENTS = 64;
/** Maximum confirmed sessions on record, oldest first out: about 2 MB. */
const MAX_CONFIRMED = 10_000;

/**
 * The sessions that the platform confirmed to this process. Those with open streams are revalidated on schedule, once for
 * all of their streams, within a budget; others count as confirmed for one interval.
 * Credentials stay in memory, and only as long as they have an open stream.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #clock: Clock;
  /** The watched sessions. */
  readonly queue: PacedQueue;
  /** Two, because the calls are to different routes: if one hangs, the other goes on. */
  readonly #checks: FairQueue;
  readonly #reads: FairQueue;
  readonly #watches = new Map<string, Watch>();
  /** By key, when the platform confirmed the session, by the clock's `monotonic()`. Map order is the eviction order. */
  readonly #confirmed = new Map<string, number>();
  /** Number of times that sessions may have ended: a check that began before the last of them confirms nothing. */
  #endings = 0;

  constructor(options: SessionsOptions) {
    const { clock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#checks = new FairQueue(clock, FOR_CLIENTS);
    this.#reads = new FairQueue(clock, FOR_CLIENTS);
    this.queue = new PacedQueue(options);
  }

  /**
   * Whether the session is valid, when it is its turn to be checked. Null: the check failed, or the client has gone.
   * @param signal aborted when the client has gone.
   */
  async isValid(authorization: string, lane: Lane, signal: CancelSignal): Promise<boolean | null> {
    const check = (): Promise<boolean> => this.#options.check(authorization, lane);
    return this.#inTurn(this.#checks, { authorization, lane, signal }, check).catch(() => null);
  }

  /** Checks the session of a client in its lane's turn. @returns null if the client has gone. */
  async #inTurn<Result>(
    queue: FairQueue,
    { authorization, lane, signal }: WaitingClient,
    check: () => Promise<Result>,
  ): Promise<Result | null> {
    const hasPlace = queue.tryAcquire(lane) || (await queue.acquire(lane, Number.POSITIVE_INFINITY, signal));
    if (!hasPlace) return null;
    try {
      return signal.aborted ? null : await this.#record(sessionKey(authorization), check);
    } finally {
      queue.release(lane);
    }
  }

  /**
   * Whether the session is valid: confirmed within the last interval, or by this check now.
   * @throws what `check` throws.
   */
  async confirm(authorization: string, check: () => Promise<boolean>): Promise<boolean> {
    const key = sessionKey(authorization);
    const confirmedAt = this.#confirmed.get(key) ?? Number.NEGATIVE_INFINITY;
    const isConfirmed = this.#clock.monotonic() - confirmedAt < this.#options.interval;
    return isConfirmed || this.#record(key, check);
  }

  /**
   * Runs a read that only a valid session allows, when it is its turn; the session then needs no check. The read must not share
   * a call that began earlier. @returns the result; null withdraws an earlier confirmation.
   */
  confirmByRead<Result>(client: WaitingClient, read: () => Promise<Result | null>): Promise<Result | null> {
    return this.#inTurn(this.#reads, client, read);
  }

  /** Whether a check or read that began after a time, by the clock's `monotonic()`, confirmed the session. */
  wasConfirmedSince(authorization: string, time: number): boolean {
    const confirmedAt = this.#confirmed.get(sessionKey(authorization));
    return confirmedAt !== undefined && confirmedAt >= time;
  }

  /** Calls back when a session ends. @returns a function that stops the watch. */
  watch(authorization: string, onEnd: (end: SessionEnd) => void): () => void {
    const key = sessionKey(authorization);
    const watch = this.#watches.get(key) ?? this.#start(key, authorization);
    watch.listeners = watch.listeners.concat(onEnd);
    return () => {
      watch.listeners = watch.listeners.filter((other) => other !== onEnd);
      if (watch.listeners.length === 0) this.#stop(watch);
    };
  }

  /** Ends a session at once: its user has signed out. */
  end(key: string): void {
    this.#endings += 1;
    this.#confirmed.delete(key);
    const watch = this.#watches.get(key);
    if (watch) this.#finish(watch, 'expired');
  }

  /** Revalidates every session soon: a sign-out may have been missed. */
  revalidateAll(): void {
    this.#endings += 1;
    this.#confirmed.clear();
    const now = this.#clock.monotonic();
    // An earlier check stays due, however often there is doubt.
    for (const watch of this.#watches.values())
      this.queue.advance(watch, now + randomInt(Math.ceil(this.#options.interval * SOON)));
  }

  /** Records what a check finds: false or null is no valid session. */
  async #record<Result>(key: string, check: () => Promise<Result>): Promise<Result> {
    const endings = this.#endings;
    const startedAt = this.#clock.monotonic();
    const result = await check();
    const isValid = result !== false && result !== null;
    // Reinsert: Map order is the eviction order.
    if (!isValid || endings === this.#endings) this.#confirmed.delete(key);
    if (isValid && endings === this.#endings) this.#confirmed.set(key, startedAt);
    const [oldest] = this.#confirmed.keys();
    if (this.#confirmed.size > MAX_CONFIRMED && oldest !== undefined) this.#confirmed.delete(oldest);
    return result;
  }

  #start(key: string, authorization: string): Watch {
    const watch = new Watch(this, key, authorization, this.#clock.monotonic());
    this.#watches.set(key, watch);
    this.#options.onWatched?.(1);
    // Anywhere in the second half of the interval, so that sessions that began together are not checked together.
    this.queue.schedule(watch, this.#options.interval * (1 - Math.random() * FIRST_SPREAD));
    return watch;
  }

  /** Checks a watched session: its turn has come. After a fault, it has another. */
  recheck(watch: Watch): void {
    this.#options.boundary.run(
      'session check',
      () => this.#recheck(watch),
      () => this.#scheduleNext(watch),
    );
  }

  async #recheck(watch: Watch): Promise<void> {
    const { key, authorization } = watch;
    const { stretch } = this.queue;
    const startedAt = this.#clock.monotonic();
    this.#options.observer?.checked(startedAt - watch.checkedAt);
    watch.checkedAt = startedAt;
    const check = (): Promise<boolean> => this.#options.check(authorization, null);
    const isValid = await this.#record(key, check).catch((error: unknown) => {
      if (error instanceof GatewayError && error.extensions.retryAfterMs !== undefined)
        stretch.recordPushback();
      return null;
    });
    stretch.recordLatency(this.#clock.monotonic() - startedAt);
    if (this.#watches.get(key) !== watch) return;
    if (isValid === false) return this.#finish(watch, 'expired');
    // Doubt arose during the check, whose result may predate it.
    if (watch.isQueued) return;
    if (isValid) watch.missedAt = null;
    else if (this.#misses(watch)) return this.#finish(watch, 'unknown');
    this.#scheduleNext(watch);
  }

  /** Counts an unconfirmed check. @returns whether the session has been unconfirmed for too long. */
  #misses(watch: Watch): boolean {
    const now = this.#clock.monotonic();
    if (watch.missedAt === null) watch.missed = 0;
    // Doubt may cause several checks in an interval: they count as one.
    else if (now - watch.missedAt < this.#options.interval * (1 - 2 * SPREAD)) return false;
    else watch.missed += 1;
    watch.missedAt = now;
    return watch.missed >= TOLERATED_INTERVALS;
  }

  /** Schedules the next check of a session that is still watched. */
  #scheduleNext(watch: Watch): void {
    if (this.#watches.get(watch.key) !== watch || watch.isQueued) return;
    const { factor } = this.queue.stretch;
    this.queue.schedule(watch, this.#options.interval * factor * (1 - Math.random() * SPREAD));
  }

  #finish(watch: Watch, end: SessionEnd): void {
    this.#stop(watch);
    visitAll(watch.listeners, (listener) => listener(end));
  }

  #stop(watch: Watch): void {
    this.queue.remove(watch);
    if (this.#watches.get(watch.key) !== watch) return;
    this.#watches.delete(watch.key);
    this.#options.onWatched?.(-1);
  }
}

/** The watch over one session. */
class Watch extends PacedTask {
  readonly key: string;
  readonly authorization: string;
  /** Replaced, not changed: a set, or an array that grows, takes more memory. */
  listeners: readonly ((end: SessionEnd) => void)[] = [];
  /** When the last check began, or the watch. Times are by the clock's `monotonic()`. */
  checkedAt: number;
  /** Intervals since `missedAt` was first set in which no check was confirmed. */
  missed = 0;
  /** When the last check that counts remained unconfirmed. Null: the last one was confirmed. */
  missedAt: number | null = null;
  readonly #sessions: Sessions;

  constructor(sessions: Sessions, key: string, authorization: string, now: number) {
    super();
    this.checkedAt = now;
    this.#sessions = sessions;
    this.key = key;
    this.authorization = authorization;
  }

  begin(): void {
    this.#sessions.recheck(this);
  }
}

/** Identifies a session without revealing its token; may be sent to other instances. */
export const sessionKey = (authorization: string): string =>
  hash('sha256', tokenOf(authorization), 'base64url');

/** Whether a credential has a session: a user or ATO token does, a plugin's own credential does not. */
export const hasSession = (authorization: string | undefined): authorization is string =>
  authorization !== undefined && authorization.trim() !== '' && !/^basic\s/i.test(authorization.trim());
