import cluster from 'node:cluster';
import type { Boundary } from '../lib/boundary.ts';
import type { MetricValues } from '../telemetry/metrics.ts';
import type { Addresses, FromWorker, ToWorker, WorkerStatus } from './worker-messages.ts';

/** What the primary makes a worker do. */
interface WorkerTasks {
  /** The primary requests a stop, or has died. */
  stop(reason: string): void;
  reload(): void;
  status(): Promise<WorkerStatus>;
}

/** The worker side of this process. */
export interface OwnWorker {
  id: number;
  /** Reports that the gateway listens, and takes the primary's messages from now on. */
  ready(addresses: Addresses, tasks: WorkerTasks, boundary: Boundary): void;
  /** Reads the metrics of every worker, this one included, and of the primary. */
  gatherMetrics(): Promise<readonly MetricValues[]>;
}

/** Null: this process is not a worker. */
export function ownWorker(): OwnWorker | null {
  const { worker } = cluster;
  if (!worker) return null;
  const report = (message: FromWorker): void => void process.send?.(message, undefined, undefined, ignore);
  let gathering: PromiseWithResolvers<readonly MetricValues[]> | null = null;
  process.on('message', (message: ToWorker) => {
    if (message.type === 'heartbeat') report(message);
    if (message.type !== 'all metrics') return;
    gathering?.resolve(message.values);
    gathering = null;
  });
  return {
    id: worker.id,
    ready: (addresses, tasks, boundary) => {
      const handle = async ({ type }: ToWorker): Promise<void> => {
        if (type === 'stop') tasks.stop('stop');
        else if (type === 'reload') tasks.reload();
        else if (type === 'collect status') report({ type: 'own status', status: await tasks.status() });
      };
      process.on('message', boundary.listener('worker message', handle));
      worker.once('disconnect', () => {
        // Otherwise the process would exit here, abandoning requests in flight.
        worker.exitedAfterDisconnect = true;
        tasks.stop('the primary is gone');
      });
      report({ type: 'ready', addresses });
    },
    gatherMetrics: () => {
      gathering ??= Promise.withResolvers();
      report({ type: 'gather metrics' });
      return gathering.promise;
    },
  };
}

const ignore = (): void => {};
