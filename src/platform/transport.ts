import type { Dispatcher } from 'undici';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { Boundary } from '../lib/boundary.ts';
import type { Clock, Timer } from '../lib/clock.ts';
import { type Call, type CallListener, type Transport, TransportFailure } from './call.ts';
import { type Decoder, type Decompressed, decoderOf, decompress } from './decompression.ts';
import type { PlatformClock } from './platform-clock.ts';

export interface TransportOptions {
  clock: Clock;
  /** Sockets per platform host. */
  connections: number;
  /** Milliseconds from sending a call to the end of its response. */
  timeout: number;
  /** Maximum response body, in bytes, also after decompression. */
  responseLimit: number;
  /** The proxy through which hosts are reached. Null: none. Default: none. */
  proxy?: ForwardProxy | null;
  /** Reads the platform's clock from its responses. */
  platformClock?: PlatformClock;
  boundary: Boundary;
}

/** A proxy that opens tunnels (CONNECT): it sees the names of hosts, and neither credentials nor content. */
interface ForwardProxy {
  /** Its URL, perhaps with a user and a password. */
  url: string;
  /** Hosts that are reached without it, as in `NO_PROXY`. */
  except: string;
}

/** Transport over undici: keep-alive connections per host. Redirects are not followed. */
export function undiciTransport(options: TransportOptions): { send: Transport; close(): Promise<void> } {
  const hosts = new Map<string, PooledHost>();
  const hostAt = (origin: string): PooledHost => {
    const host = hosts.get(origin) ?? newHost(origin, options);
    hosts.set(origin, host);
    return host;
  };
  return {
    send: (call, listener) => {
      if (call.signal?.aborted) return listener.settled(new TransportFailure('aborted', false));
      new ResponseReader(call, options, listener).dispatch(hostAt(call.origin));
    },
    close: async () => {
      await Promise.all([...hosts.values()].map((host) => host.destroy()));
    },
  };
}

/** Maximum size of the response headers, in bytes: the platform's are a few hundred. */
const HEADER_LIMIT = 16_384;
/** Sends calls to one host of the platform. */
interface PooledHost {
  dispatch(call: Omit<Dispatcher.DispatchOptions, 'origin'>, handler: Dispatcher.DispatchHandler): boolean;
  destroy(): Promise<void>;
}

function newHost(origin: string, { connections, timeout, proxy }: TransportOptions): PooledHost {
  const settings = {
    // One call per connection: their number limits the calls in flight.
    connections,
    pipelining: 1,
    connectTimeout: timeout,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    maxHeaderSize: HEADER_LIMIT,
    // Over HTTP/2, undici would repeat any request whose stream is refused, and have many calls per connection.
    allowH2: false,
  };
  if (!proxy || !origin.startsWith('https:')) return new Pool(origin, settings);
  const agent = new EnvHttpProxyAgent({
    ...settings,
    // Plain HTTP is never proxied: the proxy would read credentials. Empty, since undici would read the environment.
    httpProxy: '',
    httpsProxy: proxy.url,
    noProxy: proxy.except,
  });
  return {
    dispatch: (call, handler) => agent.dispatch({ ...call, origin }, handler),
    destroy: () => agent.destroy(),
  };
}

