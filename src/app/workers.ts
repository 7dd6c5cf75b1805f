import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Boundary } from '../lib/boundary.ts';
import { pauseUntil } from '../lib/cancellation.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../telemetry/log.ts';
import { exposeAll, type MetricValues } from '../telemetry/metrics.ts';
import { WorkerMetrics } from '../telemetry/worker-metrics.ts';
import type { DependencyHealth, DependencyReport, Readiness } from '../transports/http/health.ts';
import type { StatusSource } from '../transports/http/status-server.ts';
import { listen } from './listen.ts';
import type { Addresses, WorkerStatus } from './worker-messages.ts';
import { type End, WorkerProcess } from './worker-process.ts';

/** A worker that exits within this many milliseconds after it was started makes the next one wait. */
const MIN_UPTIME = 10_000;
/** Milliseconds before such a worker is replaced, from the second in a row on; doubles with each. */
const FIRST_DELAY = 100;
const LAST_DELAY = 10_000;
/** Consecutive workers that exited before they were ready, with no worker left, after which the primary gives up. */
const MAX_FAILED_STARTS = 6;
/** Milliseconds between heartbeats. */
const HEARTBEAT = 500;
/** Milliseconds to wait for a worker's status. */
const STATUS_TIMEOUT = 1000;
/** Milliseconds to wait for the replacement of a stuck worker before the stuck one is killed. */
const REPLACEMENT_TIMEOUT = 10_000;

export interface WorkersOptions {
  clock: Clock;
  count: number;
  host: string;
  /** 0: any free port. */
  port: number;
  /** Milliseconds without a response to heartbeats after which a worker is stuck. */
  timeout: number;
  boundary: Boundary;
  log: Log;
  /** Whether the primary could not read its files again, and the workers therefore did not. */
  hasFailedReload: () => boolean;
  /** Called when no worker is left and none becomes ready. */
  onGivingUp: () => void;
}

/**
 * Worker processes that share one port; the kernel distributes connections among them. The primary serves no clients: it
 * replaces workers that exit, immediately if they were up for a while, otherwise with increasing delay, and workers that
 * no longer respond. It never gives up on workers that become ready, whatever makes them exit then. It reports the status of
 * all of them.
 */
export class Workers implements StatusSource {
  readonly #options: WorkersOptions;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #running = new Set<WorkerProcess>();
  readonly #stopping = new AbortController();
  readonly #metrics: WorkerMetrics;
  #environment: Record<string, string> = {};
  #hasReloaded = false;
  /** Workers in a row that exited soon, and of those, that were never ready. */
  #earlyExits = 0;
  #failedStarts = 0;
  #isReplacingStuck = false;
  #lastHeartbeat = 0;

  constructor(options: WorkersOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#metrics = new WorkerMetrics(
      () => [...this.#running].map(({ state }) => state),
      options.hasFailedReload,
    );
  }

