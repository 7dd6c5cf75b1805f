import type { Dispatcher } from 'undici';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { Boundary } from '../lib/boundary.ts';
import type { Clock, Timer } from '../lib/clock.ts';
import { type Call, type Caller, type Transport, TransportFailure } from './call.ts';
import {
  ACCEPTED_ENCODINGS,
  type Decoder,
  type Decompressed,
  decoderOf,
  decompress,
} from './decompression.ts';
import type { PlatformClock } from './platform-clock.ts';

export interface TransportOptions {
  clock: Clock;
  /** Sockets per platform host. */
  connections: number;
  /** Milliseconds from sending a call to the end of its response. */
  timeout: number;
  /** Maximum response body, in bytes, also after decompression. */
  responseLimit: number;
  /** Whether to use HTTP/2 with hosts that offer it over TLS. Default false. */
  http2?: boolean;
  /** Whether hosts may compress their responses. Default false. */
  compression?: boolean;
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
  const hosts = new Map<string, Host>();
  const hostAt = (origin: string): Host => {
    const host = hosts.get(origin) ?? newHost(origin, options);
    hosts.set(origin, host);
    return host;
  };
  return {
    send: (call, caller) => {
      if (options.compression) call.headers['accept-encoding'] = ACCEPTED_ENCODINGS;
      if (call.signal?.aborted) return caller.settled(new TransportFailure('aborted', false));
      hostAt(call.origin).send(new ResponseReader(call, options, caller));
    },
    close: async () => {
      await Promise.all([...hosts.values()].map((host) => host.close()));
    },
  };
}

/** Maximum size of the response headers, in bytes: the platform's are a few hundred. */
const HEADER_LIMIT = 16_384;
/** One host of the platform. */
interface Host {
  send(reader: ResponseReader): void;
  close(): Promise<void>;
}

function newHost(origin: string, options: TransportOptions): Host {
  const isSecure = origin.startsWith('https:');
  if (options.proxy && isSecure) return proxiedHost(origin, options.proxy, options);
  if (options.http2 && isSecure) return new MultiplexedHost(origin, options);
  // One call per connection: the pool's size limits the calls in flight.
  const pool = newPool(origin, options);
  return {
    send: (reader) => reader.dispatch(pool),
    close: () => pool.destroy(),
  };
}

/** Over HTTP/1.1: an agent does not report what `MultiplexedHost` needs to know of its connections. */
function proxiedHost(origin: string, { url, except }: ForwardProxy, options: TransportOptions): Host {
  const { connections, timeout } = options;
  const agent = new EnvHttpProxyAgent({
    // Plain HTTP is never proxied: the proxy would read credentials. Empty, since undici would read the environment.
    httpProxy: '',
    httpsProxy: url,
    noProxy: except,
    connections,
    pipelining: 1,
    connectTimeout: timeout,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    maxHeaderSize: HEADER_LIMIT,
    allowH2: false,
  });
  const pool: CallDispatcher = {
    dispatch: (call, handler) => agent.dispatch({ ...call, origin }, handler),
  };
  return {
    send: (reader) => reader.dispatch(pool),
    close: () => agent.destroy(),
  };
}

/** What sends a call to one host. */
interface CallDispatcher {
  dispatch(call: Omit<Dispatcher.DispatchOptions, 'origin'>, handler: Dispatcher.DispatchHandler): boolean;
}

const newPool = (origin: string, { connections, timeout, http2 = false }: TransportOptions): Pool =>
  new Pool(origin, {
    connections,
    pipelining: 1,
    connectTimeout: timeout,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    maxHeaderSize: HEADER_LIMIT,
    allowH2: http2,
    ...(http2 ? { connect: { preferH2: true }, h2Options: { maxConcurrentStreams: connections } } : {}),
  });

/** The connections that new calls use over HTTP/2. */
interface Connections {
  readonly pool: Pool;
  /** When part of a response last arrived over them, by the clock's `monotonic()`. */
  heardAt: number;
  /**
   * A call over them has ended.
   * @param silentSince when the call was sent, by the clock's `monotonic()`, if it timed out. Null: it did not.
   */
  released(silentSince: number | null): void;
}

/**
 * Many calls per connection, if the host chooses HTTP/2. Connections would no longer limit the calls in flight, so this
 * does: there are as many as connections are allowed.
 */
class MultiplexedHost implements Host {
  readonly #origin: string;
  readonly #options: TransportOptions;
  #current: Connections;
  /** Those that complete their last calls. */
  readonly #retired = new Set<Pool>();
  #inFlight = 0;
  #waiting: ResponseReader[] = [];

  constructor(origin: string, options: TransportOptions) {
    this.#origin = origin;
    this.#options = options;
    this.#current = this.#open();
  }