/** Collects one response. Creates no stream, which is the cheapest way to read a small body through undici. */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #call: Call;
  #isSettled = false;
  readonly #options: TransportOptions;
  readonly #listener: CallListener;
  readonly #timer: Timer;
  /** The kind of failure when the time is exceeded. */
  readonly #lateness: 'timeout' | 'overdue';
  readonly #onAbort = (): void => this.#end(new TransportFailure('aborted', this.#controller !== undefined));
  #controller: Dispatcher.DispatchController | undefined;
  #sentAt = 0;
  #status = 0;
  #retryAfter: string | null = null;
  /** Null: the body is not compressed. */
  #decoder: Decoder | null = null;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(call: Call, options: TransportOptions, listener: CallListener) {
    const { clock, timeout } = options;
    const { signal, deadline } = call;
    this.#call = call;
    this.#options = options;
    this.#listener = listener;
    const left = deadline === undefined ? timeout : deadline - clock.monotonic();
    const milliseconds = Math.max(1, Math.min(left, timeout));
    this.#lateness = left < timeout ? 'overdue' : 'timeout';
    this.#timer = clock.setTimeout(() => this.#end(this.#late()), milliseconds);
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  dispatch(host: PooledHost): void {
    const { method, path, headers, body = null } = this.#call;
    this.#run(() => host.dispatch({ method, path, headers, body }, this));
  }

  /** Handles a part of the exchange. A fault ends the call. */
  #run(handle: () => void): void {
    this.#options.boundary.run('platform response', handle, () =>
      this.#end(new TransportFailure('invalid', this.#controller !== undefined)),
    );
  }

  /** @throws TransportFailure if the call has ended: undici then drops it and keeps the connection, which an abort would close. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isSettled) throw new TransportFailure('aborted', false);
    this.#controller = controller;
    this.#sentAt = this.#options.clock.monotonic();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#run(() => {
      if (status < 200) return;
      const { platformClock, responseLimit } = this.#options;
      this.#status = status;
      const retryAfter = headers['retry-after'];
      this.#retryAfter = typeof retryAfter === 'string' ? retryAfter : null;
      this.#decoder = decoderOf(headers['content-encoding']);
      if (platformClock?.isDue(this.#call.origin)) this.#readClock(platformClock, headers.date);
      if (Number(headers['content-length']) > responseLimit)
        this.#end(new TransportFailure('too-large', true));
    });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#options.responseLimit) this.#end(new TransportFailure('too-large', true));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#run(() => {
      if (this.#isSettled) return;
      const [first] = this.#chunks;
      const body = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#size);
      if (this.#decoder === null || body.length === 0) this.#complete(body);
      else
        decompress(body, this.#decoder, this.#options.responseLimit, (result) =>
          this.#run(() => this.#decompressed(result)),
        );
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#run(() => {
      const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
      if (error instanceof TransportFailure) this.#end(error);
      else if (code.endsWith('_TIMEOUT')) this.#end(this.#late(error));
      else if (code === 'UND_ERR_INVALID_ARG') this.#end(new TransportFailure('invalid', false, error));
      else if (error.name.startsWith('HTTPParser') || code === 'UND_ERR_HEADERS_OVERFLOW')
        this.#end(new TransportFailure('invalid', true, error));
      else this.#end(new TransportFailure('unreachable', this.#controller !== undefined, error));
    });
  }

  /** The call may have ended meanwhile: its timeout includes the decompression. */
  #decompressed(result: Decompressed): void {
    if (this.#isSettled) return;
    if (typeof result === 'string') this.#end(new TransportFailure(result, true));
    else this.#complete(result);
  }

  #complete(body: Buffer): void {
    this.#release();
    this.#listener.settled({ status: this.#status, retryAfter: this.#retryAfter, body });
  }

  #readClock(platformClock: PlatformClock, date: string | string[] | undefined): void {
    if (typeof date !== 'string') return;
    const roundTrip = this.#options.clock.monotonic() - this.#sentAt;
    platformClock.read(this.#call.origin, { date, receivedAt: this.#options.clock.now(), roundTrip });
  }

  #end(failure: TransportFailure): void {
    if (this.#isSettled) return;
    this.#release();
    if (this.#controller && !this.#controller.aborted) this.#controller.abort(failure);
    this.#listener.settled(failure);
  }

  #late(cause?: Error): TransportFailure {
    return new TransportFailure(this.#lateness, this.#controller !== undefined, cause);
  }

  #release(): void {
    this.#isSettled = true;
    this.#chunks = [];
    this.#options.clock.clearTimeout(this.#timer);
    this.#call.signal?.removeEventListener('abort', this.#onAbort);
  }
}
