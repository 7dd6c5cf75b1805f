import { GatewayError, type UpstreamFailure } from '../graph/errors.ts';
import { authorizationOf, type Credential } from './credential.ts';
import type { Flights, Lifetime } from './flights.ts';
import { LARGE } from './large-json.ts';
import type { CallTrace, PlatformObserver, SavedBy } from './observer.ts';
import { retryAfterMs } from './retry-after.ts';
import {
  type Host,
  type Params,
  type QueryParams,
  type ReadRoute,
  type RouteCredential,
  routeName,
  type WriteRoute,
} from './route.ts';
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

export interface PlatformOptions {
  hosts: Hosts;
  send: Transport;
  credential: Credential;
  signal?: AbortSignal;
  /** Milliseconds from now that all calls may take together; left out: each takes its own time. */
  operationTimeout?: number;
  /** Calls in flight that operations share; without it every read is a call. */
  flights?: Flights;
  /** Told of each call that is asked for, before it is sent or shared; where it throws, the call is refused. */
  spend?: () => void;
  /** The trace that the calls belong to. */
  trace?: CallTrace | null;
  /** Counts the calls for the caller. */
  tally?: CallTally | null;
  /** Told of a call that the platform failed to answer as it should: its status, or why there is none. */
  onFailure?: (route: string, reason: number | TransportFailureKind) => void;
  /** Told of what is counted. */
  observer?: Pick<PlatformObserver, 'saved' | 'batch' | 'drift'>;
}

/** Milliseconds by which a timer may end a call before its time: what follows then comes after it all the same. */
const TIMER_EARLINESS = 2;

type AnyRoute<Result> = ReadRoute<QueryParams, Result> | WriteRoute<Params, Result>;

export function createPlatform(options: PlatformOptions): Platform {
  return platformUntil(performance.now() + (options.operationTimeout ?? Number.POSITIVE_INFINITY), options);
}

function platformUntil(deadline: number, options: PlatformOptions): Platform {
  const operation: Lifetime = { signal: options.signal, deadline };
  const ask = async <Result>(route: AnyRoute<Result>, params: Params): Promise<Result> => {
    const { flights } = options;
    const call = toCall(route, params, options);
    if (performance.now() + TIMER_EARLINESS >= deadline)
      throw fromTransport(new TransportFailure('overdue', false), route);
    options.spend?.();
    if (!flights) return send(call, route, operation);
    const credential = call.headers[route.credentialHeader] ?? '';
    if (route.kind === 'write') {
      flights.end(credential);
      return send(call, route, operation).finally(() => flights.end(credential));
    }
    if (!route.shared) return send(call, route, operation);
    const key = `${route.credentialHeader} ${call.origin}${call.path}`;
    return flights
      .join(credential, key, operation, {
        call,
        start: (whileAwaited) => send(call, route, whileAwaited),
        onJoin: (leader) => {
          saved('flight');
          return options.trace?.joined(leader);
        },
      })
      .catch((error: unknown) => {
        throw fromTransport(error, route);
      });
  };
  const saved = (by: SavedBy, calls = 1): void => {
    options.observer?.saved(by, calls);
    options.tally?.saved(calls);
  };
  const send = async <Result>(
    call: Call,
    route: AnyRoute<Result>,
    { signal, deadline: end }: Lifetime,
  ): Promise<Result> => {
    if (signal) call.signal = signal;
    if (end !== undefined) call.deadline = end;
    if (options.trace) call.trace = options.trace;
    options.tally?.made();
    let reply: Reply;
    try {
      reply = await options.send(call);
    } catch (error) {
      if (error instanceof TransportFailure && !NOT_PLATFORMS.has(error.kind))
        options.onFailure?.(call.route, error.kind);
      throw fromTransport(error, route);
    }
    if (reply.status >= 500 || reply.status === 429) options.onFailure?.(call.route, reply.status);
    if (reply.status < 200 || reply.status > 299) throw fromStatus(reply, route);
    try {
      const { body } = reply;
      return body.length < LARGE ? route.read(body) : await readLarge(route.read, body);
    } catch (error) {
      if (error instanceof UnexpectedShape) options.observer?.drift(call.route);
      throw fromReading(error, route, reply.status);
    }
  };
  const { tally } = options;
  const request: typeof ask = tally ? (route, params) => tally.timed(ask(route, params)) : ask;
  return {
    read: (route, params) =>
      request(route, params).catch((error: unknown) => {
        if (error instanceof GatewayError && error.code === 'NOT_FOUND') return null;
        throw error;
      }),
    write: request,
    address: (path, query) => {
      const host = hostOf('platform', options.hosts);
      return host.origin + basePath(host) + path + toQuery(query);
    },
    saved,
    batched: (size) => {
      options.observer?.batch(size);
      if (size > 1) saved('batch', size - 1);
    },
    as: (credential) => platformUntil(deadline, { ...options, credential }),
    renewed: () => createPlatform(options),
    credential: options.credential,
    tally: options.tally ?? null,
    deadline,
  };
}

/** Failures that say nothing of the platform: nobody waits for the call any more, or it was not sent. */
const NOT_PLATFORMS: ReadonlySet<TransportFailureKind> = new Set(['aborted', 'refused']);

function toCall(route: AnyRoute<unknown>, params: Params, { hosts, credential }: PlatformOptions): Call {
  const host = hostOf(route.host, hosts);
  const headers: Record<string, string> = { accept: 'application/json' };
  const authorization = authorizationFor(route.credential, credential);
  if (authorization) headers[route.credentialHeader] = authorization;
  const call: Call = {
    route: routeName(route),
    repeatable: route.kind === 'read',
    origin: host.origin,
    method: route.method,
    path: basePath(host) + route.path,
    headers,
  };
  if (route.kind === 'read') call.path += toQuery(params);
  else if (route.method !== 'GET') {
    headers['content-type'] = 'application/json';
    call.body = JSON.stringify(params);
  }
  return call;
}

function hostOf(name: Host, hosts: Hosts): URL {
  const host = hosts[name];
  if (host) return host;
  throw new GatewayError('NOT_CONFIGURED', `The gateway has no address for the platform's ${name} routes.`);
}

const basePath = ({ pathname }: URL): string => pathname.replace(/\/$/, '');

const NEEDED: Record<Exclude<RouteCredential, 'none'>, string> = {
  user: 'This field needs a user token: send the one from signing in as the `Authorization` header.',
  plugin: 'This field needs the plugin credential: send it as `Authorization: Basic …`.',
  ato: 'This field needs an ATO token, from `completeAtoSignOn`: send it as the `Authorization` header.',
};

function authorizationFor(needed: RouteCredential, credential: Credential): string | null {
  if (needed === 'none') return null;
  const kind = needed === 'plugin' ? 'plugin' : 'user';
  if (credential.kind !== kind) throw new GatewayError('UNAUTHENTICATED', NEEDED[needed]);
  return authorizationOf(credential);
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
  const upstream: UpstreamFailure = { route: routeName(route) };
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
  const upstream: UpstreamFailure = { route: routeName(route), status };
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
      upstream: { route: routeName(route), status },
    },
  );
}
