import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { type Clock, SYSTEM_CLOCK } from '../clock.ts';
import { type GatewayError, gatewayErrors } from '../errors.ts';
import { EXCHANGE_CODE, REFRESH_SESSION, SIGN_OUT } from '../generated/session-documents.ts';
import { beginSignIn, isRefused, mutate, post, type Sending, SessionError } from '../session/request.ts';
import { type CookieSource, Cookies } from './cookies.ts';
import { forward, isFromOwnPage, refusal } from './forward.ts';
import { type Refreshed, Refreshes } from './refreshes.ts';
import { isEqual, pageOf, pendingIn, SIGN_IN_LIMIT, type SignInError, setPending } from './sign-in.ts';
import { dueAt, type HeldTokens, issuedTokens, TokenCookies } from './tokens.ts';

/** Settings of the sessions of a server. */
export interface ServerSessionOptions {
  /** The gateway, as this server reaches it: `https://gateway.example/graphql`. */
  url: string;
  /**
   * The app, as browsers reach it: `https://app.example`, or on the developer's machine `http://localhost:3000`. Requests do
   * not tell it, because anyone can set their `Host`.
   */
  origin: string;
  /**
   * Path of the session's own pages. Default: `/auth`. The redirect URI that is registered with the platform is
   * `<origin>/auth/callback`.
   */
  path?: string | undefined;
  /** Page that says why a sign-in failed; it gets a `SignInError` as `?signInError=`. Default: `/`. */
  errorPath?: string | undefined;
  /** Distinguishes the cookies of several apps of one host. Default: `learning-platform`. */
  name?: string | undefined;
  /** Seconds without a request after which the browser forgets a sign-in. Default: 30 days. */
  keepFor?: number | undefined;
  /**
   * The address of the browser, from headers that your own proxy has set. The gateway limits sign-ins by address, and takes
   * this one if it trusts your server (`TRUST_PROXY`). Default: all users share the address of your server.
   */
  clientAddress?: ((headers: Headers) => string | null) | undefined;
  /** Called when a sign-in, refresh or sign-out has failed, for the log. Messages contain no tokens. */
  onError?: ((error: SessionError) => void) | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** @internal */
  clock?: Clock | undefined;
}

/** The response to an operation. A field that failed is null, and has an error. */
export interface ExecutionResult<Data> {
  readonly data: Data | null;
  readonly errors: readonly GatewayError[];
}

/**
 * The sessions of all users of a server that renders pages. Tokens are in HTTP-only cookies: no page and no script has them.
 * Make one for the app; it refreshes each session once for all requests of this process.
 */
export class ServerSession {
  readonly #options: ServerSessionOptions;
  readonly #origin: string;
  readonly #path: string;
  readonly #clock: Clock;
  readonly #cookies: Cookies;
  readonly #tokens: TokenCookies;
  readonly #refreshes: Refreshes;

