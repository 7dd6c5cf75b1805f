import { GatewayError } from '../graph/errors.ts';
import { type Call, TransportFailure } from './call.ts';
import type { CallCounter } from './call-counter.ts';
import { authorizationOf, type Credential } from './credential.ts';
import { type AnyRoute, Exchange, type ExchangeOptions } from './exchange.ts';
import { fromTransport } from './failures.ts';
import type { PlatformObserver, SavedBy } from './platform-observer.ts';
import type { Host, Params, QueryParams, ReadRoute, RouteCredential, WriteRoute } from './route.ts';
import type { SingleFlight } from './single-flight.ts';

/** Where the platform's hosts are. Null: not configured. */
export type Hosts = Readonly<Record<Host, URL | null>>;

/** The platform as one operation sees it: under its credential, ended with it. */
export interface Platform {
  /**
   * Asks a read route. Null where the platform answers 404.
   * @throws GatewayError with the code of the failure.
   */
  read<P extends QueryParams, Result>(
    route: ReadRoute<P, Result>,
    params: NoInfer<P>,
  ): Promise<Result | null>;
  /**
   * Sends a write once.
   * @throws GatewayError with the code of the failure; its message says when the outcome is unknown.
   */
  write<P extends Params, Result>(route: WriteRoute<P, Result>, params: NoInfer<P>): Promise<Result>;
  /** An address on the platform for a browser to open. @throws GatewayError NOT_CONFIGURED */
  address(path: string, query: QueryParams): string;
  /** Takes note of calls that were asked for and need not be made. Default: one. */
  saved(by: SavedBy, calls?: number): void;
  /** Takes note of ids that go out in one call of a route that takes several. */
  batched(size: number): void;
  /** The same platform under another credential. */
  as(credential: Credential): Platform;
  /** The same platform with the whole time of an operation before it: for what goes on after its operation. */
  renewed(): Platform;
  readonly credential: Credential;
  /** What was asked of the platform so far; null: nobody wants to know. */
  readonly callCounter: CallCounter | null;
  /** When its calls are over, by `performance.now()`: what is asked for later is not sent. */
  readonly deadline: number;
}

/** A host as calls name it. */
interface Address {
  /** Scheme, host and port. */
  origin: string;
  /** What its routes begin with: empty, or a path without a slash at its end. */
  base: string;
}

/** The hosts, read once for all calls. */
export type Addresses = Readonly<Record<Host, Address | null>>;

export function addressesOf({ platform, notes, push }: Hosts): Addresses {
  const read = (host: URL | null): Address | null =>
    host && { origin: host.origin, base: host.pathname.replace(/\/$/, '') };
  return { platform: read(platform), notes: read(notes), push: read(push) };
}

export interface PlatformOptions extends ExchangeOptions {
  addresses: Addresses;
  credential: Credential;
  /** Told of what is counted. */
  observer?: Pick<PlatformObserver, 'saved' | 'batch' | 'drift'>;
  /** Milliseconds from now that all calls may take together; left out: each takes its own time. */
  operationTimeout?: number;
  /** Calls in flight that operations share; without it every read is a call. */
  singleFlight?: SingleFlight;
  /** Told of each call that is asked for, before it is sent or shared; where it throws, the call is refused. */
  spend?: () => void;
}

/** Milliseconds by which a timer may end a call before its time: what follows then comes after it all the same. */
const TIMER_EARLINESS = 2;

export const createPlatform = (options: PlatformOptions): Platform =>
  new CallingPlatform(options, performance.now() + (options.operationTimeout ?? Number.POSITIVE_INFINITY));

class CallingPlatform implements Platform {
  readonly credential: Credential;
  readonly callCounter: CallCounter | null;
  readonly deadline: number;
  readonly #options: PlatformOptions;
  /** What is sent to routes of the credential's kind. */
  readonly #authorization: string;

  constructor(options: PlatformOptions, deadline: number) {
    this.#options = options;
    this.credential = options.credential;
    this.#authorization = options.credential.kind === 'none' ? '' : authorizationOf(options.credential);
    this.callCounter = options.callCounter ?? null;
    this.deadline = deadline;
  }

