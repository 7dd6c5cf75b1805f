import type { Config } from '../config/config.ts';
import type { Boundary } from '../lib/boundary.ts';
import type { CancelSignal } from '../lib/cancellation.ts';
import type { Clock } from '../lib/clock.ts';
import type { ContextOptions } from '../operations/contexts.ts';
import { limitCalls } from '../operations/limits/call-budget.ts';
import type { PriceObserver } from '../operations/observers.ts';
import {
  type Call,
  type CallResult,
  type Transport,
  TransportFailure,
  type TransportFailureKind,
} from '../platform/call.ts';
import {
  addressesOf,
  createPlatform,
  type Hosts,
  type Platform,
  type PlatformOptions,
} from '../platform/client.ts';
import type { Credential } from '../platform/credential.ts';
import { PlatformClock } from '../platform/platform-clock.ts';
import type { PlatformObserver } from '../platform/platform-observer.ts';
import { resilientTransport } from '../platform/resilience.ts';
import { SingleFlight } from '../platform/single-flight.ts';
import { undiciTransport } from '../platform/transport.ts';
import { Projector } from '../projection/projector.ts';
import { Drift } from '../telemetry/drift.ts';
import type { Log } from '../telemetry/log.ts';
import type { StateLog } from '../telemetry/state-log.ts';

/** Creates platform clients that share connections, circuit breakers and single-flight reads. */
export interface Upstream {
  /** A client for one operation: within its deadline and call budget, sharing reads with others. */
  forOperation: ContextOptions['platformFor'];
  /**
   * A client for the gateway's own work, cancelled by the signal.
   * @param retries whether failed reads may be retried at once: not if each call is one of a budget.
   */
  forBackground(credential: Credential, signal: CancelSignal, options: { retries: boolean }): Platform;
  /** By host: whether it responds at all. Hosts with the same address are checked once. */
  checks: Readonly<Record<string, () => Promise<boolean>>>;
  /** The platform's clock. */
  platformClock: PlatformClock;
  /** Responses that deviate from the documented shape, by route. */
  drift: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Milliseconds to wait for a response to a check. */
const CHECK_TIMEOUT = 2000;

/**
 * Opens the connection pool, with the resilience that isolates failing routes.
 * @param openTransport for a platform that is not on the network, in tests.
 */
export function openUpstream(
  clock: Clock,
  config: Config,
  hosts: Hosts,
  { platform: observer, prices }: { platform: PlatformObserver; prices: PriceObserver },
  states: StateLog,
  boundary: Boundary,
  log: Log,
  openTransport = undiciTransport,
): Upstream {
  const { platformConnections: connections, platformTimeout: timeout, operationTimeout } = config;
  const platformClock = new PlatformClock({
    clock,
    // Its clock dates the notifications.
    origin: hosts.push?.origin ?? null,
    onChange: (agrees, offset) => {
      if (agrees) log.info({ offsetMs: Math.round(offset) }, 'platform clock agrees');
      else log.warn({ offsetMs: Math.round(offset) }, 'platform clock differs');
    },
  });
  const transport = openTransport({
    clock,
    connections,
    timeout,
    responseLimit: config.platformResponseLimit,
    http2: config.platformHttp2,
    compression: config.platformCompression,
    platformClock,
    boundary,
  });
  const send = resilientTransport(transport.send, {
    clock,
    connections,
    timeout,
    observer,
    boundary,
    onCircuit: (route, state) => states.circuit(route, state),
  });
  const singleFlight = new SingleFlight(clock, timeout, boundary);
  const drift = new Drift(log, clock);
  const shared = {
    clock,
    addresses: addressesOf(hosts),
    projector: config.projection ? new Projector((copied) => observer.list(copied)) : null,
    send,
    observer: {
      deduplicated: (by, calls) => observer.deduplicated(by, calls),
      batch: (size) => observer.batch(size),
      body: (route, reading) => observer.body(route, reading),
      drift: (route) => {
        drift.count(route);
        observer.drift(route);
      },
    },
  } satisfies Partial<PlatformOptions>;
  const logFailure =
    (context: { requestId?: string }) =>
    (route: string, reason: number | TransportFailureKind): void =>
      log.warn(
        { ...context, route, [typeof reason === 'number' ? 'status' : 'failure']: reason },
        'upstream',
      );
  return {
    forOperation: ({ requestId, credential, signal, trace, callCounter, copies }) =>
      createPlatform({
        ...shared,
        credential,
        signal,
        trace,
        callCounter,
        copies,
        operationTimeout,
        singleFlight,
        spend: limitCalls(config.priceLimits.calls, prices),
        onFailure: logFailure({ requestId }),
      }),
    forBackground: (credential, signal, { retries }) =>
      createPlatform({ ...shared, credential, signal, retriesReads: retries, onFailure: logFailure({}) }),
    checks: checksOf(clock, hosts, transport.send),
    platformClock,
    drift: drift.counts,
    close: () => transport.close(),
  };
}

function checksOf(clock: Clock, hosts: Hosts, send: Transport): Upstream['checks'] {
  const origins = new Map<string, string>();
  for (const name of HOSTS) {
    const origin = hosts[name]?.origin;
    if (origin !== undefined && !origins.has(origin)) origins.set(origin, name);
  }
  return Object.fromEntries(
    [...origins].map(([origin, name]) => [name, () => responds(clock, origin, send)]),
  );
}

/** In order of precedence: a host at the address of an earlier one is not checked again. */
const HOSTS = ['platform', 'notes', 'push'] as const;

/** Whether a host responds at all, whatever the status. */
async function responds(clock: Clock, origin: string, send: Transport): Promise<boolean> {
  const call: Call = {
    route: 'health',
    retryable: false,
    origin,
    method: 'GET',
    path: '/',
    headers: {},
    body: undefined,
    deadline: clock.monotonic() + CHECK_TIMEOUT,
    signal: undefined,
  };
  const outcome = await new Promise<CallResult>((settled) => send(call, { settled }));
  return !(outcome instanceof TransportFailure);
}