  send(reader: ResponseReader): void {
    if (this.#inFlight < this.#options.connections) this.#dispatch(reader);
    else this.#waiting.push(reader);
  }

  async close(): Promise<void> {
    await Promise.all([this.#current.pool, ...this.#retired].map((pool) => pool.destroy()));
  }

  #open(): Connections {
    const connections: Connections = {
      pool: newPool(this.#origin, this.#options),
      heardAt: 0,
      released: (silentSince) => {
        // A timeout ends a stream and leaves its connection, which may be dead: over HTTP/1.1, it ends the connection.
        if (silentSince !== null && connections.heardAt < silentSince) this.#replace(connections);
        this.#inFlight -= 1;
        this.#dispatchNext();
      },
    };
    connections.pool.on(
      'disconnect',
      this.#options.boundary.listener(
        'platform connection',
        (_origin: URL, _targets: unknown, error: Error) => {
          // undici would connect again only once the calls that the host still processes have ended.
          if (error.message.startsWith('HTTP/2: "GOAWAY"')) this.#replace(connections);
        },
      ),
    );
    return connections;
  }

  #replace(connections: Connections): void {
    if (connections !== this.#current) return;
    const { pool } = connections;
    this.#current = this.#open();
    this.#retired.add(pool);
    this.#options.boundary.run('platform connection', () =>
      pool.close().finally(() => this.#retired.delete(pool)),
    );
  }

  #dispatch(reader: ResponseReader): void {
    const connections = this.#current;
    this.#inFlight += 1;
    reader.connections = connections;
    reader.dispatch(connections.pool);
  }

  #dispatchNext(): void {
    while (this.#inFlight < this.#options.connections) {
      const next = this.#waiting.shift();
      if (!next) return;
      if (!next.isSettled) this.#dispatch(next);
    }
  }
}

/** Collects one response. Creates no stream, which is the cheapest way to read a small body through undici. */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly call: Call;
  /** Null: over HTTP/1.1. */
  connections: Connections | null = null;
  isSettled = false;
  readonly #options: TransportOptions;
  readonly #caller: Caller;
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

  constructor(call: Call, options: TransportOptions, caller: Caller) {
    const { clock, timeout } = options;
    const { signal, deadline } = call;
    this.call = call;
    this.#options = options;
    this.#caller = caller;
    const left = deadline === undefined ? timeout : deadline - clock.monotonic();
    const milliseconds = Math.max(1, Math.min(left, timeout));
    this.#lateness = left < timeout ? 'overdue' : 'timeout';
    this.#timer = clock.setTimeout(() => this.#end(this.#late()), milliseconds);
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  dispatch(pool: CallDispatcher): void {
    const { method, path, headers, body = null } = this.call;
    this.#run(() => pool.dispatch({ method, path, headers, body }, this));
  }

  /** Handles a part of the exchange. A fault ends the call. */
  #run(handle: () => void): void {
    this.#options.boundary.run('platform response', handle, () =>
      this.#end(new TransportFailure('invalid', this.#controller !== undefined)),
    );
  }

  /**
   * undici sends a call again over HTTP/2 if the platform refused its stream or closed the connection. A write is never
   * sent twice, and reads have retries with a budget in `resilience.ts`: a second start counts as a lost connection.
   */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#run(() => {
      const isRepeated = this.#controller !== undefined;
      this.#controller = controller;
      this.#sentAt = this.#options.clock.monotonic();
      if (this.isSettled) controller.abort(new TransportFailure('aborted', false));
      else if (isRepeated) this.#end(new TransportFailure('unreachable', true));
    });
  }

  onResponseStart(
    { rawHeaders }: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#run(() => {
      this.#heard();
      if (status < 200) return;
      const { platformClock, responseLimit } = this.#options;
      this.#status = status;
      const retryAfter = headers['retry-after'];
      this.#retryAfter = typeof retryAfter === 'string' ? retryAfter : null;
      this.#decoder = decoderOf(headers['content-encoding']);
      if (platformClock?.isDue(this.call.origin)) this.#readClock(platformClock, headers.date);
      if (Number(headers['content-length']) > responseLimit)
        this.#end(new TransportFailure('too-large', true));
      // Over HTTP/2 they are no array, and Node's own limit is higher.
      else if (!Array.isArray(rawHeaders) && sizeOf(headers) > HEADER_LIMIT)
        this.#end(new TransportFailure('invalid', true));
    });
  }

  #heard(): void {
    if (this.connections) this.connections.heardAt = this.#options.clock.monotonic();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#heard();
    this.#size += chunk.length;
    if (this.#size > this.#options.responseLimit) this.#end(new TransportFailure('too-large', true));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#run(() => {
      if (this.isSettled) return;
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
    if (this.isSettled) return;
    if (typeof result === 'string') this.#end(new TransportFailure(result, true));
    else this.#complete(result);
  }

  #complete(body: Buffer): void {
    this.#release();
    this.#caller.settled({ status: this.#status, retryAfter: this.#retryAfter, body });
  }

  #readClock(platformClock: PlatformClock, date: string | string[] | undefined): void {
    if (typeof date !== 'string') return;
    const roundTrip = this.#options.clock.monotonic() - this.#sentAt;
    platformClock.read(this.call.origin, { date, receivedAt: this.#options.clock.now(), roundTrip });
  }

  #end(failure: TransportFailure): void {
    if (this.isSettled) return;
    this.#release(failure.kind === this.#lateness && this.#controller !== undefined);
    if (this.#controller && !this.#controller.aborted) this.#controller.abort(failure);
    this.#caller.settled(failure);
  }

  #late(cause?: Error): TransportFailure {
    return new TransportFailure(this.#lateness, this.#controller !== undefined, cause);
  }

  /** @param isLate whether the call was sent and timed out. */
  #release(isLate = false): void {
    this.isSettled = true;
    this.#chunks = [];
    this.#options.clock.clearTimeout(this.#timer);
    this.call.signal?.removeEventListener('abort', this.#onAbort);
    this.connections?.released(isLate ? this.#sentAt : null);
  }
}

function sizeOf(headers: Record<string, string | string[] | undefined>): number {
  let size = 0;
  for (const [name, value] of Object.entries(headers)) size += name.length + String(value).length;
  return size;
}