  /**
   * Starts the first worker and, once it listens, the others.
   * @param environment variables added for each worker.
   * @returns null if the first worker cannot start; it has already reported why.
   * Rejects if the port is unavailable.
   */
  async start(environment: Record<string, string>): Promise<Addresses | null> {
    this.#environment = { ...environment, PORT: String(await availablePort(this.#options)) };
    const worker = this.#fork();
    const first = await Promise.race([worker.ready, worker.ended.then(() => null)]);
    if (!first) return null;
    this.#replaceAtEnd(worker);
    for (let started = 1; started < this.#options.count; started += 1) this.#add();
    this.#lastHeartbeat = this.#clock.monotonic();
    this.#clock.setInterval(() => this.#beat(), HEARTBEAT).unref();
    return first;
  }

  /**
   * Stops all workers after their requests in flight.
   * @returns true if all of them exited cleanly and in time.
   */
  async stop(): Promise<boolean> {
    this.#stopping.abort();
    const ends = await Promise.all([...this.#running].map((worker) => worker.stop()));
    return ends.every(({ status }) => status === 0);
  }

  /** Makes all workers reload; those that are starting do so once they are ready. */
  reload(): void {
    this.#hasReloaded = true;
    for (const worker of this.#running) if (worker.isReady) worker.send({ type: 'reload' });
  }

  /** Ready while at least one worker is. */
  get readiness(): Readiness {
    if (this.#stopping.signal.aborted) return 'draining';
    const states = new Set([...this.#running].map(({ state }) => state));
    if (states.has('ready')) return 'ready';
    return states.has('unresponsive') ? 'unresponsive' : 'starting';
  }

  async dependencies(): Promise<DependencyReport> {
    return mergedDependencies(await this.#collect());
  }

  async metrics(): Promise<{ contentType: string; text: string }> {
    return exposeAll(await this.#allMetrics());
  }

  async #allMetrics(): Promise<readonly MetricValues[]> {
    const [statuses, own] = await Promise.all([this.#collect(), this.#metrics.values()]);
    return [...statuses.map(({ metrics }) => metrics), own];
  }

  /** Workers that are unresponsive or late are left out: the rest is reported in time. */
  async #collect(): Promise<readonly WorkerStatus[]> {
    const collected = new AbortController();
    const late = pauseUntil(this.#clock, STATUS_TIMEOUT, collected.signal).then(() => null);
    const ready = [...this.#running].filter(({ state }) => state === 'ready');
    const statuses = await Promise.all(ready.map((worker) => Promise.race([worker.status(), late])));
    collected.abort();
    return statuses.filter((status) => status !== null);
  }

  #add(): WorkerProcess {
    const worker = this.#fork();
    this.#replaceAtEnd(worker);
    return worker;
  }

  #fork(): WorkerProcess {
    const worker = new WorkerProcess(this.#environment, this.#options);
    this.#running.add(worker);
    this.#run(() => worker.ended.then(() => this.#running.delete(worker)));
    this.#run(async () => {
      await worker.ready;
      this.#log.info({ readyWorker: worker.id }, 'worker ready');
      // It may have read the files before they changed.
      if (this.#hasReloaded) worker.send({ type: 'reload' });
    });
    worker.onError((error) => this.#log.warn({ err: error }, 'worker'));
    worker.onMessage(async (message) => {
      if (message.type === 'gather metrics')
        worker.send({ type: 'all metrics', values: await this.#allMetrics() });
    });
    return worker;
  }

  #run(handle: () => unknown): void {
    this.#options.boundary.run('worker', handle);
  }

  #replaceAtEnd(worker: WorkerProcess): void {
    const startedAt = this.#clock.monotonic();
    this.#run(async () => this.#replace(worker, startedAt, await worker.ended));
  }

  async #replace(worker: WorkerProcess, startedAt: number, { status, signal }: End): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const line = { endedWorker: worker.id, status, signal };
    if (worker.isReplaced) return this.#log.info(line, 'worker exited');
    this.#earlyExits = this.#clock.monotonic() - startedAt < MIN_UPTIME ? this.#earlyExits + 1 : 0;
    this.#failedStarts = worker.isReady ? 0 : this.#failedStarts + 1;
    const exits = this.#earlyExits;
    const delay = exits < 2 ? 0 : Math.min(FIRST_DELAY * 2 ** (exits - 2), LAST_DELAY);
    this.#log.error({ ...line, replacedInMs: delay }, 'worker exited');
    if (this.#failedStarts >= MAX_FAILED_STARTS && this.readiness !== 'ready')
      return this.#options.onGivingUp();
    await pauseUntil(this.#clock, delay, this.#stopping.signal);
    if (this.#stopping.signal.aborted) return;
    this.#metrics.replaced('ended');
    this.#add();
  }

  /** Sends a heartbeat to every worker, and replaces one that is stuck. */
  #beat(): void {
    const now = this.#clock.monotonic();
    // The primary itself was paused (a suspended machine, SIGSTOP): it has not read the responses yet.
    const wasPaused = now - this.#lastHeartbeat > 2 * HEARTBEAT;
    this.#lastHeartbeat = now;
    for (const worker of this.#running) {
      if (wasPaused) worker.restartClock();
      worker.send({ type: 'heartbeat' });
    }
    const stuck = [...this.#running].find((worker) => worker.isStuck && !worker.isReplaced);
    if (stuck && !this.#isReplacingStuck && !this.#stopping.signal.aborted)
      this.#run(() => this.#replaceStuck(stuck).finally(() => (this.#isReplacingStuck = false)));
  }

  /** Replaces one worker at a time, so that an overloaded machine does not lose all of them at once. */
  async #replaceStuck(worker: WorkerProcess): Promise<void> {
    this.#isReplacingStuck = true;
    worker.isReplaced = true;
    this.#metrics.replaced('stuck');
    this.#log.error({ stuckWorker: worker.id, silentMs: Math.round(worker.silentFor) }, 'worker stuck');
    const replacement = this.#add();
    await Promise.race([
      replacement.ready,
      replacement.ended,
      worker.ended,
      pauseUntil(this.#clock, REPLACEMENT_TIMEOUT),
    ]);
    if (worker.state === 'unresponsive') {
      // It cannot drain, and the kernel still sends it connections.
      worker.kill();
      await worker.ended;
    } else await worker.stop();
  }
}

/** The dependencies of all workers: one that is down for any of them is down. */
function mergedDependencies(statuses: readonly WorkerStatus[]): DependencyReport {
  const merged: Record<string, DependencyHealth> = {};
  for (const { dependencies } of statuses)
    for (const [name, health] of Object.entries(dependencies)) {
      const known = merged[name];
      merged[name] = known ? worse(known, health) : health;
    }
  return merged;
}

const SEVERITY = { up: 0, unknown: 1, down: 2 };

/** Of two with the same state, the one that has been in it for longer. */
function worse(one: DependencyHealth, other: DependencyHealth): DependencyHealth {
  if (one.state !== other.state) return SEVERITY[one.state] > SEVERITY[other.state] ? one : other;
  return one.since < other.since ? one : other;
}

/** Checks the port before any worker shares it: workers would also share it with an unrelated process that allows it. */
async function availablePort({ host, port }: Pick<WorkersOptions, 'host' | 'port'>): Promise<number> {
  const server = createServer();
  await listen(server, { port, host });
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address === null || typeof address === 'string' ? port : address.port;
}
