import type { Config } from '../config/config.ts';
import type { CancelSignal } from '../graph/cancellation.ts';
import { limitCalls } from '../operations/limits/call-budget.ts';
import { type Call, type CallResult, TransportFailure, type TransportFailureKind } from '../platform/call.ts';
import {
  addressesOf,
  createPlatform,
  type Hosts,
  type Platform,
  type PlatformOptions,
} from '../platform/client.ts';
import type { Credential } from '../platform/credential.ts';
import type { PlatformObserver } from '../platform/platform-observer.ts';
import { resilientTransport } from '../platform/resilience.ts';
import { SingleFlight } from '../platform/single-flight.ts';
import { undiciTransport } from '../platform/transport.ts';
import { Drift } from '../telemetry/drift.ts';
import type { Log } from '../telemetry/log.ts';

/** What the platform of one operation has of its own. */
type OfOperation = Pick<PlatformOptions, 'credential' | 'signal' | 'trace' | 'callCounter'> & {
  requestId: string;
};

/** The way to the platform. */
export interface Upstream {
  /** For an operation: within its time and its budget of calls, and sharing calls with others. */
  forOperation(operation: OfOperation): Platform;
  /** For work of the gateway's own, which ends with the signal. */
  forBackground(credential: Credential, signal: CancelSignal): Platform;
  /** Whether the platform answers anything at all. */
  isReachable(): Promise<boolean>;
  /** How often each route answered in a form that is not the documented one. */
  drift: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Milliseconds that the platform has to show that it is there. */
const HEALTH_TIMEOUT = 2000;

/** Opens the sockets to the platform, with what keeps a failing route from failing others. */
export function openUpstream(config: Config, hosts: Hosts, observer: PlatformObserver, log: Log): Upstream {
  const { platformConnections: connections, platformTimeout: timeout, operationTimeout } = config;
  const transport = undiciTransport({ connections, timeout, responseLimit: config.platformResponseLimit });
  const send = resilientTransport(transport.send, { connections, timeout, observer });
  const singleFlight = new SingleFlight(timeout);
  const drift = new Drift(log);
  const shared = {
    addresses: addressesOf(hosts),
    send,
    observer: {
      saved: (by, calls) => observer.saved(by, calls),
      batch: (size) => observer.batch(size),
      drift: (route) => {
        drift.count(route);
        observer.drift(route);
      },
    },
  } satisfies Partial<PlatformOptions>;
  const logFailure =
    (about: { requestId?: string }) =>
    (route: string, reason: number | TransportFailureKind): void =>
      log.warn({ ...about, route, [typeof reason === 'number' ? 'status' : 'failure']: reason }, 'upstream');
  return {
    forOperation: ({ requestId, credential, signal, trace, callCounter }) =>
      createPlatform({
        ...shared,
        credential,
        signal,
        trace,
        callCounter,
        operationTimeout,
        singleFlight,
        spend: limitCalls(config.upstreamCallLimit),
        onFailure: logFailure({ requestId }),
      }),
    forBackground: (credential, signal) =>
      createPlatform({ ...shared, credential, signal, onFailure: logFailure({}) }),
    isReachable: async () => {
      if (!hosts.platform) return false;
      const { origin } = hosts.platform;
      const signal = AbortSignal.timeout(HEALTH_TIMEOUT);
      const call: Call = {
        route: 'health',
        repeatable: false,
        origin,
        method: 'GET',
        path: '/',
        headers: {},
        body: undefined,
        deadline: undefined,
        signal,
      };
      const outcome = await new Promise<CallResult>((settled) => transport.send(call, { settled }));
      return !(outcome instanceof TransportFailure);
    },
    drift: drift.counts,
    close: () => transport.close(),
  };
}
