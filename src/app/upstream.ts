import { Projector } from 'learning-platform-projection/projector';
import type { Callers } from '../admission/callers.ts';
import { HeldResponses } from '../admission/held-responses.ts';
import type { CancelSignal } from '../lib/cancellation.ts';
import type { Clock } from '../lib/clock.ts';
import { type Lane, OWN_LANE } from '../lib/pacing/fair-queue.ts';
import { systemErrorCodeOf } from '../lib/system-error-code.ts';
import type { ContextOptions } from '../operations/contexts.ts';
import { limitCalls } from '../operations/limits/call-budget.ts';
import { type Call, type CallResult, type Transport, TransportFailure } from '../platform/call.ts';
import {
  addressesOf,
  createPlatform,
  type Hosts,
  type Platform,
  type PlatformOptions,
} from '../platform/client.ts';
import type { Credential } from '../platform/credential.ts';
import { createInspect } from '../platform/inspection.ts';
import { PlatformClock } from '../platform/platform-clock.ts';
import { resilientTransport } from '../platform/resilience.ts';
import type { Shapes } from '../platform/shapes.ts';
import { SingleFlight } from '../platform/single-flight.ts';
import { undiciTransport } from '../platform/transport.ts';
import { driftLog } from '../telemetry/drift.ts';
import { LimitedLines } from '../telemetry/limited-lines.ts';
import type { Base } from './base.ts';

/** Creates platform clients that share connections, circuit breakers and single-flight reads. */
export interface Upstream {
  /** A client for one operation: within its deadline and call budget, sharing reads with others. */
  forOperation: ContextOptions['platformFor'];
  /**
   * A client for the gateway's own work, cancelled by the signal.
   * @param lane of the client that waits for the work. Null: none does; each call counts against a budget, so that reads are not
   * retried.
   */
  forBackground(credential: Credential, signal: CancelSignal, lane: Lane | null): Platform;
  /** By host: rejects with the reason if it does not respond at all. Hosts with the same address are checked once. */
  checks: Readonly<Record<string, () => Promise<void>>>;
  /** The platform's clock. */
  platformClock: PlatformClock;
  close(): Promise<void>;
}

/** Minimum milliseconds between log lines about calls to a route that failed for the same reason. */
const FAILURE_LOG_INTERVAL = 10_000;
/** Milliseconds to wait for a response to a check. */
const CHECK_TIMEOUT = 2000;

/**
 * Opens the connection pool, with the resilience that isolates failing routes.
 * @param openTransport for a platform that is not on the network, in tests.
 * @param shapes those in use. Default: none.
 */
export function openUpstream(
  { clock, config, metrics, states, boundary, log }: Base,
  callers: Callers,
  openTransport = undiciTransport,
  shapes: { readonly current: Shapes } = { current: new Map() },
): Upstream {
  const hosts = config.hosts ?? { platform: null, notes: null, push: null };
  const observer = metrics.platform;
  const { platformConnections: connections, platformTimeout: timeout, operationTimeout } = config;
  const platformClock = new PlatformClock({
    clock,
    // Its clock sets the dates of notifications.
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
    proxy: config.proxy && { url: config.proxy.url.reveal(), except: config.proxy.except },
    platformClock,
    boundary,
  });
  const names = namesByOrigin(hosts);
  const send = resilientTransport({
    send: transport.send,
    clock,
    connections,
    timeout,
    hostName: (origin) => names.get(origin) ?? 'other',
    observer,
    boundary,
    onCircuit: (guarded, state) => states.circuit(guarded, state),
  });
  const singleFlight = new SingleFlight(clock, timeout, boundary);
  observer.onDrift = driftLog(log, clock);
  const shared = {
    clock,
    addresses: addressesOf(hosts),
    projector: config.executor === 'graphql-js' ? null : new Projector((copied) => observer.list(copied)),
    send,
    inspect: createInspect(clock),
    shapes,
    observer,
    identities: callers,
  } satisfies Partial<PlatformOptions>;
  const laneOf = (credential: Credential): Lane =>
    callers.laneOf(credential.kind === 'user' ? credential.token : null);
  const failures = new LimitedLines(clock, FAILURE_LOG_INTERVAL);
  const logFailure =
    (context: { requestId?: string }) =>
    (route: string, reason: number | TransportFailure): void => {
      const found =
        typeof reason === 'number'
          ? { status: reason }
          : { failure: reason.kind, cause: systemErrorCodeOf(reason) ?? undefined };
      failures.count([route, ...Object.values(found)].join(' '), (count) =>
        log.warn({ ...context, route, ...found, count }, 'upstream'),
      );
    };
  return {
    forOperation: ({ requestId, account, credential, signal, trace, callCounter, copies }) =>
      createPlatform({
        ...shared,
        lane: account ?? laneOf(credential),
        credential,
        signal,
        trace,
        callCounter,
        copies,
        operationTimeout,
        writeTimeout: Math.min(timeout, operationTimeout / 2),
        singleFlight,
        memory: new HeldResponses(account ?? callers.everyone),
        spend: limitCalls(config.priceLimits.calls, metrics.operations, account),
        onFailure: logFailure({ requestId }),
      }),
    forBackground: (credential, signal, lane) =>
      createPlatform({
        ...shared,
        lane: lane ?? laneOf(credential),
        credential,
        signal,
        retriesReads: lane !== null,
        onFailure: logFailure({}),
      }),
    checks: checksOf(clock, hosts, transport.send),
    platformClock,
    close: () => transport.close(),
  };
}

/** The first name of each host's address. */
function namesByOrigin(hosts: Hosts): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const name of HOSTS) {
    const origin = hosts[name]?.origin;
    if (origin !== undefined && !names.has(origin)) names.set(origin, name);
  }
  return names;
}

function checksOf(clock: Clock, hosts: Hosts, send: Transport): Upstream['checks'] {
  return Object.fromEntries(
    [...namesByOrigin(hosts)].map(([origin, name]) => [name, () => checkResponse(clock, origin, send)]),
  );
}

/** In order of precedence: a host with the address of an earlier one is not checked again. */
const HOSTS = ['platform', 'notes', 'push'] as const;

/** @throws TransportFailure unless the host responds, with any status. */
async function checkResponse(clock: Clock, origin: string, send: Transport): Promise<void> {
  const call: Call = {
    route: 'health',
    lane: OWN_LANE,
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
  if (outcome instanceof TransportFailure) throw outcome;
}
