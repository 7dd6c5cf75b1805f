import { type Clock, SYSTEM_CLOCK, wait } from '../clock.ts';
import { type Credentials, SIGNED_OUT } from '../credentials.ts';
import { EXCHANGE_CODE, REFRESH_SESSION, SIGN_OUT } from '../generated/session-documents.ts';
import { beginSignIn, isRefused, mutate, SessionError, tokensIn } from './request.ts';
import {
  defaultStorage,
  forgivingStorage,
  type PendingSignIn,
  parsePending,
  parseSignIn,
  printSignIn,
  type SessionStorage,
  type SignIn,
  type Tokens,
} from './storage.ts';
import { joinTabs, type Tabs } from './tabs.ts';

/** Settings of a session. */
export interface SessionOptions {
  /** As in `https://gateway.example/graphql`. A path, such as `/graphql`, works in browsers. */
  url: string;
  /**
   * Storage of the tokens. Default: `localStorage` in browsers, so that all tabs share the sign-in; memory elsewhere.
   * `sessionStorage` limits a sign-in to its tab. If it fails, the sign-in lasts as long as the page.
   */
  storage?: SessionStorage | undefined;
  /** Distinguishes several sessions of one origin. Default: `learning-platform`. */
  name?: string | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** @internal */
  clock?: Clock | undefined;
}

/** State of a session. An object is never changed, so equal states are the same object. */
export type SessionState =
  /** The tokens are being read from an asynchronous storage. */
  | { readonly status: 'loading' }
  /** `id` changes with each sign-in, also in another tab, and not with a refresh: a cache belongs to one of them. */
  | { readonly status: 'signed-in'; readonly id: string; readonly tokens: Tokens }
  /** `absent`: never signed in, or signed out. `expired`: ended by the platform, so say that it ended. */
  | { readonly status: 'signed-out'; readonly reason: 'absent' | 'expired' };

/**
 * One sign-in: obtains tokens with PKCE, refreshes them once for all requests and tabs that need it, and ends in all tabs
 * at once. Pass it as `session` to the clients of this package.
 *
 * Scripts on the page can read the tokens. A page that must be safe from third-party scripts keeps them in HTTP-only cookies of
 * its own server instead: `ServerSession` of `./ssr`.
 */
export class Session implements Credentials {
  readonly #options: SessionOptions;
  readonly #storage: SessionStorage;
  readonly #key: string;
  readonly #tabs: Tabs;
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  #state: SessionState = LOADING;
  #refreshing: Promise<void> | null = null;
  #saving: Promise<void> | null = null;
  /** IDs of the sign-ins that were signed out of: tokens of them that are read or renewed later are ignored. */
  readonly #ended = new Set<string>();
  #finishing: { state: string; result: Promise<{ returnTo: string }> } | null = null;

