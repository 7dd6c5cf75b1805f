import type { MetricValues } from '../telemetry/metrics.ts';
import type { DependencyReport } from '../transports/http/health.ts';

/** Addresses the gateway listens on. */
export interface Addresses {
  url: string;
  metricsUrl: string | null;
}

/** What a worker reports about itself. */
export interface WorkerStatus {
  metrics: MetricValues;
  dependencies: DependencyReport;
}

/** Messages from a worker to the primary. */
export type FromWorker =
  | { type: 'heartbeat' }
  | { type: 'ready'; addresses: Addresses }
  | { type: 'gather metrics' }
  | { type: 'own status'; status: WorkerStatus };

/** Messages from the primary to a worker. A heartbeat is returned at once. */
export type ToWorker =
  | { type: 'heartbeat' }
  | { type: 'stop' }
  | { type: 'reload' }
  | { type: 'collect status' }
  | { type: 'all metrics'; values: readonly MetricValues[] };
