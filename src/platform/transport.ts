import { type Dispatcher, Pool } from 'undici';
import type { CancelSignal } from '../graph/cancellation.ts';
import { type Call, type Caller, type Transport, TransportFailure } from './call.ts';
import type { PlatformClock } from './platform-clock.ts';

export interface TransportOptions {
  /** Sockets per platform host. */
  connections: number;
  /** Milliseconds from sending a call to the end of its response. */
  timeout: number;
  /** Maximum response body, in bytes. */
  responseLimit: number;
  /** Reads the platform's clock from its responses. */
  clock?: PlatformClock;
}

/** Transport over undici: one pool of keep-alive sockets per host. Redirects are not followed. */
export function undiciTransport(options: TransportOptions): { send: Transport; close(): Promise<void> } {
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string): Pool => {
    const pool = pools.get(origin) ?? newPool(origin, options);
    pools.set(origin, pool);
    return pool;
  };
  return {
    send: (call, caller) => {
      if (call.signal?.aborted) return caller.settled(new TransportFailure('aborted', false));
      poolOf(call.origin).dispatch(
        { method: call.method, path: call.path, headers: call.headers, body: call.body ?? null },
        new ResponseReader(call, options, caller),
      );
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

/** Maximum size of the response headers, in bytes: the platform's are a few hundred. */
const HEADER_LIMIT = 16_384;

const newPool = (origin: string, { connections, timeout }: TransportOptions): Pool =>
  new Pool(origin, {
    connections,
    pipelining: 1,
    connectTimeout: timeout,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    maxHeaderSize: HEADER_LIMIT,
    allowH2: false,
  });

/** Collects one response. Creates no stream, which is the cheapest way to read a small body through undici. */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #signal: CancelSignal | undefined;
  readonly #origin: string;
  readonly #limit: number;
  readonly #clock: PlatformClock | undefined;
  readonly #caller: Caller;
  readonly #deadline: NodeJS.Timeout;
  readonly #onAbort = (): void => this.#end(new TransportFailure('aborted', this.#controller !== undefined));
  #controller: Dispatcher.DispatchController | undefined;
  #sentAt = 0;
  #settled = false;
  #status = 0;
  #retryAfter: string | null = null;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(
    { origin, signal, deadline }: Call,
    { timeout, responseLimit, clock }: TransportOptions,
    caller: Caller,
  ) {
    this.#origin = origin;
    this.#signal = signal;
    this.#limit = responseLimit;
    this.#clock = clock;
    this.#caller = caller;
    const left = deadline === undefined ? timeout : deadline - performance.now();
    this.#deadline = setTimeout(
      () =>
        this.#end(
          new TransportFailure(left < timeout ? 'overdue' : 'timeout', this.#controller !== undefined),
        ),
      Math.max(1, Math.min(left, timeout)),
    );
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#sentAt = performance.now();
    if (this.#settled) controller.abort(new TransportFailure('aborted', false));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    const retryAfter = headers['retry-after'];
    this.#retryAfter = typeof retryAfter === 'string' ? retryAfter : null;
    if (this.#clock?.isDue(this.#origin)) this.#readClock(this.#clock, headers.date);
    if (Number(headers['content-length']) > this.#limit) this.#end(new TransportFailure('too-large', true));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#limit) this.#end(new TransportFailure('too-large', true));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#settled) return;
    const [first] = this.#chunks;
    const body = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#size);
    this.#release();
    this.#caller.settled({ status: this.#status, retryAfter: this.#retryAfter, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
    const sent = this.#controller !== undefined;
    if (error instanceof TransportFailure) this.#end(error);
    else if (code.endsWith('_TIMEOUT')) this.#end(new TransportFailure('timeout', sent, error));
    else if (code === 'UND_ERR_INVALID_ARG') this.#end(new TransportFailure('invalid', false, error));
    else if (error.name.startsWith('HTTPParser') || code === 'UND_ERR_HEADERS_OVERFLOW')
      this.#end(new TransportFailure('invalid', true, error));
    else this.#end(new TransportFailure('unreachable', sent, error));
  }

  #readClock(clock: PlatformClock, date: string | string[] | undefined): void {
    if (typeof date !== 'string') return;
    const roundTrip = performance.now() - this.#sentAt;
    clock.read(this.#origin, { date, receivedAt: Date.now(), roundTrip });
  }

  #end(failure: TransportFailure): void {
    if (this.#settled) return;
    this.#release();
    if (this.#controller && !this.#controller.aborted) this.#controller.abort(failure);
    this.#caller.settled(failure);
  }

  #release(): void {
    this.#settled = true;
    this.#chunks = [];
    clearTimeout(this.#deadline);
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }
}
