import { hash, randomInt } from 'node:crypto';

/** Asks the platform whether a credential's session stands. Rejects where the platform cannot tell. */
export type CheckSession = (authorization: string) => Promise<boolean>;

/** Why a stream must end. `over`: its session is; `unknown`: the platform has not been able to tell for too long. */
export type SessionEnd = 'over' | 'unknown';

export interface SessionsOptions {
  check: CheckSession;
  /** Milliseconds between checks of one session. */
  interval: number;
}

/** How many intervals a stream stays open while the platform cannot tell. */
const TOLERATED_INTERVALS = 3;
/** Part of an interval by which checks may come early. */
const SPREAD = 0.1;
/** Part of an interval over which the checks of sessions in doubt are spread. */
const SOON = 0.05;

/**
 * The sessions behind the streams of this process. Each is checked on a timer, once however many streams it has.
 * Credentials are held in memory alone, as long as a stream is open under them.
 */
export class Sessions {
  readonly #check: CheckSession;
  readonly #interval: number;
  readonly #watches = new Map<string, Watch>();

  constructor({ check, interval }: SessionsOptions) {
    this.#check = check;
    this.#interval = interval;
  }

  /** @returns whether the session stands; null where the platform cannot tell. */
  async stands(authorization: string): Promise<boolean | null> {
    return this.#check(authorization).catch(() => null);
  }

  /** Tells when a session ends. @returns ends the watch. */
  watch(authorization: string, onEnd: (end: SessionEnd) => void): () => void {
    const key = sessionKey(authorization);
    const watch = this.#watches.get(key) ?? this.#start(key, authorization);
    watch.listeners.add(onEnd);
    return () => {
      watch.listeners.delete(onEnd);
      if (watch.listeners.size === 0) this.#stop(key, watch);
    };
  }

  /** Ends the streams of a session at once: it was signed out. */
  end(key: string): void {
    const watch = this.#watches.get(key);
    if (watch) this.#finish(key, watch, 'over');
  }

  /** Checks every session soon: that one was signed out may not have been heard. */
  doubt(): void {
    for (const [key, watch] of this.#watches) {
      const delay = randomInt(Math.ceil(this.#interval * SOON));
      // What is to be checked sooner stays so, however often there is doubt.
      if (performance.now() + delay < watch.dueAt) this.#schedule(key, watch, delay);
    }
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

  /** Spread, so that streams opened together are not checked together for ever. */
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
    const stands = await this.stands(watch.authorization);
    if (this.#watches.get(key) !== watch) return;
    if (stands === false) return this.#finish(key, watch, 'over');
    // Put in doubt meanwhile: what was found may be of before.
    if (watch.timer !== timer) return;
    const now = performance.now();
    watch.unknownSince = stands === null ? (watch.unknownSince ?? now) : null;
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
  /** When the platform could not tell for the first time in a row. Times by `performance.now()`. */
  unknownSince: number | null;
  timer: NodeJS.Timeout | undefined;
  /** When the next check begins; not while one is under way. */
  dueAt: number;
}

/** The same for all spellings of a token: with or without `Bearer`. */
export const tokenOf = (authorization: string): string => authorization.trim().replace(/^bearer\s+/i, '');

/** Names a session without its token: it may be sent to other instances. */
export const sessionKey = (authorization: string): string =>
  hash('sha256', tokenOf(authorization), 'base64url');

/** Whether a credential has a session that ends: a user's or an ATO token, but not a plugin's own. */
export const hasSession = (authorization: string | undefined): authorization is string =>
  authorization !== undefined && authorization.trim() !== '' && !/^basic\s/i.test(authorization.trim());
