import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../telemetry/log.ts';
import type { MetricValues } from '../telemetry/metrics.ts';

/** Where the gateway answers. */
export interface Addresses {
  url: string;
  metricsUrl: string | null;
}

/** What a worker tells the primary. A request is known by its number. */
type FromWorker =
  | { type: 'ready'; addresses: Addresses }
  | { type: 'all metrics wanted'; request: number }
  | { type: 'own metrics'; request: number; values: MetricValues };

/** What the primary tells a worker. */
type ToWorker =
  | { type: 'stop' }
  | { type: 'own metrics wanted'; request: number }
  | { type: 'all metrics'; request: number; values: readonly MetricValues[] };

/** Milliseconds that a worker may live for its end to count as another failed start. */
const SOON = 10_000;
/** Milliseconds before a worker is replaced that ended soon a second time; doubles with each. */
const FIRST_DELAY = 100;
const LAST_DELAY = 10_000;
/** Ends soon after the start, one after the other and with no worker left, after which the primary gives up. */
const ATTEMPTS = 6;
/** Milliseconds that workers have to end; they cut off what lasts longer by themselves, before that. */
const STOP_TIMEOUT = 9500;
/** Milliseconds that a worker has to tell its metrics; one that is stuck is left out. */
const METRICS_TIMEOUT = 1000;

export interface WorkersOptions {
  count: number;
  host: string;
  /** 0: any that is free. */
  port: number;
  /** What is added to the environment of each worker. */
  environment: Record<string, string>;
  log: Log;
  /** No worker is left and none can be started. */
  onGivingUp: () => void;
}

/**
 * Worker processes on one port, among which the kernel hands its connections out. The primary answers nothing itself: it
 * replaces a worker that ends, at once where it was up for a while and ever later where it was not.
 */
export class Workers {
  readonly #environment: Record<string, string>;
  readonly #log: Log;
  readonly #onGivingUp: () => void;
  readonly #ready = new Set<Worker>();
  readonly #stopping = new AbortController();
  readonly #gatherings = new Map<number, Gathering>();
  #gathered = 0;
  #soonEnded = 0;

  private constructor({ environment, log, onGivingUp }: WorkersOptions) {
    this.#environment = environment;
    this.#log = log;
    this.#onGivingUp = onGivingUp;
  }

  /**
   * Starts the first worker, and once it listens the others.
   * @returns null where the first cannot start; it has said why.
   * Rejects where the port cannot be listened on.
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
   * Asks all workers to answer what is in flight and to end.
   * @returns whether all of them did, in time.
   */
  async stop(): Promise<boolean> {
    this.#stopping.abort();
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const ends = running.map(async (worker) => {
      const end = endOf(worker);
      tell(worker, { type: 'stop' });
      return (await end).status === 0;
    });
    const cutOff = setTimeout(() => {
      for (const worker of running) worker.process.kill('SIGKILL');
    }, STOP_TIMEOUT);
    const endedWell = await Promise.all(ends);
    clearTimeout(cutOff);
    return endedWell.every(Boolean);
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
    this.#soonEnded = performance.now() - startedAt < SOON ? this.#soonEnded + 1 : 0;
    const delay = this.#soonEnded < 2 ? 0 : Math.min(FIRST_DELAY * 2 ** (this.#soonEnded - 2), LAST_DELAY);
    this.#log.error({ endedWorker: worker.id, status, signal, replacedInMs: delay }, 'worker ended');
    if (this.#soonEnded >= ATTEMPTS && this.#ready.size === 0) return this.#onGivingUp();
    await pause(delay, undefined, { signal: this.#stopping.signal }).catch(() => {});
    if (!this.#stopping.signal.aborted) this.#fork();
  }

  #listenTo(worker: Worker): void {
    worker.on('error', (error) => this.#log.warn({ err: error }, 'worker'));
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'ready') this.#onReady(worker);
      else if (message.type === 'all metrics wanted') void this.#gather(worker, message.request);
      else this.#gatherings.get(message.request)?.add(message.values);
    });
  }

  #onReady(worker: Worker): void {
    this.#ready.add(worker);
    this.#log.info({ readyWorker: worker.id }, 'worker ready');
  }

  async #gather(asking: Worker, request: number): Promise<void> {
    const number = ++this.#gathered;
    const gathering = new Gathering(this.#ready.size);
    this.#gatherings.set(number, gathering);
    for (const worker of this.#ready) tell(worker, { type: 'own metrics wanted', request: number });
    const values = await gathering.complete;
    this.#gatherings.delete(number);
    tell(asking, { type: 'all metrics', request, values });
  }
}

/** The metrics of all workers, as they come in. */
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

/** The worker that this process is; null where it is none. */
export interface OwnWorker {
  id: number;
  /** The gateway listens. */
  ready(addresses: Addresses): void;
  /** Calls back when the primary asks for the end, or is gone. */
  onStop(stop: (reason: string) => void): void;
  /**
   * The metrics of every worker, this one included.
   * @param own those of this worker, whenever somebody wants them.
   */
  gatherMetrics(own: () => Promise<MetricValues>): () => Promise<readonly MetricValues[]>;
}

export function ownWorker(): OwnWorker | null {
  const { worker } = cluster;
  if (!worker) return null;
  const send = (message: FromWorker): void => void process.send?.(message, undefined, undefined, ignore);
  return {
    id: worker.id,
    ready: (addresses) => send({ type: 'ready', addresses }),
    onStop: (stop) => {
      process.on('message', (message: ToWorker) => {
        if (message.type === 'stop') stop('stop');
      });
      worker.once('disconnect', () => {
        // Else the process would end here and now, with what is in flight.
        worker.exitedAfterDisconnect = true;
        stop('the primary is gone');
      });
    },
    gatherMetrics: (own) => {
      const asked = new Map<number, (values: readonly MetricValues[]) => void>();
      let requests = 0;
      process.on('message', (message: ToWorker) => {
        if (message.type === 'all metrics') asked.get(message.request)?.(message.values);
        if (message.type !== 'own metrics wanted') return;
        const { request } = message;
        void own().then((values) => send({ type: 'own metrics', request, values }));
      });
      return () =>
        new Promise((resolve) => {
          const request = ++requests;
          asked.set(request, (values) => {
            asked.delete(request);
            resolve(values);
          });
          send({ type: 'all metrics wanted', request });
        });
    },
  };
}

/** Processes that share a port would share it with a stranger who does, too: so it is tried alone before. */
async function availablePort({ host, port }: Pick<WorkersOptions, 'host' | 'port'>): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address === null || typeof address === 'string' ? port : address.port;
}

/** How a process ended. */
interface End {
  status: number | null;
  signal: string | null;
}

const endOf = async (worker: Worker): Promise<End> => {
  const [status, signal] = await once(worker, 'exit');
  return { status, signal };
};

function tell(worker: Worker, message: ToWorker): void {
  // What cannot be told to a worker that is ending need not be.
  if (worker.isConnected()) worker.process.send(message, undefined, undefined, ignore);
}

const ignore = (): void => {};
