import cluster from 'node:cluster';
import type { Boundary } from '../lib/boundary.ts';
import type { MetricValues } from '../telemetry/metrics.ts';
import type { Addresses, FromWorker, ToWorker, WorkerStatus } from './worker-messages.ts';

/** The worker side of this process. */
export interface OwnWorker {
  id: number;
  /** Reports that the gateway listens. */
  ready(addresses: Addresses): void;
  /** Calls back when the primary requests a stop, or has died. */
  onStop(stop: (reason: string) => void): void;
  /** Calls back when the primary requests a reload. */
  onReload(reload: () => void): void;
  /** Reports this worker's status whenever the primary collects it. */
  reportStatus(own: () => Promise<WorkerStatus>, boundary: Boundary): void;
  /** Reads the metrics of every worker, this one included, and of the primary. */
  gatherMetrics(): Promise<readonly MetricValues[]>;
}

/** Null: this process is not a worker. */
export function ownWorker(): OwnWorker | null {
  const { worker } = cluster;
  if (!worker) return null;
  const report = (message: FromWorker): void => void process.send?.(message, undefined, undefined, ignore);
  const pending = new Map<number, (values: readonly MetricValues[]) => void>();
  let requests = 0;
  process.on('message', (message: ToWorker) => {
    if (message.type === 'heartbeat') report(message);
    else if (message.type === 'all metrics') {
      pending.get(message.request)?.(message.values);
      pending.delete(message.request);
    }
  });
  return {
    id: worker.id,
    ready: (addresses) => report({ type: 'ready', addresses }),
    onStop: (stop) => {
      process.on('message', (message: ToWorker) => {
        if (message.type === 'stop') stop('stop');
      });
      worker.once('disconnect', () => {
        // Otherwise the process would exit here, abandoning requests in flight.
        worker.exitedAfterDisconnect = true;
        stop('the primary is gone');
      });
    },
    onReload: (reload) => {
      process.on('message', (message: ToWorker) => {
        if (message.type === 'reload') reload();
      });
    },
    reportStatus: (own, boundary) => {
      process.on('message', (message: ToWorker) => {
        if (message.type !== 'collect status') return;
        const { request } = message;
        boundary.run('worker message', async () =>
          report({ type: 'own status', request, status: await own() }),
        );
      });
    },
    gatherMetrics: () =>
      new Promise((resolve) => {
        const request = ++requests;
        pending.set(request, resolve);
        report({ type: 'gather metrics', request });
      }),
  };
}

const ignore = (): void => {};
