import type { Config } from '../config/config.ts';
import type { CancelSignal } from '../graph/cancellation.ts';
import { limitCalls } from '../operations/limits/call-budget.ts';
import type { PriceObserver } from '../operations/observers.ts';
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

/** What each operation's platform client has of its own. */
type OperationOptions = Pick<PlatformOptions, 'credential' | 'signal' | 'trace' | 'callCounter'> & {
  requestId: string;
};

/** Creates platform clients that share connections, circuit breakers and single-flight reads. */
export interface Upstream {
  /** A client for one operation: within its deadline and call budget, sharing reads with others. */
  forOperation(operation: OperationOptions): Platform;
  /** A client for the gateway's own work, cancelled by the signal. */
  forBackground(credential: Credential, signal: CancelSignal): Platform;
  /** True if the platform responds at all. */
  isReachable(): Promise<boolean>;
  /** Responses that deviate from the documented shape, by route. */
  drift: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Milliseconds to wait for a response to the health check. */
const HEALTH_TIMEOUT = 2000;

/** Opens the connection pool, with the resilience that isolates failing routes. */
export function openUpstream(
  config: Config,
  hosts: Hosts,
  { platform: observer, prices }: { platform: PlatformObserver; prices: PriceObserver },
  log: Log,
): Upstream {
  const { platformConnections: connections, platformTimeout: timeout, operationTimeout } = config;
  const transport = undiciTransport({ connections, timeout, responseLimit: config.platformResponseLimit });
  const send = resilientTransport(transport.send, { connections, timeout, observer });
  const singleFlight = new SingleFlight(timeout);
  const drift = new Drift(log);
  const shared = {
    addresses: addressesOf(hosts),
    send,
    observer: {
      deduplicated: (by, calls) => observer.deduplicated(by, calls),
      batch: (size) => observer.batch(size),
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
    forOperation: ({ requestId, credential, signal, trace, callCounter }) =>
      createPlatform({
        ...shared,
        credential,
        signal,
        trace,
        callCounter,
        operationTimeout,
        singleFlight,
        spend: limitCalls(config.priceLimits.calls, prices),
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
        retryable: false,
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
