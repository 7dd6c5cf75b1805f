import { GatewayError } from '../graph/errors.ts';
import { type Lane, OWN_LANE } from '../lib/pacing/fair-queue.ts';
import { type Call, TransportFailure } from './call.ts';
import type { CallCounter } from './call-counter.ts';
import { authorizationOf, type Credential } from './credential.ts';
import { type AnyRoute, Exchange, type ExchangeOptions } from './exchange.ts';
import { fromTransport, noTimeLeft } from './failures.ts';
import type { DeduplicatedBy, PlatformObserver } from './platform-observer.ts';
import type { Host, Params, QueryParams, ReadRoute, RouteCredential, WriteRoute } from './route.ts';
import type { SingleFlight } from './single-flight.ts';

/** The platform's hosts. Null: not configured. */
export type Hosts = Readonly<Record<Host, URL | null>>;

/** A parsed host. */
interface Address {
  /** Scheme, host and port. */
  origin: string;
  /** Path prefix of the routes: empty, or without a trailing slash. */
  base: string;
}

/** The hosts, parsed once for all calls. */
export type Addresses = Readonly<Record<Host, Address | null>>;

export function addressesOf({ platform, notes, push }: Hosts): Addresses {
  const read = (host: URL | null): Address | null =>
    host && { origin: host.origin, base: host.pathname.replace(/\/$/, '') };
  return { platform: read(platform), notes: read(notes), push: read(push) };
}

/** The users of tokens, as the platform confirms them. */
interface Identities {
  prove(token: string, userId: string): void;
  reject(token: string): void;
}

export interface PlatformOptions extends ExchangeOptions {
  addresses: Addresses;
  credential: Credential;
  /** The fair-queue lane of the calls. Default: the gateway's own. */
  lane?: Lane;
  /** Records which user the platform confirms for the token. Default: not recorded. */
  identities?: Identities;
  observer?: Pick<PlatformObserver, 'deduplicated' | 'batch' | 'drift' | 'body'>;
  /** Timeout of all calls together, in milliseconds. Undefined: only each call's own timeout applies. */
  operationTimeout?: number;
  /** Milliseconds that must be left for a further write of the operation. Default: none. */
  writeTimeout?: number;
  /** Reads in flight that operations share. Undefined: every read is a call. */
  singleFlight?: SingleFlight;
  /** Whether a failed read may be retried at once. Default: true. */
  retriesReads?: boolean;
  /** Called with the length of each call before it is sent or shared; throws to refuse it. */
  spend?: (bytes: number) => void;
}

/** Milliseconds by which timers may fire early: a call ended by its timer must still count as past the deadline. */
const TIMER_EARLINESS = 2;

export const createPlatform = (options: PlatformOptions): Platform =>
  new Platform(
    options,
    options.clock.monotonic() + (options.operationTimeout ?? Number.POSITIVE_INFINITY),
    new Standing(),
  );

const NONE: readonly never[] = [];

/** The state of an operation's credential by route, and why no further call is sent. */
class Standing {
  /** The 401 of each route that rejected the credential: nothing more is sent to it. Null: none has. */
  rejections: Map<string, GatewayError> | null = null;
  /** Routes that accepted it. Few: replaced when one is added. */
  accepted: readonly string[] = NONE;
  /** After a 401, the only call in flight to a route that has not accepted it. Null: there has been none. */
  trials: Map<string, Promise<unknown>> | null = null;
  /** Called instead of each call once the operation has ended. Null: it has not. */
  ended: (() => void) | null = null;
  /** Whether the operation has begun a write, with any credential. */
  readonly writes: { haveBegun: boolean };

  constructor(writes = { haveBegun: false }) {
    this.writes = writes;
  }
}

/** The platform client of one operation: uses the operation's credential and ends with it. */
export class Platform {
  readonly credential: Credential;
  /** Null: calls are not counted; they belong to no operation. */
  readonly callCounter: CallCounter | null;
  readonly lane: Lane;
  /** Deadline of all calls, by the clock's `monotonic()`: nothing is sent after it. */
  readonly deadline: number;
  readonly #options: PlatformOptions;
  /** Header value for routes that take this kind of credential. */
  readonly #authorization: string;
  readonly #standing: Standing;

