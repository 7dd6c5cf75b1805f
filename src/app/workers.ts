import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../telemetry/log.ts';
import type { MetricValues } from '../telemetry/metrics.ts';

/** Addresses the gateway listens on. */
export interface Addresses {
  url: string;
  metricsUrl: string | null;
}

/** Messages from a worker to the primary. `request` correlates a reply. */
type FromWorker =
  | { type: 'ready'; addresses: Addresses }
  | { type: 'gather metrics'; request: number }
  | { type: 'own metrics'; request: number; values: MetricValues };

/** Messages from the primary to a worker. */
type ToWorker =
  | { type: 'stop' }
  | { type: 'reload' }
  | { type: 'collect metrics'; request: number }
  | { type: 'all metrics'; request: number; values: readonly MetricValues[] };

/** A worker that exits within this many milliseconds counts as a failed start. */
const MIN_UPTIME = 10_000;
/** Milliseconds before a worker that failed to start is replaced, from the second failure on; doubles with each. */
const FIRST_DELAY = 100;
const LAST_DELAY = 10_000;
/** Consecutive failed starts, with no worker left, after which the primary gives up. */
const MAX_FAILED_STARTS = 6;
/** Milliseconds until workers are killed on shutdown; they abort unfinished work themselves before that. */
const STOP_TIMEOUT = 9500;
/** Milliseconds to wait for a worker's metrics; a stuck worker is left out. */
const METRICS_TIMEOUT = 1000;

export interface WorkersOptions {
  count: number;
  host: string;
  /** 0: any free port. */
  port: number;
  /** Environment variables added for each worker. */
  environment: Record<string, string>;
  log: Log;
  /** Called when no worker is left and none can be started. */
  onGivingUp: () => void;
}

/**
 * Worker processes that share one port; the kernel distributes connections among them. The primary serves no requests:
 * it replaces workers that exit, immediately if they were up for a while, otherwise with increasing delay.
 */
export class Workers {
  readonly #environment: Record<string, string>;
  readonly #log: Log;
  readonly #onGivingUp: () => void;
  readonly #ready = new Set<Worker>();
  readonly #stopping = new AbortController();
  readonly #gatherings = new Map<number, Gathering>();
  #hasReloaded = false;
  #gathered = 0;
  #failedStarts = 0;

  private constructor({ environment, log, onGivingUp }: WorkersOptions) {
    this.#environment = environment;
    this.#log = log;
    this.#onGivingUp = onGivingUp;
  }

  /**
   * Starts the first worker and, once it listens, the others.
   * @returns null if the first worker cannot start; it has already reported why.
   * Rejects if the port is unavailable.
   */
  static async start(options: WorkersOptions): Promise<{ workers: Workers; addresses: Addresses } | null> {
    const PORT = String(await availablePort(options));
    const workers = new Workers({ ...options, environment: { ...options.environment, PORT } });
    const addresses = await workers.#startFirst();
    if (!addresses) return null;
    for (let started = 1; started < options.count; started += 1) workers.#fork();
    return { workers, addresses };
  }

  /**
   * Stops all workers after their requests in flight.
   * @returns true if all of them exited cleanly and in time.
   */
  async stop(): Promise<boolean> {
    this.#stopping.abort();
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const ends = running.map(async (worker) => {
      const end = endOf(worker);
      send(worker, { type: 'stop' });
      return (await end).status === 0;
    });
    const cutOff = setTimeout(() => {
      for (const worker of running) worker.process.kill('SIGKILL');
    }, STOP_TIMEOUT);
    const endedWell = await Promise.all(ends);
    clearTimeout(cutOff);
    return endedWell.every(Boolean);
  }

