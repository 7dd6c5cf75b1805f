import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Boundary } from '../lib/boundary.ts';
import type { Clock } from '../lib/clock.ts';
import type { WorkerState } from '../telemetry/worker-metrics.ts';
import type { Addresses, FromWorker, ToWorker, WorkerStatus } from './worker-messages.ts';

/** Exit status and signal of a process. */
export interface End {
  status: number | null;
  signal: string | null;
}

/** Milliseconds until a worker is killed on shutdown; it aborts unfinished work itself before that. */
const STOP_TIMEOUT = 9500;
/** Minimum milliseconds for a worker to start: loading the program keeps it from responding. */
const START_TIMEOUT = 30_000;

/** A worker, as the primary sees it. */
export class WorkerProcess {
  /** Resolves when it listens. */
  readonly ready: Promise<Addresses>;
  readonly ended: Promise<End>;
  /** Whether another worker has already been started in its place. */
  isReplaced = false;
  readonly #worker: Worker;
  readonly #clock: Clock;
  /** Milliseconds without a response after which it is stuck. */
  readonly #timeout: number;
  readonly #boundary: Boundary;
  #isReady = false;
  /** The status that was requested. Null: none was, or it has arrived. */
  #status: PromiseWithResolvers<WorkerStatus> | null = null;
  #respondedAt: number;

  /** @param timeout milliseconds without a response after which it is stuck. */
  constructor(
    environment: Record<string, string>,
    { clock, timeout, boundary }: { clock: Clock; timeout: number; boundary: Boundary },
  ) {
    this.#clock = clock;
    this.#respondedAt = clock.monotonic();
    this.#worker = cluster.fork(environment);
    this.#timeout = timeout;
    this.#boundary = boundary;
    this.ended = once(this.#worker, 'exit').then(([status, signal]) => ({ status, signal }));
    this.ready = new Promise((resolve) => {
      this.onMessage((message) => {
        if (message.type === 'heartbeat') this.#respondedAt = this.#clock.monotonic();
        if (message.type === 'own status') {
          this.#status?.resolve(message.status);
          this.#status = null;
        }
        if (message.type !== 'ready') return;
        this.#isReady = true;
        this.#respondedAt = this.#clock.monotonic();
        resolve(message.addresses);
      });
    });
  }

  get id(): number {
    return this.#worker.id;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get state(): WorkerState {
    if (this.silentFor > this.#limit / 2) return 'unresponsive';
    return this.#isReady ? 'ready' : 'starting';
  }

  get isStuck(): boolean {
    return this.silentFor > this.#limit;
  }

  /** Milliseconds since its last response. */
  get silentFor(): number {
    return this.#clock.monotonic() - this.#respondedAt;
  }

  /** Disregards how long it has been silent. */
  restartClock(): void {
    this.#respondedAt = this.#clock.monotonic();
  }

  onMessage(listener: (message: FromWorker) => unknown): void {
    this.#worker.on('message', this.#boundary.listener('worker message', listener));
  }

  onError(listener: (error: Error) => void): void {
    this.#worker.on('error', this.#boundary.listener('worker', listener));
  }

  /** Requests its status. Never resolves if it does not respond. */
  status(): Promise<WorkerStatus> {
    this.#status ??= Promise.withResolvers();
    this.send({ type: 'collect status' });
    return this.#status.promise;
  }

  send(message: ToWorker): void {
    // A worker that is exiting needs no message.
    if (this.#worker.isConnected()) this.#worker.process.send(message, undefined, undefined, ignore);
  }

  /** Stops it after its requests in flight; kills it if that takes too long. */
  async stop(): Promise<End> {
    this.send({ type: 'stop' });
    const cutOff = this.#clock.setTimeout(() => this.kill(), STOP_TIMEOUT);
    const end = await this.ended;
    this.#clock.clearTimeout(cutOff);
    return end;
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  get #limit(): number {
    return this.#isReady ? this.#timeout : Math.max(this.#timeout, START_TIMEOUT);
  }
}

const ignore = (): void => {};
