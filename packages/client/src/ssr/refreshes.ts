import type { Clock } from '../clock.ts';
import { isRefused, SessionError } from '../session/request.ts';
import { dueAt, type HeldTokens } from './tokens.ts';

/** What a refresh has led to. */
export type Refreshed =
  | { readonly kind: 'renewed'; readonly tokens: HeldTokens }
  /** The platform does not accept the refresh token, as was known first at `since`. */
  | { readonly kind: 'refused'; readonly since: number }
  /** The gateway or the platform is unreachable, or overloaded. */
  | { readonly kind: 'failed' };

interface Entry {
  readonly refreshed: Promise<Refreshed>;
  /** When it no longer counts, in milliseconds since 1970. */
  until: number;
}

/** Milliseconds that a result counts for requests that the browser sent before it had the new cookies. */
const REMEMBERED = 60_000;
/** Milliseconds until a refresh that failed is tried again. */
const PAUSE = 2000;
/** Entries, of a few kilobytes each. The oldest makes room. */
const MOST_ENTRIES = 1000;

/** One refresh per refresh token, which works once: for parallel requests, and for those that come a little later. */
export class Refreshes {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The result for this refresh token. @param exchange exchanges it for new tokens. */
  of(refreshToken: string, exchange: () => Promise<HeldTokens | SessionError>): Promise<Refreshed> {
    const now = this.#clock.now();
    const known = this.#entries.get(refreshToken);
    if (known && now < known.until) return known.refreshed;
    for (const [key, { until }] of this.#entries)
      if (until <= now || this.#entries.size >= MOST_ENTRIES) this.#entries.delete(key);
    const entry: Entry = {
      refreshed: exchange()
        .then((result) => this.#settle(entry, result))
        .catch((error: unknown) => {
          this.#entries.delete(refreshToken);
          throw error;
        }),
      until: Number.POSITIVE_INFINITY,
    };
    this.#entries.set(refreshToken, entry);
    return entry.refreshed;
  }

  #settle(entry: Entry, result: HeldTokens | SessionError): Refreshed {
    const now = this.#clock.now();
    if (result instanceof SessionError) {
      const refused = isRefused(result);
      entry.until = now + (refused ? REMEMBERED : PAUSE);
      return refused ? { kind: 'refused', since: now } : { kind: 'failed' };
    }
    entry.until = Math.min(now + REMEMBERED, result.access ? dueAt(result.access) : now);
    return { kind: 'renewed', tokens: result };
  }
}
