import type { Config } from '../config/config.ts';
import type { Boundary } from '../lib/boundary.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { StateLog } from '../telemetry/state-log.ts';
import type { Tracing } from '../telemetry/tracing.ts';

/** Dependencies of every part of a gateway. */
export interface Base {
  clock: Clock;
  config: Config;
  metrics: Metrics;
  states: StateLog;
  /** Null: operations are not traced. */
  tracing: Tracing | null;
  boundary: Boundary;
  log: Log;
}
