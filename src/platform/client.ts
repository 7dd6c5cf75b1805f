import type { CancelSignal } from '../graph/cancellation.ts';
import { GatewayError, type UpstreamFailure } from '../graph/errors.ts';
import { authorizationOf, type Credential } from './credential.ts';
import type { Flights } from './flights.ts';
import { LARGE } from './large-json.ts';
import type { CallTrace, PlatformObserver, SavedBy } from './observer.ts';
import { retryAfterMs } from './retry-after.ts';
import type { Host, Params, QueryParams, ReadRoute, RouteCredential, WriteRoute } from './route.ts';
import type { CallTally } from './tally.ts';
import {
  type Call,
  type Reply,
  type Transport,
  TransportFailure,
  type TransportFailureKind,
} from './transport.ts';
import { readLarge, UnexpectedShape } from './wire.ts';

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
  readonly tally: CallTally | null;
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

export interface PlatformOptions {
  addresses: Addresses;
  send: Transport;
  credential: Credential;
  signal?: CancelSignal | undefined;
  /** Milliseconds from now that all calls may take together; left out: each takes its own time. */
  operationTimeout?: number;
  /** Calls in flight that operations share; without it every read is a call. */
  flights?: Flights;
  /** Told of each call that is asked for, before it is sent or shared; where it throws, the call is refused. */
  spend?: () => void;
  /** The trace that the calls belong to. */
  trace?: CallTrace | null | undefined;
  /** Counts the calls for the caller. */
  tally?: CallTally | null | undefined;
  /** Told of a call that the platform failed to answer as it should: its status, or why there is none. */
  onFailure?: (route: string, reason: number | TransportFailureKind) => void;
  /** Told of what is counted. */
  observer?: Pick<PlatformObserver, 'saved' | 'batch' | 'drift'>;
}

/** Milliseconds by which a timer may end a call before its time: what follows then comes after it all the same. */
const TIMER_EARLINESS = 2;

type AnyRoute<Result> = ReadRoute<QueryParams, Result> | WriteRoute<Params, Result>;

export const createPlatform = (options: PlatformOptions): Platform =>
  new CallingPlatform(options, performance.now() + (options.operationTimeout ?? Number.POSITIVE_INFINITY));

class CallingPlatform implements Platform {
  readonly credential: Credential;
  readonly tally: CallTally | null;
  readonly deadline: number;
  readonly #options: PlatformOptions;
  /** What is sent to routes of the credential's kind. */
  readonly #authorization: string;

  constructor(options: PlatformOptions, deadline: number) {
    this.#options = options;
    this.credential = options.credential;
    this.#authorization = options.credential.kind === 'none' ? '' : authorizationOf(options.credential);
    this.tally = options.tally ?? null;
    this.deadline = deadline;
  }

  read<P extends QueryParams, Result>(
    route: ReadRoute<P, Result>,
    params: NoInfer<P>,
  ): Promise<Result | null> {
    try {
      const reply = this.#ask(route, params);
      return this.tally ? this.tally.timed(reply) : reply;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async write<P extends Params, Result>(route: WriteRoute<P, Result>, params: NoInfer<P>): Promise<Result> {
    const reply = this.#change(route, params);
    return this.tally ? this.tally.timed(reply) : reply;
  }

  address(path: string, query: QueryParams): string {
    const { origin, base } = this.#addressOf('platform');
    return origin + base + path + toQuery(query);
  }

  saved(by: SavedBy, calls = 1): void {
    this.#options.observer?.saved(by, calls);
    this.tally?.saved(calls);
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
    const { flights, trace } = this.#options;
    const call = this.#toCall(route, params);
    this.#begin(route);
    if (!flights || !route.shared) return this.#read(call, route, this.#options.signal, this.deadline);
    const credential = call.headers[route.credentialHeader] ?? '';
    const key = `${route.credentialHeader} ${call.origin}${call.path}`;
    return flights.join(credential, key, {
      call,
      signal: this.#options.signal,
      deadline: this.deadline,
      start: (whileAwaited) => this.#read(call, route, whileAwaited, undefined),
      onJoin: (leader) => {
        this.saved('flight');
        return trace?.joined(leader);
      },
      onOverdue: () => fromTransport(new TransportFailure('overdue', true), route),
    });
  }

  async #change<P extends Params, Result>(route: WriteRoute<P, Result>, params: P): Promise<Result> {
    const { flights, signal } = this.#options;
    const call = this.#toCall(route, params);
    this.#begin(route);
    const credential = call.headers[route.credentialHeader] ?? '';
    flights?.end(credential);
    try {
      const reply = await this.#send(call, route, signal, this.deadline);
      return await this.#result(reply, call, route);
    } finally {
      flights?.end(credential);
    }
  }

  /** @throws what keeps a call from being sent at all. */
  #begin(route: AnyRoute<unknown>): void {
    if (performance.now() + TIMER_EARLINESS >= this.deadline)
      throw fromTransport(new TransportFailure('overdue', false), route);
    this.#options.spend?.();
  }

