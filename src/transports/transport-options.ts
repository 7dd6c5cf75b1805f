import type { Admit } from '../admission/admission.ts';
import type { CallerScheduler } from '../admission/caller-scheduler.ts';
import type { Callers } from '../admission/callers.ts';
import type { Clients } from '../admission/client-address.ts';
import type { DropObserver, RefusalObserver } from '../admission/refusal-observer.ts';
import type { Boundary } from '../lib/boundary.ts';
import type { Clock } from '../lib/clock.ts';
import type { OperationRunner } from '../operations/runner.ts';
import type { Log } from '../telemetry/log.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { OriginRules } from './http/cors.ts';
import type { Readiness } from './http/health.ts';

/** What every transport of a gateway works with. */
export interface TransportOptions {
  clock: Clock;
  runner: OperationRunner;
  clients: Clients;
  callers: Callers;
  admit: Admit;
  /** Decides when requests and messages start. */
  scheduler: CallerScheduler;
  refusals: RefusalObserver & DropObserver;
  /** Set when the process is about to stop. */
  health: { readiness: Readiness };
  /** The origins whose pages may use the gateway. Other clients send no `Origin`. */
  origins: OriginRules;
  /** Largest body or message, in bytes. */
  bodyLimit: number;
  /** Milliseconds within which a client must send a request, or a message that it has begun. */
  requestTimeout: number;
  /** Milliseconds between pings of a socket, or comments of an event stream, which keep the connection alive. */
  pingInterval: number;
  /** Milliseconds after which a client that reads nothing is disconnected; it can resume with its cursors. */
  stallTimeout: number;
  /** Null: nothing is traced. */
  tracing: Tracing | null;
  boundary: Boundary;
  log: Log;
}