  constructor(options: PlatformOptions, deadline: number, standing: Standing) {
    this.#options = options;
    this.#standing = standing;
    this.credential = options.credential;
    this.#authorization = options.credential.kind === 'none' ? '' : authorizationOf(options.credential);
    this.callCounter = options.callCounter ?? null;
    this.lane = options.lane ?? OWN_LANE;
    this.deadline = deadline;
  }

  /**
   * Calls a read route. Null if the route names a record, and the platform responds with 404.
   * @throws GatewayError with the code of the failure.
   */
  read<P extends QueryParams, Result, Absent extends null>(
    route: ReadRoute<P, Result, Absent>,
    params: NoInfer<P>,
  ): Promise<Result | Absent> {
    try {
      return this.#isInDoubt(route)
        ? this.#inTurn(route, () => this.#read(route, params))
        : this.#read(route, params);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #read<P extends QueryParams, Result, Absent extends null>(
    route: ReadRoute<P, Result, Absent>,
    params: P,
  ): Promise<Result | Absent> {
    const { singleFlight } = this.#options;
    const call = this.#toCall(route, params);
    this.#admit(route, call);
    const exchange = new Exchange<Result, Absent>(this, this.#options, call, route, params);
    if (!singleFlight || !route.shared) return exchange.send();
    const credential = call.headers[route.credentialHeader] ?? '';
    const address = `${route.credentialHeader} ${call.origin}${call.path}`;
    return singleFlight.join(credential, address, exchange);
  }

  /**
   * Sends a write once.
   * @throws GatewayError with the code of the failure; its message says when the outcome is unknown.
   */
  async write<P extends Params, Result>(route: WriteRoute<P, Result>, params: NoInfer<P>): Promise<Result> {
    return this.#isInDoubt(route)
      ? this.#inTurn(route, () => this.#write(route, params))
      : this.#write(route, params);
  }

  async #write<P extends Params, Result>(route: WriteRoute<P, Result>, params: P): Promise<Result> {
    const { singleFlight } = this.#options;
    const call = this.#toCall(route, params);
    this.#admit(route, call);
    const credential = call.headers[route.credentialHeader] ?? '';
    singleFlight?.end(credential);
    try {
      return await new Exchange<Result, never>(this, this.#options, call, route, params).send();
    } finally {
      singleFlight?.end(credential);
    }
  }

  /**
   * Requires that a write which begins now has its full time before the deadline, which could otherwise end it halfway. Only the
   * first write of an operation may begin with less.
   * @param after milliseconds that are needed after the write.
   * @throws GatewayError UPSTREAM_TIMEOUT: nothing was sent.
   */
  requireTime(route: { name: string }, after = 0): void {
    const { clock, writeTimeout = 0 } = this.#options;
    if (this.#standing.writes.haveBegun && clock.monotonic() + writeTimeout + after > this.deadline)
      throw noTimeLeft(route);
  }

  /** URL of a platform page for a browser to open. @throws GatewayError NOT_CONFIGURED */
  address(path: string, query: QueryParams): string {
    const { origin, base } = this.#addressOf('platform');
    return origin + base + path + toQuery(query);
  }

  /** Counts reads that needed no call. */
  deduplicated(by: DeduplicatedBy, calls = 1): void {
    this.#options.observer?.deduplicated(by, calls);
    this.callCounter?.deduplicated(calls);
  }

  /** Counts the IDs sent in one call. */
  batched(size: number): void {
    this.#options.observer?.batch(size);
    if (size > 1) this.deduplicated('batch', size - 1);
  }

  /** The error because of which no further call to the route is sent. Null: calls are sent. */
  rejectionOf(route: AnyRoute<unknown>): GatewayError | null {
    return this.#standing.rejections?.get(route.name) ?? null;
  }

  rejected(error: GatewayError, route: AnyRoute<unknown>): void {
    const { credential, identities } = this.#options;
    if (credential.kind === 'user' && route.credential !== 'none') identities?.reject(credential.token);
    if (isCredentialCheck(route) || route.credential === 'none') return;
    this.#standing.rejections ??= new Map();
    this.#standing.rejections.set(route.name, error);
  }

  accepted(route: AnyRoute<unknown>): void {
    const { accepted } = this.#standing;
    if (!accepted.includes(route.name)) this.#standing.accepted = [...accepted, route.name];
  }

  /** The platform has named the token's user. */
  confirmed(userId: string): void {
    const { credential, identities } = this.#options;
    if (credential.kind === 'user') identities?.prove(credential.token, userId);
  }

  /** Whether another route has rejected the credential, and this one not accepted it. */
  #isInDoubt(route: AnyRoute<unknown>): boolean {
    const { rejections, accepted } = this.#standing;
    return (
      rejections !== null &&
      !accepted.includes(route.name) &&
      !isCredentialCheck(route) &&
      route.credential !== 'none'
    );
  }

  /** Sends a call once no other is a trial of its route: the token may have expired, or only this route may reject it. */
  async #inTurn<Result>(route: AnyRoute<unknown>, send: () => Promise<Result>): Promise<Result> {
    this.#standing.trials ??= new Map();
    const { trials } = this.#standing;
    const { name } = route;
    for (let trial = trials.get(name); trial; trial = trials.get(name)) await trial;
    if (!this.#isInDoubt(route)) return send();
    const outcome = send();
    const learned = outcome.then(
      () => this.accepted(route),
      (error) => {
        // Of a call in flight for another operation, which alone has learned it.
        if (error instanceof GatewayError && error.upstreamStatus === 401) this.rejected(error, route);
      },
    );
    trials.set(
      name,
      learned.finally(() => trials.delete(name)),
    );
    return outcome;
  }

  /** Refuses further calls; what the operation has read can still be loaded. @param refused called for each call. */
  end(refused: () => void): void {
    this.#standing.ended = refused;
  }

  /** Stops charging for the memory of its responses: the operation has its result. */
  release(): void {
    this.#options.memory?.release();
  }

  /** The same client with another credential. */
  as(credential: Credential): Platform {
    const standing = new Standing(this.#standing.writes);
    return new Platform({ ...this.#options, credential }, this.deadline, standing);
  }

  /** The same client, whose reads join no call in flight. */
  unshared(): Platform {
    const { singleFlight: _, ...options } = this.#options;
    return new Platform(options, this.deadline, this.#standing);
  }

  /** The same client with a new deadline, for work that outlives its operation. */
  renewed(): Platform {
    return createPlatform({ ...this.#options, memory: null });
  }

  /** @throws GatewayError if the credential was rejected, the deadline has passed or the call budget is spent. */
  #admit(route: AnyRoute<unknown>, { path, body }: Call): void {
    const rejection = this.rejectionOf(route);
    if (rejection) throw rejection;
    if (this.#standing.ended) {
      this.#standing.ended();
      throw fromTransport(new TransportFailure('aborted', false), route);
    }
    if (this.#options.clock.monotonic() + TIMER_EARLINESS >= this.deadline)
      throw fromTransport(new TransportFailure('overdue', false), route);
    if (route.kind === 'write') {
      this.requireTime(route);
      this.#standing.writes.haveBegun = true;
    }
    this.#options.spend?.(path.length + (body?.length ?? 0));
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
      lane: this.lane,
      retryable: route.kind === 'read' && this.#options.retriesReads !== false,
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

/** Whether a route only checks the credential: two of them may disagree, and a field reports what each of them says. */
const isCredentialCheck = ({ name }: { name: string }): boolean => name.endsWith('/validate');

const CREDENTIAL_REQUIRED: Record<Exclude<RouteCredential, 'none'>, string> = {
  user: 'This field requires a user token: sign in, and send its access token.',
  plugin: 'This field requires the plugin credential, as Basic authorization.',
  ato: 'This field requires an ATO token: send the one from `completeAtoSignOn`.',
};

/**
 * A missing credential is UNAUTHENTICATED; one of the wrong kind is FORBIDDEN, because a client would end a valid session if
 * it were told to sign in again. Whether a token is a user token or an ATO token is known only to the platform.
 * @throws GatewayError
 */
export function requireCredential(required: RouteCredential, { kind }: Credential): void {
  if (required === 'none') return;
  if (kind !== (required === 'plugin' ? 'plugin' : 'user'))
    throw new GatewayError(kind === 'none' ? 'UNAUTHENTICATED' : 'FORBIDDEN', CREDENTIAL_REQUIRED[required]);
}

/** Encodes every value, so that no ID can change the path or another parameter. */
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