  read<P extends QueryParams, Result>(
    route: ReadRoute<P, Result>,
    params: NoInfer<P>,
  ): Promise<Result | null> {
    try {
      const reply = this.#ask(route, params);
      return this.callCounter ? this.callCounter.timed(reply) : reply;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async write<P extends Params, Result>(route: WriteRoute<P, Result>, params: NoInfer<P>): Promise<Result> {
    const reply = this.#change(route, params);
    return this.callCounter ? this.callCounter.timed(reply) : reply;
  }

  address(path: string, query: QueryParams): string {
    const { origin, base } = this.#addressOf('platform');
    return origin + base + path + toQuery(query);
  }

  saved(by: SavedBy, calls = 1): void {
    this.#options.observer?.saved(by, calls);
    this.callCounter?.saved(calls);
  }

  batched(size: number): void {
    this.#options.observer?.batch(size);
    if (size > 1) this.saved('batch', size - 1);
  }

  as(credential: Credential): Platform {
    return new CallingPlatform({ ...this.#options, credential }, this.deadline);
  }

  renewed(): Platform {
    return createPlatform(this.#options);
  }

  #ask<P extends QueryParams, Result>(route: ReadRoute<P, Result>, params: P): Promise<Result | null> {
    const { singleFlight } = this.#options;
    const call = this.#toCall(route, params);
    this.#begin(route);
    const exchange = new Exchange(this, this.#options, call, route, MISSING);
    if (!singleFlight || !route.shared) return exchange.send();
    const credential = call.headers[route.credentialHeader] ?? '';
    return singleFlight.join(credential, `${route.credentialHeader} ${call.origin}${call.path}`, exchange);
  }

  async #change<P extends Params, Result>(route: WriteRoute<P, Result>, params: P): Promise<Result> {
    const { singleFlight } = this.#options;
    const call = this.#toCall(route, params);
    this.#begin(route);
    const credential = call.headers[route.credentialHeader] ?? '';
    singleFlight?.end(credential);
    try {
      return await new Exchange<Result, never>(this, this.#options, call, route, null).send();
    } finally {
      singleFlight?.end(credential);
    }
  }

  /** @throws what keeps a call from being sent at all. */
  #begin(route: AnyRoute<unknown>): void {
    if (performance.now() + TIMER_EARLINESS >= this.deadline)
      throw fromTransport(new TransportFailure('overdue', false), route);
    this.#options.spend?.();
  }

  #toCall(route: AnyRoute<unknown>, params: Params): Call {
    const { origin, base } = this.#addressOf(route.host);
    const headers: Record<string, string> = { accept: route.accept };
    if (route.credential !== 'none') {
      requireCredential(route.credential, this.credential);
      headers[route.credentialHeader] = this.#authorization;
    }
    let body: string | undefined;
    if (route.in === 'body') {
      headers['content-type'] = 'application/json';
      body = JSON.stringify(params);
    }
    return {
      route: route.name,
      repeatable: route.kind === 'read',
      origin,
      method: route.method,
      path: base + route.path + (route.in === 'query' ? toQuery(params) : ''),
      headers,
      body,
      signal: undefined,
      deadline: undefined,
    };
  }

  #addressOf(host: Host): Address {
    const address = this.#options.addresses[host];
    if (address) return address;
    throw new GatewayError('NOT_CONFIGURED', `The gateway has no address for the platform's ${host} routes.`);
  }
}

/** What a read is answered with where there is nothing. */
const MISSING = { value: null };

const NEEDED: Record<Exclude<RouteCredential, 'none'>, string> = {
  user: 'This field requires a user token: send it in the `Authorization` header.',
  plugin: 'This field requires the plugin credential: send it as `Authorization: Basic …`.',
  ato: 'This field requires an ATO token from `completeAtoSignOn`: send it in the `Authorization` header.',
};

/** @throws GatewayError UNAUTHENTICATED if a route needs a credential of another kind. */
export function requireCredential(needed: RouteCredential, { kind }: Credential): void {
  if (needed === 'none') return;
  if (kind !== (needed === 'plugin' ? 'plugin' : 'user'))
    throw new GatewayError('UNAUTHENTICATED', NEEDED[needed]);
}

/** Every value is one encoded value, whatever it holds: an id never reaches into the path or another parameter. */
function toQuery(params: Params): string {
  let query = '';
  for (const name in params) {
    const value = params[name];
    if (value === undefined || value === null) continue;
    for (const item of Array.isArray(value) ? value : [value]) {
      query += `${query === '' ? '?' : '&'}${name}=${encodeURIComponent(String(item).toWellFormed())}`;
    }
  }
  return query;
}