  /** @throws TypeError if the origin has no HTTPS and is not local. */
  constructor(options: ServerSessionOptions) {
    const { origin, protocol, hostname } = new URL(options.origin);
    const isSecure = protocol === 'https:';
    if (!isSecure && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
      throw new TypeError('The origin of a ServerSession begins with https, or is http on localhost.');
    this.#options = options;
    this.#origin = origin;
    this.#path = options.path ?? '/auth';
    this.#clock = options.clock ?? SYSTEM_CLOCK;
    this.#cookies = new Cookies(options.name ?? 'learning-platform', isSecure);
    this.#tokens = new TokenCookies(this.#cookies, options.keepFor ?? 30 * 24 * 60 * 60);
    this.#refreshes = new Refreshes(this.#clock);
  }

  /**
   * Handles a request before it is rendered: the addresses `sign-in` and `refresh` (both with `?returnTo=/page`), `callback` and
   * `sign-out` (POST) below `path`. For any other, it refreshes tokens that are about to end and calls `next`. `refresh` is for an
   * access token that the platform refuses before its time. A script that fetches one of them, as the router of Next.js
   * does after a redirect and for a `Link`, gets a text and no effect; that router then opens the address as a page.
   * @param next renders the response to a request with these headers, whose cookies are the current ones.
   * @throws SessionError if a token is too long for a cookie.
   */
  async handle(
    request: Request,
    next: (headers: Headers) => Response | Promise<Response>,
  ): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const returnTo = searchParams.get('returnTo');
    if (pathname === `${this.#path}/sign-out`) return this.#signOut(request);
    const page = {
      [`${this.#path}/sign-in`]: () => this.#signIn(request.headers, returnTo),
      [`${this.#path}/callback`]: () => this.#finishSignIn(request.headers, searchParams),
      [`${this.#path}/refresh`]: () => this.#replace(request.headers, returnTo),
    }[pathname];
    if (page) {
      if (request.method !== 'GET') return methodRefused('GET');
      return isNavigation(request.headers) ? page() : refusal(200, NOT_A_PAGE);
    }
    const { tokens, setCookies } = await this.#current(request.headers);
    const headers = tokens ? this.#tokens.forwarded(request.headers, tokens) : request.headers;
    return setCookies.length === 0 ? next(headers) : withCookies(await next(headers), setCookies);
  }

  /** Whether a user is signed in, by the cookies of a request that has passed `handle`. */
  isSignedIn(source: CookieSource): boolean {
    const { access, refreshToken } = this.#tokens.read(source);
    return access !== null || refreshToken !== null;
  }