  /** Has all workers reload; those that are starting do so once they are ready. */
  reload(): void {
    this.#hasReloaded = true;
    for (const worker of this.#ready) send(worker, { type: 'reload' });
  }

  async #startFirst(): Promise<Addresses | null> {
    const worker = cluster.fork(this.#environment);
    const addresses = new Promise<Addresses>((resolve) => {
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'ready') resolve(message.addresses);
      });
    });
    this.#listenTo(worker);
    const end = endOf(worker);
    const first = await Promise.race([addresses, end.then(() => null)]);
    if (first) void this.#replace(worker, end);
    return first;
  }

  #fork(): void {
    const worker = cluster.fork(this.#environment);
    this.#listenTo(worker);
    void this.#replace(worker, endOf(worker));
  }

  async #replace(worker: Worker, ending: Promise<End>): Promise<void> {
    const startedAt = performance.now();
    const { status, signal } = await ending;
    this.#ready.delete(worker);
    if (this.#stopping.signal.aborted) return;
    this.#failedStarts = performance.now() - startedAt < MIN_UPTIME ? this.#failedStarts + 1 : 0;
    const failures = this.#failedStarts;
    const delay = failures < 2 ? 0 : Math.min(FIRST_DELAY * 2 ** (failures - 2), LAST_DELAY);
    this.#log.error({ endedWorker: worker.id, status, signal, replacedInMs: delay }, 'worker ended');
    if (failures >= MAX_FAILED_STARTS && this.#ready.size === 0) return this.#onGivingUp();
    await pause(delay, undefined, { signal: this.#stopping.signal }).catch(() => {});
    if (!this.#stopping.signal.aborted) this.#fork();
  }

  #listenTo(worker: Worker): void {
    worker.on('error', (error) => this.#log.warn({ err: error }, 'worker'));
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'ready') this.#onReady(worker);
      else if (message.type === 'gather metrics') void this.#gather(worker, message.request);
      else this.#gatherings.get(message.request)?.add(message.values);
    });
  }

  #onReady(worker: Worker): void {
    this.#ready.add(worker);
    // It may have read the files before they changed.
    if (this.#hasReloaded) send(worker, { type: 'reload' });
    this.#log.info({ readyWorker: worker.id }, 'worker ready');
  }

  async #gather(requester: Worker, request: number): Promise<void> {
    const number = ++this.#gathered;
    const gathering = new Gathering(this.#ready.size);
    this.#gatherings.set(number, gathering);
    for (const worker of this.#ready) send(worker, { type: 'collect metrics', request: number });
    const values = await gathering.complete;
    this.#gatherings.delete(number);
    send(requester, { type: 'all metrics', request, values });
  }
}

/** Collects the metrics of all workers. */
class Gathering {
  readonly complete: Promise<readonly MetricValues[]>;
  readonly #values: MetricValues[] = [];
  readonly #expected: number;
  #finish: () => void = () => {};

  constructor(expected: number) {
    this.#expected = expected;
    this.complete = new Promise((resolve) => {
      const timer = setTimeout(() => this.#finish(), METRICS_TIMEOUT);
      this.#finish = () => {
        clearTimeout(timer);
        resolve(this.#values);
      };
    });
  }

  add(values: MetricValues): void {
    this.#values.push(values);
    if (this.#values.length === this.#expected) this.#finish();
  }
}

/** The worker side of this process. */
export interface OwnWorker {
  id: number;
  /** Reports that the gateway listens. */
  ready(addresses: Addresses): void;
  /** Calls back when the primary requests a stop, or has died. */
  onStop(stop: (reason: string) => void): void;
  /** Calls back when the primary requests a reload. */
  onReload(reload: () => void): void;
  /**
   * Makes this worker's metrics available to all of them.
   * @param own reads this worker's metrics.
   * @returns reads the metrics of every worker, this one included.
   */
  gatherMetrics(own: () => Promise<MetricValues>): () => Promise<readonly MetricValues[]>;
}

/** Null: this process is not a worker. */
export function ownWorker(): OwnWorker | null {
  const { worker } = cluster;
  if (!worker) return null;
  const report = (message: FromWorker): void => void process.send?.(message, undefined, undefined, ignore);
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
    gatherMetrics: (own) => {
      const pending = new Map<number, (values: readonly MetricValues[]) => void>();
      let requests = 0;
      process.on('message', (message: ToWorker) => {
        if (message.type === 'all metrics') pending.get(message.request)?.(message.values);
        if (message.type !== 'collect metrics') return;
        const { request } = message;
        void own().then((values) => report({ type: 'own metrics', request, values }));
      });
      return () =>
        new Promise((resolve) => {
          const request = ++requests;
          pending.set(request, (values) => {
            pending.delete(request);
            resolve(values);
          });
          report({ type: 'gather metrics', request });
        });
    },
  };
}

/** Checks the port before any worker shares it: workers would also share it with an unrelated process that allows it. */
async function availablePort({ host, port }: Pick<WorkersOptions, 'host' | 'port'>): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address === null || typeof address === 'string' ? port : address.port;
}

/** Exit status and signal of a process. */
interface End {
  status: number | null;
  signal: string | null;
}

const endOf = async (worker: Worker): Promise<End> => {
  const [status, signal] = await once(worker, 'exit');
  return { status, signal };
};

function send(worker: Worker, message: ToWorker): void {
  // A worker that is exiting needs no message.
  if (worker.isConnected()) worker.process.send(message, undefined, undefined, ignore);
}

const ignore = (): void => {};