  async #read<Result>(
    call: Call,
    route: AnyRoute<Result>,
    signal: CancelSignal | undefined,
    deadline: number | undefined,
  ): Promise<Result | null> {
    const reply = await this.#send(call, route, signal, deadline);
    return reply.status === 404 ? null : this.#result(reply, call, route);
  }

  async #send(
    call: Call,
    route: AnyRoute<unknown>,
    signal: CancelSignal | undefined,
    deadline: number | undefined,
  ): Promise<Reply> {
    const { trace, send, onFailure } = this.#options;
    call.signal = signal;
    call.deadline = deadline;
    if (trace) call.trace = trace;
    this.tally?.made();
    try {
      return await send(call);
    } catch (error) {
      if (error instanceof TransportFailure && !NOT_PLATFORMS.has(error.kind))
        onFailure?.(call.route, error.kind);
      throw fromTransport(error, route);
    }
  }

  /** What a reply says. @throws GatewayError where it is no good answer. */
  #result<Result>(reply: Reply, call: Call, route: AnyRoute<Result>): Result | Promise<Result> {
    const { status, body } = reply;
    if (status >= 500 || status === 429) this.#options.onFailure?.(call.route, status);
    if (status < 200 || status > 299) throw fromStatus(reply, route);
    if (body.length >= LARGE)
      return readLarge(route.read, body).catch((error: unknown) =>
        this.#unreadable(error, call, route, status),
      );
    try {
      return route.read(body);
    } catch (error) {
      return this.#unreadable(error, call, route, status);
    }
  }

  #unreadable(error: unknown, call: Call, route: AnyRoute<unknown>, status: number): never {
    if (error instanceof UnexpectedShape) this.#options.observer?.drift(call.route);
    throw fromReading(error, route, status);
  }

  #toCall(route: AnyRoute<unknown>, params: Params): Call {
    const { origin, base } = this.#addressOf(route.host);
    const headers: Record<string, string> = { accept: 'application/json' };
    if (route.credential !== 'none') {
      requireCredential(route.credential, this.credential);
      headers[route.credentialHeader] = this.#authorization;
    }
    const isRead = route.kind === 'read';
    let body: string | undefined;
    if (!isRead && route.method !== 'GET') {
      headers['content-type'] = 'application/json';
      body = JSON.stringify(params);
    }
    return {
      route: route.name,
      repeatable: isRead,
      origin,
      method: route.method,
      path: base + route.path + (isRead ? toQuery(params) : ''),
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

/** Failures that say nothing of the platform: nobody waits for the call any more, or it was not sent. */
const NOT_PLATFORMS: ReadonlySet<TransportFailureKind> = new Set(['aborted', 'refused']);

const NEEDED: Record<Exclude<RouteCredential, 'none'>, string> = {
  user: 'This field needs a user token: send the one from signing in as the `Authorization` header.',
  plugin: 'This field needs the plugin credential: send it as `Authorization: Basic …`.',
  ato: 'This field needs an ATO token, from `completeAtoSignOn`: send it as the `Authorization` header.',
};

function requireCredential(needed: Exclude<RouteCredential, 'none'>, { kind }: Credential): void {
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

const OUTCOME_UNKNOWN = ' after the request was sent: the outcome is unknown. Look before sending it again.';

function fromTransport(error: unknown, route: AnyRoute<unknown>): unknown {
  if (!(error instanceof TransportFailure)) return error;
  const upstream: UpstreamFailure = { route: route.name };
  const unknown = route.kind === 'write' && error.sent;
  const details = unknown ? { upstream, retryable: false } : { upstream };
  switch (error.kind) {
    case 'timeout':
    case 'overdue':
      return new GatewayError('UPSTREAM_TIMEOUT', unanswered(error, unknown), details);
    case 'unreachable':
    case 'aborted':
      return new GatewayError(
        'UPSTREAM_UNAVAILABLE',
        unknown
          ? `The connection to the platform was lost${OUTCOME_UNKNOWN}`
          : 'The platform could not be reached.',
        details,
      );
    case 'refused':
      return new GatewayError(
        'UPSTREAM_UNAVAILABLE',
        'The platform is failing to answer this; the gateway lets it rest for a moment.',
        details,
      );
    case 'too-large':
      return new GatewayError(
        'UPSTREAM_BAD_RESPONSE',
        'The platform sent more than the gateway reads.',
        details,
      );
    case 'invalid':
      return new GatewayError(
        'UPSTREAM_BAD_RESPONSE',
        'The exchange with the platform was not valid HTTP.',
        details,
      );
  }
}

function unanswered({ kind, sent }: TransportFailure, unknown: boolean): string {
  if (unknown) return `The platform did not answer in time${OUTCOME_UNKNOWN}`;
  return kind === 'overdue' && !sent
    ? 'The time of the operation was over before the platform could be asked.'
    : 'The platform did not answer in time.';
}

function fromStatus({ status, retryAfter }: Reply, route: AnyRoute<unknown>): GatewayError {
  const upstream: UpstreamFailure = { route: route.name, status };
  const wait = retryAfterMs(retryAfter);
  const asked = wait === null ? { upstream } : { upstream, retryAfterMs: wait };
  switch (status) {
    case 400:
    case 422:
      return new GatewayError(
        'BAD_USER_INPUT',
        'The platform refused the values of this field; check its arguments.',
        { upstream },
      );
    case 401:
      return new GatewayError(
        'UNAUTHENTICATED',
        route.credential === 'plugin'
          ? 'The platform refused the plugin credential.'
          : 'The platform refused the credential: it is expired, signed out or unknown. Sign in again.',
        { upstream },
      );
    case 403:
      return new GatewayError(
        'FORBIDDEN',
        'The platform does not allow this to the credential it was asked with.',
        {
          upstream,
        },
      );
    case 404:
      return new GatewayError('NOT_FOUND', 'The platform knows nothing by this id.', { upstream });
    case 409:
      return new GatewayError(
        'CONFLICT',
        'The platform refused the change: it conflicts with what is there.',
        {
          upstream,
        },
      );
    case 429:
      return new GatewayError(
        'RATE_LIMITED',
        'The platform receives too many requests; try again later.',
        asked,
      );
    default:
      return status >= 500
        ? new GatewayError('UPSTREAM_UNAVAILABLE', 'The platform failed to answer.', asked)
        : new GatewayError(
            'UPSTREAM_BAD_RESPONSE',
            'The platform answered with a status that means nothing here.',
            {
              upstream,
            },
          );
  }
}

function fromReading(error: unknown, route: AnyRoute<unknown>, status: number): unknown {
  if (!(error instanceof UnexpectedShape)) return error;
  return new GatewayError(
    'UPSTREAM_BAD_RESPONSE',
    'The platform answered in a form that is not the documented one.',
    {
      upstream: { route: route.name, status },
    },
  );
}
