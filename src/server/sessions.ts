import { createHash, randomInt } from 'node:crypto';

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

  #start(key: string, authorization: string): Watch {
    const watch: Watch = { listeners: new Set(), failures: 0, timer: undefined };
    this.#watches.set(key, watch);
    this.#schedule(key, authorization, watch);
    return watch;
  }

  /** Spread, so that streams opened together are not checked together for ever. */
  #schedule(key: string, authorization: string, watch: Watch): void {
    const delay = this.#interval - randomInt(Math.max(1, Math.floor(this.#interval / 10)));
    watch.timer = setTimeout(() => void this.#recheck(key, authorization, watch), delay);
  }

  async #recheck(key: string, authorization: string, watch: Watch): Promise<void> {
    const stands = await this.stands(authorization);
    if (this.#watches.get(key) !== watch) return;
    watch.failures = stands === null ? watch.failures + 1 : 0;
    if (stands === false) this.#finish(key, watch, 'over');
    else if (watch.failures > TOLERATED_INTERVALS) this.#finish(key, watch, 'unknown');
    else this.#schedule(key, authorization, watch);
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
  listeners: Set<(end: SessionEnd) => void>;
  /** Checks in a row that the platform could not answer. */
  failures: number;
  timer: NodeJS.Timeout | undefined;
}

/** Names a session without its token: it may be sent to other instances. */
export const sessionKey = (authorization: string): string =>
  createHash('sha256')
    .update(authorization.trim().replace(/^bearer\s+/i, ''))
    .digest('base64url');

/** Whether a credential has a session that ends: a user's or an ATO token, but not a plugin's own. */
export const hasSession = (authorization: string | undefined): authorization is string =>
  authorization !== undefined && authorization.trim() !== '' && !/^basic\s/i.test(authorization.trim());