  /** Resolves when the stored tokens have been read: at once, unless the storage is asynchronous. */
  readonly ready: Promise<void>;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#clock = options.clock ?? SYSTEM_CLOCK;
    this.#storage = forgivingStorage(options.storage ?? defaultStorage());
    this.#key = `${options.name ?? 'learning-platform'}.session`;
    this.#tabs = joinTabs(this.#key, (message) => {
      if (message === 'signed-out') void this.#end().catch(() => {});
      else void this.#load(message === 'expired' ? 'expired' : 'absent');
    });
    this.ready = this.#load('absent');
  }

  /** The current state. Fits React's `useSyncExternalStore`, as does `subscribe`. */
  readonly state = (): SessionState => this.#state;

  /**
   * The state for server rendering and hydration: the user is not known yet. For `useSyncExternalStore`, as its third argument.
   */
  readonly serverState = (): SessionState => LOADING;

  /** Subscribes to changes. @returns unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * The `Authorization` header; empty if nobody is signed in.
   * @param refused the header that the gateway has refused: if it is the current one, the session is refreshed first.
   * @throws SessionError if the session cannot be refreshed.
   */
  readonly authorization = async (refused: string | null = null): Promise<string> => {
    await this.ready;
    const current = headerOf(this.#tokens);
    if (refused === null || refused === '' || refused !== current) return current;
    await this.refresh();
    return headerOf(this.#tokens);
  };

  /**
   * Starts a sign-in. Open the returned URL in the browser; the platform's page returns to `redirectUri`, where
   * `finishSignIn` takes over.
   * @param redirectUri registered for the app in the platform's developer console.
   * @param returnTo where the user was; `finishSignIn` returns it. Default: `/`.
   * @throws SessionError
   */
  async beginSignIn({
    redirectUri,
    returnTo = '/',
  }: {
    redirectUri: string;
    returnTo?: string;
  }): Promise<string> {
    const { url, state, codeVerifier } = await beginSignIn(this.#options, redirectUri);
    const others = await this.#pending();
    await this.#storePending([{ state, codeVerifier, returnTo }, ...others.slice(0, MOST_PENDING - 1)]);
    return url;
  }

  /**
   * Completes a sign-in with the URL that the browser returned to. Concurrent calls for one URL share the exchange, so it
   * may be called from an effect that runs twice.
   * @throws SessionError if the user or the platform refused (`?error=…`), if this app did not start the sign-in, or if it
   *   has already finished it.
   */
  finishSignIn(url: string | URL): Promise<{ returnTo: string }> {
    const { searchParams } = new URL(url);
    const [code, state, error] = ['code', 'state', 'error'].map((name) => searchParams.get(name));
    if (error)
      return Promise.reject(new SessionError(searchParams.get('error_description') ?? failedBy(error)));
    if (!code || !state) return Promise.reject(new SessionError(NOT_STARTED_HERE));
    if (this.#finishing?.state !== state)
      this.#finishing = { state, result: this.#exchangeCode(code, state) };
    return this.#finishing.result;
  }

  /** Adopts tokens obtained elsewhere, as from `completeAtoSignOn` or `createAnonymousUser`. */
  async start(tokens: Tokens): Promise<void> {
    await this.#store({ id: Math.random().toString(36).slice(2), tokens });
  }

  /**
   * Exchanges the refresh token for new tokens: once for all concurrent callers and all tabs.
   * @throws SessionError if nobody is signed in, if the platform refuses, which ends the session, or if it is unreachable.
   */
  refresh(): Promise<void> {
    const before = this.#tokens;
    this.#refreshing ??= this.#tabs
      .exclusively(() => this.#renew(before))
      .finally(() => {
        this.#refreshing = null;
      });
    return this.#refreshing;
  }

  /** Signs out in all tabs at once, and on the platform if it is reachable. */
  async signOut(): Promise<void> {
    this.#tabs.tell('signed-out');
    await this.#revoke(await this.#end());
  }

  /** Disconnects from the other tabs and removes all listeners. The tokens stay stored, until `signOut` is called. */
  close(): void {
    this.#tabs.close();
    this.#listeners.clear();
  }

  get #tokens(): Tokens | null {
    return this.#state.status === 'signed-in' ? this.#state.tokens : null;
  }

  async #exchangeCode(code: string, state: string): Promise<{ returnTo: string }> {
    const pending = await this.#pending();
    const own = pending.find((entry) => entry.state === state);
    if (!own) throw new SessionError(NOT_STARTED_HERE);
    // Single-use, like the code.
    await this.#storePending(pending.filter((entry) => entry !== own));
    const result = await mutate(this.#options, EXCHANGE_CODE, { code, codeVerifier: own.codeVerifier });
    await this.start(tokensIn(result));
    return { returnTo: own.returnTo };
  }

  async #renew(before: Tokens | null): Promise<void> {
    // Another tab may have refreshed, or signed out, while this one waited for its turn.
    await this.#load('expired');
    const state = this.#state;
    if (state.status !== 'signed-in') throw new SessionError('Nobody is signed in.', [SIGNED_OUT]);
    const { accessToken, refreshToken } = state.tokens;
    if (accessToken !== before?.accessToken) return;
    if (!refreshToken)
      return this.#expire(new SessionError('This session cannot be refreshed.', [SIGNED_OUT]));
    let renewed: Tokens;
    try {
      renewed = tokensIn(await mutate(this.#options, REFRESH_SESSION, { refreshToken }), refreshToken);
    } catch (error) {
      if (!isRefused(error)) throw error;
      if (!this.#tabs.isExclusive) await this.#untilChanged(state);
      if (this.#state === state)
        return this.#expire(new SessionError('The session has ended.', [SIGNED_OUT], error));
      if (this.#isReplaced(state.id)) throw replaced();
      return;
    }
    if (this.#isReplaced(state.id)) {
      await this.#revoke(renewed);
      throw replaced();
    }
    await this.#store({ id: state.id, tokens: renewed });
  }

  /** Whether the user has signed out of a sign-in, or signed in as someone else, which takes precedence. */
  #isReplaced(id: string): boolean {
    return this.#ended.has(id) || (this.#state.status === 'signed-in' && this.#state.id !== id);
  }

  /**
   * Without Web Locks, another tab may have used the refresh token first, and its new tokens may still be on their way.
   * Waits for them for a while.
   */
  async #untilChanged(state: SessionState): Promise<void> {
    await this.#load('expired');
    if (this.#state !== state) return;
    const changed = new AbortController();
    const unsubscribe = this.subscribe(() => changed.abort());
    await wait(this.#clock, OTHER_TAB, changed.signal);
    unsubscribe();
  }

  /** Signs out on the platform, if it is reachable. */
  async #revoke(tokens: Tokens | null): Promise<void> {
    if (tokens) await mutate(this.#options, SIGN_OUT, {}, headerOf(tokens)).catch(() => {});
  }

  async #store(signIn: SignIn): Promise<void> {
    this.#change(signIn, 'absent');
    await this.#save(signIn);
    if (this.#tokens === signIn.tokens) this.#tabs.tell('changed');
  }

  async #expire(error: SessionError): Promise<never> {
    this.#change(null, 'expired');
    await this.#save(null);
    this.#tabs.tell('expired');
    throw error;
  }

  /** Ends the sign-in of this tab for good. @returns its tokens. */
  async #end(): Promise<Tokens | null> {
    // The stored tokens have to be read first, or they could not be distinguished from a later sign-in.
    if (this.#state.status === 'loading') await this.ready;
    const tokens = this.#tokens;
    if (this.#state.status === 'signed-in') this.#ended.add(this.#state.id);
    this.#change(null, 'absent');
    await this.#save(null);
    return tokens;
  }

  /** Writes one change after the other, so that the last one wins. Synchronous storage is written synchronously. */
  #save(signIn: SignIn | null): Promise<void> {
    const write = async (): Promise<void> => {
      if (signIn) await this.#storage.setItem(this.#key, printSignIn(signIn));
      else await this.#storage.removeItem(this.#key);
    };
    const written = this.#saving ? this.#saving.catch(() => {}).then(write) : write();
    const saving = written.finally(() => {
      if (this.#saving === saving) this.#saving = null;
    });
    this.#saving = saving;
    return saving;
  }

  /** Reads the stored tokens. Synchronous storage is read synchronously. @param reason if there are none. */
  async #load(reason: 'absent' | 'expired'): Promise<void> {
    for (;;) {
      if (this.#saving) await this.#saving.catch(() => {});
      const before = this.#state;
      const stored = this.#storage.getItem(this.#key);
      const text = stored === null || typeof stored === 'string' ? stored : await stored;
      // Tokens that were read while the session changed are out of date.
      if (this.#saving || this.#state !== before) continue;
      const signIn = parseSignIn(text);
      return this.#change(signIn && !this.#ended.has(signIn.id) ? signIn : null, reason);
    }
  }

  #change(signIn: SignIn | null, reason: 'absent' | 'expired'): void {
    if (signIn ? isSame(signIn, this.#state) : this.#state.status === 'signed-out') return;
    this.#state = signIn ? { status: 'signed-in', ...signIn } : { status: 'signed-out', reason };
    for (const listener of [...this.#listeners]) listener();
  }

  async #pending(): Promise<PendingSignIn[]> {
    return parsePending(await this.#storage.getItem(`${this.#key}.sign-in`));
  }

  async #storePending(pending: readonly PendingSignIn[]): Promise<void> {
    const key = `${this.#key}.sign-in`;
    if (pending.length === 0) await this.#storage.removeItem(key);
    else await this.#storage.setItem(key, JSON.stringify({ pending }));
  }
}

/** Maximum milliseconds between the ends of two refreshes that began at the same time. */
const OTHER_TAB = 5000;

const LOADING: SessionState = { status: 'loading' };

/** Maximum pending sign-ins, of several tabs. */
const MOST_PENDING = 5;

/** RFC 6749, section 4.1.2.1. */
const failedBy = (error: string): string =>
  error === 'access_denied' ? 'The sign-in was refused or canceled.' : `The sign-in failed: ${error}.`;

const NOT_STARTED_HERE = 'This sign-in was not started here, or it is already complete. Start it again.';

const isSame = (signIn: SignIn, state: SessionState): boolean =>
  state.status === 'signed-in' && printSignIn(signIn) === printSignIn(state);

const replaced = (): SessionError => new SessionError('The session was replaced.', [SIGNED_OUT]);

const headerOf = (tokens: Tokens | null): string => (tokens ? `Bearer ${tokens.accessToken}` : '');
