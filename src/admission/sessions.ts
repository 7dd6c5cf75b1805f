import { hash, randomInt } from 'node:crypto';

/** Checks with the platform whether a credential's session is valid. Rejects if the platform does not say. */
export type CheckSession = (authorization: string) => Promise<boolean>;

/** Why a session ends here. `expired`: expired, revoked or signed out. `unknown`: unconfirmed for too long. */
export type SessionEnd = 'expired' | 'unknown';

export interface SessionsOptions {
  check: CheckSession;
  /** Milliseconds between checks of one session. */
  interval: number;
}

/** Intervals for which a stream stays open while the platform does not confirm its session. */
const TOLERATED_INTERVALS = 3;
/** Fraction of an interval by which checks may be early. */
const SPREAD = 0.1;
/** Fraction of an interval over which the checks of doubtful sessions are spread. */
const SOON = 0.05;
/** Maximum confirmed sessions on record, oldest first out: about 2 MB. */
const MAX_CONFIRMED = 10_000;

/**
 * The sessions that the platform confirmed to this process. Those with open streams are revalidated on a timer, once for
 * all of their streams; others count as confirmed for one interval.
 * Credentials stay in memory, and only as long as they have an open stream.
 */
export class Sessions {
  readonly #check: CheckSession;
  readonly #interval: number;
  readonly #watches = new Map<string, Watch>();
  /** By key, when the platform confirmed the session, by `performance.now()`. Map order is the eviction order. */
  readonly #confirmed = new Map<string, number>();
  /** Number of times that sessions may have ended: a check that began before the last of them confirms nothing. */
  #endings = 0;

  constructor({ check, interval }: SessionsOptions) {
    this.#check = check;
    this.#interval = interval;
  }

  /** Whether the session is valid; null if the platform does not say. */
  async isValid(authorization: string): Promise<boolean | null> {
    return this.#record(sessionKey(authorization), () => this.#check(authorization)).catch(() => null);
  }

  /**
   * Whether the session is valid: confirmed within the last interval, or by this check now.
   * @throws what `check` throws.
   */
  async confirm(authorization: string, check: () => Promise<boolean>): Promise<boolean> {
    const key = sessionKey(authorization);
    const confirmedAt = this.#confirmed.get(key);
    if (confirmedAt !== undefined && performance.now() - confirmedAt < this.#interval) return true;
    return this.#record(key, check);
  }

  /** Calls back when a session ends. @returns a function that stops the watch. */
  watch(authorization: string, onEnd: (end: SessionEnd) => void): () => void {
    const key = sessionKey(authorization);
    const watch = this.#watches.get(key) ?? this.#start(key, authorization);
    watch.listeners.add(onEnd);
    return () => {
      watch.listeners.delete(onEnd);
      if (watch.listeners.size === 0) this.#stop(key, watch);
    };
  }

  /** Ends a session at once: its user has signed out. */
  end(key: string): void {
    this.#endings += 1;
    this.#confirmed.delete(key);
    const watch = this.#watches.get(key);
    if (watch) this.#finish(key, watch, 'expired');
  }

  /** Revalidates every session soon: a sign-out may have been missed. */
  doubt(): void {
    this.#endings += 1;
    this.#confirmed.clear();
    for (const [key, watch] of this.#watches) {
      const delay = randomInt(Math.ceil(this.#interval * SOON));
      // An earlier check stays due, however often there is doubt.
      if (performance.now() + delay < watch.dueAt) this.#schedule(key, watch, delay);
    }
  }

  async #record(key: string, check: () => Promise<boolean>): Promise<boolean> {
    const endings = this.#endings;
    const startedAt = performance.now();
    const isValid = await check();
    // Reinsert: Map order is the eviction order.
    if (!isValid || endings === this.#endings) this.#confirmed.delete(key);
    if (isValid && endings === this.#endings) this.#confirmed.set(key, startedAt);
    const [oldest] = this.#confirmed.keys();
    if (this.#confirmed.size > MAX_CONFIRMED && oldest !== undefined) this.#confirmed.delete(oldest);
    return isValid;
  }

  #start(key: string, authorization: string): Watch {
    const watch: Watch = {
      authorization,
      listeners: new Set(),
      unknownSince: null,
      timer: undefined,
      dueAt: Number.POSITIVE_INFINITY,
    };
    this.#watches.set(key, watch);
    this.#schedule(key, watch, this.#spreadInterval());
    return watch;
  }

  /** Spread, so that sessions that began together are not always checked together. */
  #spreadInterval(): number {
    return this.#interval - randomInt(Math.max(1, Math.floor(this.#interval * SPREAD)));
  }

  #schedule(key: string, watch: Watch, delay: number): void {
    clearTimeout(watch.timer);
    watch.dueAt = performance.now() + delay;
    watch.timer = setTimeout(() => void this.#recheck(key, watch), delay);
  }

  async #recheck(key: string, watch: Watch): Promise<void> {
    const { timer } = watch;
    watch.dueAt = Number.POSITIVE_INFINITY;
    const isValid = await this.isValid(watch.authorization);
    if (this.#watches.get(key) !== watch) return;
    if (isValid === false) return this.#finish(key, watch, 'expired');
    // There was doubt meanwhile: the finding may predate it.
    if (watch.timer !== timer) return;
    const now = performance.now();
    watch.unknownSince = isValid === null ? (watch.unknownSince ?? now) : null;
    const tolerated = TOLERATED_INTERVALS * this.#interval * (1 - SPREAD);
    if (watch.unknownSince !== null && now - watch.unknownSince >= tolerated)
      this.#finish(key, watch, 'unknown');
    else this.#schedule(key, watch, this.#spreadInterval());
  }

  #finish(key: string, watch: Watch, end: SessionEnd): void {
    this.#stop(key, watch);
    for (const listener of [...watch.listeners]) listener(end);
  }

  #stop(key: string, watch: Watch): void {
    clearTimeout(watch.timer);
    if (this.#watches.get(key) === watch) this.#watches.delete(key);
  }
}

interface Watch {
  authorization: string;
  listeners: Set<(end: SessionEnd) => void>;
  /** Since when the platform has not confirmed it. Times are by `performance.now()`. */
  unknownSince: number | null;
  timer: NodeJS.Timeout | undefined;
  /** When the next check begins; infinite during a check. */
  dueAt: number;
}

/** The token of an `Authorization`, with or without `Bearer`. */
export const tokenOf = (authorization: string): string => authorization.trim().replace(/^bearer\s+/i, '');

/** Identifies a session without revealing its token; may be sent to other instances. */
export const sessionKey = (authorization: string): string =>
  hash('sha256', tokenOf(authorization), 'base64url');

/** Whether a credential has a session: a user or ATO token does, a plugin's own credential does not. */
export const hasSession = (authorization: string | undefined): authorization is string =>
  authorization !== undefined && authorization.trim() !== '' && !/^basic\s/i.test(authorization.trim());