  /**
   * Runs an operation as the user of a request that has passed `handle`; without a credential, if nobody is signed in. The response
   * is never cached.
   * @throws SessionError if the gateway is unreachable, or the tokens could not be refreshed because it was.
   */
  async execute<Data, Variables extends Readonly<Record<string, unknown>>>(
    source: CookieSource,
    document: TypedDocumentNode<Data, Variables> | string,
    ...[variables]: Record<string, never> extends Variables ? [variables?: Variables] : [variables: Variables]
  ): Promise<ExecutionResult<Data>> {
    const credential = this.#credential(source);
    if (credential === null) throw new GatewayUnreachable(NOT_REFRESHED);
    const query = typeof document === 'string' ? document : print(document);
    const body = await post(this.#sending(), query, variables, credential).catch((error: unknown) => {
      throw error instanceof SessionError ? new GatewayUnreachable(error.message, [], error.cause) : error;
    });
    const data: unknown = Object(body).data;
    const errors = gatewayErrors(body);
    if (errors.length === 0 && !data) throw new SessionError('The gateway sent no result.');
    // The gateway's data is of the document's type.
    return { data: (data ?? null) as Data | null, errors };
  }

  /**
   * Sends a GraphQL request of the app's own pages to the gateway as the user; also a subscription over server-sent events.
   * Serve it for POST, as at `/graphql`, after `handle`.
   * @param source where the current cookies are, if the framework leaves those that the browser has sent in the request.
   */
  async forward(request: Request, source: CookieSource = request): Promise<Response> {
    if (request.method !== 'POST') return methodRefused('POST');
    if (!isFromOwnPage(request, this.#origin)) return refusal(403, NOT_FROM_HERE);
    const authorization = this.#credential(source);
    if (authorization === null) return refusal(503, NOT_REFRESHED, { 'retry-after': '2' });
    const credential = { ...this.#addressOf(request.headers), ...(authorization && { authorization }) };
    return forward(request, this.#options.url, credential, this.#sending().fetch);
  }

  async #signIn(headers: Headers, returnTo: string | null): Promise<Response> {
    const redirectUri = `${this.#origin}${this.#path}/callback`;
    const begun = await this.#attempt(() => beginSignIn(this.#sending(headers), redirectUri));
    if (begun instanceof SessionError) return this.#failed('unavailable');
    const { url, state, codeVerifier } = begun;
    const now = this.#clock.now();
    const own = {
      state,
      codeVerifier,
      returnTo: pageOf(this.#origin, returnTo).slice(this.#origin.length),
      endsAt: now + SIGN_IN_LIMIT,
    };
    return redirect(url, [setPending(this.#cookies, [own, ...pendingIn(this.#cookies, headers, now)])]);
  }

  async #finishSignIn(headers: Headers, parameters: URLSearchParams): Promise<Response> {
    const [state = '', code, error] = ['state', 'code', 'error'].map((name) => parameters.get(name) ?? '');
    const pending = pendingIn(this.#cookies, headers, this.#clock.now());
    const own = pending.find((entry) => isEqual(entry.state, state));
    if (!own) {
      this.#options.onError?.(new SessionError(`${NOT_BEGUN}: ${this.#origin} has to be its address.`));
      return this.#failed('unknown');
    }
    const others = pending.filter((entry) => entry !== own);
    // Single-use, like the code.
    const used = setPending(this.#cookies, others);
    if (error || !code) return this.#failed(error === 'access_denied' ? 'denied' : 'failed', [used]);
    const { codeVerifier } = own;
    const payload = await this.#attempt(() =>
      mutate(this.#sending(headers), EXCHANGE_CODE, { code, codeVerifier }),
    );
    if (payload instanceof SessionError)
      return this.#failed(isRefused(payload) ? 'failed' : 'unavailable', [used]);
    const now = this.#clock.now();
    const tokens = issuedTokens(payload, now);
    return redirect(pageOf(this.#origin, own.returnTo), [used, ...this.#tokens.set(tokens, now)]);
  }

  /** Signs out on the platform if it is reachable, and in this browser in any case. */
  async #signOut(request: Request): Promise<Response> {
    if (request.method !== 'POST') return methodRefused('POST');
    if (!isFromOwnPage(request, this.#origin)) return refusal(403, NOT_FROM_HERE);
    const { tokens } = await this.#current(request.headers);
    const { access } = tokens ?? this.#tokens.read(request);
    if (access) await this.#attempt(() => mutate(this.#sending(), SIGN_OUT, {}, `Bearer ${access.token}`));
    return redirect(`${this.#origin}/`, this.#tokens.set(NO_TOKENS));
  }

  /** Replaces an access token that is refused before its time, and goes back to the page. */
  async #replace(headers: Headers, returnTo: string | null): Promise<Response> {
    const { access, refreshToken } = this.#tokens.read(headers);
    const page = pageOf(this.#origin, returnTo);
    if (refreshToken === null) return redirect(page, access ? this.#tokens.set(NO_TOKENS) : []);
    // A new one is refused as well, unless another tab has replaced it: the page must not come back here.
    if (access && this.#clock.now() - access.issuedAt < SETTLED) return this.#failed('failed', [], page);
    const refreshed = await this.#refresh(headers, refreshToken);
    if (refreshed.kind === 'failed') return this.#failed('unavailable', [], page);
    const tokens = refreshed.kind === 'renewed' ? refreshed.tokens : NO_TOKENS;
    return redirect(page, this.#tokens.set(tokens, this.#clock.now()));
  }

  /**
   * Refreshes the tokens of a request if they are due.
   * @returns the tokens that count in place of those in its cookies, null if these do, and the cookies that the response sets.
   */
  async #current(headers: Headers): Promise<{ tokens: HeldTokens | null; setCookies: string[] }> {
    const { access, refreshToken } = this.#tokens.read(headers);
    if (refreshToken === null || (access && this.#clock.now() < dueAt(access)))
      return { tokens: null, setCookies: [] };
    const refreshed = await this.#refresh(headers, refreshToken);
    const now = this.#clock.now();
    if (refreshed.kind === 'renewed')
      return { tokens: refreshed.tokens, setCookies: this.#tokens.set(refreshed.tokens, now) };
    // Until it ends, the access token serves.
    if (access && now < access.endsAt) return { tokens: null, setCookies: [] };
    if (refreshed.kind === 'failed') return { tokens: { access: null, refreshToken }, setCookies: [] };
    // Another process may have refreshed first: the cookies that it has set must not be removed.
    const isFinal = now - refreshed.since >= SETTLED;
    return { tokens: NO_TOKENS, setCookies: isFinal ? this.#tokens.set(NO_TOKENS) : [] };
  }

  #refresh(headers: Headers, refreshToken: string): Promise<Refreshed> {
    return this.#refreshes.of(refreshToken, () =>
      this.#attempt(async () => {
        // With the token, it is charged to its user, not to the address of this server.
        const credential = this.#credential(headers) ?? '';
        const payload = await mutate(this.#sending(headers), REFRESH_SESSION, { refreshToken }, credential);
        return issuedTokens(payload, this.#clock.now(), refreshToken);
      }),
    );
  }

  /** The `Authorization` header; empty: nobody is signed in. Null: tokens that were not refreshed have ended. */
  #credential(source: CookieSource): string | null {
    const { access, refreshToken } = this.#tokens.read(source);
    if (access) return `Bearer ${access.token}`;
    return refreshToken === null ? '' : null;
  }

  /** @param headers of the request for which the gateway is called. */
  #sending(headers = new Headers()): Sending & { fetch: typeof fetch } {
    const { url, fetch: send = fetch } = this.#options;
    const address = this.#addressOf(headers);
    return {
      url,
      clock: this.#clock,
      // Frameworks cache responses unless told otherwise, and these belong to one user.
      fetch: (input, init) =>
        send(input, { ...init, headers: { ...Object(init?.headers), ...address }, cache: 'no-store' }),
    };
  }

  #addressOf(headers: Headers): Record<string, string> {
    const address = this.#options.clientAddress?.(headers) ?? null;
    return address === null ? {} : { 'x-forwarded-for': address };
  }

  /** Makes a call of which a failure is reported and returned. */
  async #attempt<Result>(call: () => Promise<Result>): Promise<Result | SessionError> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      this.#options.onError?.(error);
      return error;
    }
  }

  #failed(
    error: SignInError,
    setCookies: readonly string[] = [],
    at = pageOf(this.#origin, this.#options.errorPath ?? '/'),
  ): Response {
    const page = new URL(at);
    page.searchParams.set('signInError', error);
    return redirect(page.href, setCookies);
  }
}

/** This server does not reach the gateway: users can do nothing about it, unlike about their own network. */
class GatewayUnreachable extends SessionError {
  override readonly name = 'GatewayUnreachable';
}

const NO_TOKENS: HeldTokens = { access: null, refreshToken: null };

/** Milliseconds after which a browser has the cookies of all responses that were sent before. */
const SETTLED = 10_000;

const NOT_FROM_HERE = 'Only pages of this app may send this request.';
const NOT_REFRESHED =
  'The session could not be refreshed: the gateway is unreachable, or the request has not passed ServerSession.handle.';

const NOT_BEGUN =
  'A sign-in has ended here that did not begin in this browser, or has expired. If it happens each time, the app is opened at another address';
const NOT_A_PAGE = 'Open this address as a page, not with fetch.';

/** Whether a browser opens a page, and no script fetches it. Browsers have sent this header since 2023. */
const isNavigation = (headers: Headers): boolean =>
  (headers.get('sec-fetch-mode') ?? 'navigate') === 'navigate';

const methodRefused = (allow: string): Response => refusal(405, `Use ${allow}.`, { allow });

function redirect(location: string, setCookies: readonly string[]): Response {
  const response = new Response(null, {
    status: 303,
    // The address of the callback has the code.
    headers: { location, 'referrer-policy': 'no-referrer' },
  });
  return withCookies(response, setCookies);
}

/** Also keeps the response out of shared caches. */
function withCookies(given: Response, setCookies: readonly string[]): Response {
  const change = ({ headers }: Response): void => {
    for (const setCookie of setCookies) headers.append('set-cookie', setCookie);
    headers.set('cache-control', 'private, no-store');
  };
  try {
    change(given);
    return given;
  } catch {
    // The headers of a response that `fetch` has returned cannot be changed.
    const response = new Response(given.body, given);
    change(response);
    return response;
  }
}
