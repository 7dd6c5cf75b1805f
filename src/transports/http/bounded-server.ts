import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Charge } from '../../admission/accounts.ts';
import type { ScheduledWork } from '../../admission/caller-scheduler.ts';
import type { Caller, Resource } from '../../admission/limits.ts';
import type { Dropped } from '../../admission/refusal-observer.ts';
import type { Timer } from '../../lib/clock.ts';
import { LimitedLines } from '../../telemetry/limited-lines.ts';
import { SMALL_INPUT } from '../input-limits.ts';
import type { TransportOptions } from '../transport-options.ts';
import { mayStream } from './accept.ts';
import { holdUntilClosed } from './held-until-closed.ts';
import { createServer } from './node-http.ts';
import { type RawResponse, sendRaw } from './raw-response.ts';
import { BufferedRequest } from './request-body.ts';

export interface BoundedServerOptions extends TransportOptions {
  /** Maximum open connections; further ones are closed at once. */
  connections: number;
  /** The reason of the limit `connections`. */
  limitedBy: Extract<Dropped, 'limit' | 'descriptors'>;
  /** Whether to perform the upgrade that a request offers. If not, the request is handled like any other. */
  takesUpgrade(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** Maximum duration of an idle turn of the event loop, in milliseconds. */
const QUIET_TURN = 0.5;
/** Milliseconds in which further connections are accepted before the server stops listening, one per turn. */
const ACCEPTING_TIME = 500;
/** Milliseconds within which a client must send the headers. */
const HEADERS_TIMEOUT = 10_000;
/** Maximum size of the headers, in bytes. */
const HEADERS_SIZE = 16_384;
/** Maximum number of headers; a client behind proxies sends about 30. */
const HEADERS_COUNT = 100;
/**
 * Milliseconds. Longer than load balancers keep an idle connection (usually 60 s) and Prometheus waits between scrapes, so that
 * they close it first.
 */
export const KEEP_ALIVE_TIMEOUT = 75_000;
/** Minimum milliseconds between log lines about connections dropped for the same reason. */
const DROP_LOG_INTERVAL = 10_000;
/** Milliseconds without traffic after which a connection with a request in progress is closed. */
const SILENCE_TIMEOUT = 60_000;
/** Milliseconds in which the rest of a request may arrive after its response; Node discards it. */
const REST_TIMEOUT = 1000;

/** An open connection. It serves one request at a time. */
interface OpenConnection {
  /** Of its network. Null: it is a trusted proxy's. */
  charge: Charge<Resource> | null;
  /** The response in progress. */
  response: ServerResponse | null;
  /** Bytes that had been read from it when its last response ended. */
  readAtEnd: number;
  /** Whether requests are read from it: not once it ends after the response in progress, or has left HTTP. */
  readsRequests: boolean;
  /** Closes it if the rest of a request does not follow on the response. */
  rest: Timer | undefined;
}

/**
 * A node:http server that withstands clients that are slow, malformed or too many. Malformed requests also get a JSON error:
 * 400, 408 (too slow), 413 or 431 (too large); then the connection closes. Requests per connection are not limited: a new
 * connection costs more than it would save. A client that sends a further request before it has the whole response loses its
 * connection after that response (docs/decisions/edge.md).
 */
export function boundedServer(
  options: BoundedServerOptions,
  respond: (request: BufferedRequest, response: ServerResponse) => void,
) {
  const { clock, scheduler, requestTimeout, callers, clients, boundary, log } = options;
  const lines = new LimitedLines(clock, DROP_LOG_INTERVAL);
  const dropped = (reason: Dropped): void => {
    options.refusals.dropped(reason);
    lines.count(reason, (count) => log.warn({ reason, count }, 'connections dropped'));
  };
  const open = new Map<Socket, OpenConnection>();
  let accepted = 0;
  /** Whether each connection closes after the response in progress, although its head may not say so. */
  let isClosing = false;

  /** A request whose head Node has read. */
  class Request extends BufferedRequest {
    #address: string | undefined;
    #caller: Caller | undefined;

    constructor(socket: Socket) {
      super(socket, options.bodyLimit);
      const connection = open.get(socket);
      if (!connection || (!connection.response && connection.readAtEnd !== socket.bytesRead)) return;
      endAfterResponse(socket, connection);
      // Node would make objects of up to a thousand further requests in one read. It reads nothing behind an upgrade.
      Object.defineProperty(this, 'upgrade', { get: () => true, set: () => {} });
    }

    get address(): string {
      this.#address ??= clients.addressOf(this);
      return this.#address;
    }

    get caller(): Caller {
      this.#caller ??= callers.of(this.address, this.headers.authorization);
      return this.#caller;
    }
  }
  /** Whether the upgrade is to another protocol; otherwise it is a further request, which ends the connection. */
  const leavesHttp = (socket: Socket): boolean => {
    // Node has removed its own listener.
    socket.on('error', destroy);
    const connection = open.get(socket);
    if (!connection?.readsRequests) return false;
    connection.readsRequests = false;
    return true;
  };

  const accept = boundary.listener(
    'http request',
    (request: BufferedRequest, response: ServerResponse) => {
      const { socket } = request;
      const connection = open.get(socket);
      if (!connection) return;
      connection.response = response;
      // It would retain the last request, and a client may be refused thousands of times a second.
      clock.clearTimeout(connection.rest);
      let waiting: ScheduledWork | null = null;
      // Emitted once; `once` would wrap and remove the listener.
      response.on('close', () => {
        connection.response = null;
        // What still waits for its turn would retain everything that the client has sent.
        if (waiting) waiting.start = null;
        const { upgrade } = request.headers;
        const isFollowed =
          upgrade !== undefined && socket.bytesRead - connection.readAtEnd !== sizeOf(request);
        connection.readAtEnd = socket.bytesRead;
        // Node drops what it has read behind a request that offers an upgrade: the client would wait for a response to that.
        if (!connection.readsRequests || isFollowed || isClosing) socket.destroySoon();
        else if (!request.complete)
          connection.rest = clock.setTimeout(() => request.complete || socket.destroy(), REST_TIMEOUT);
      });
      const bytes = request.declaredSize;
      // From its head until the response: while it waits, and while its variables are used. While it is parsed, its bytes and its text
      // are both held.
      if (bytes > SMALL_INPUT)
        request.isDiscarded =
          request.method !== 'POST' || !holdUntilClosed(response, request.caller, 'input', 2 * bytes);
      const givesWay = mayStream(request) || bytes > SMALL_INPUT;
      waiting = scheduler.run(request.caller, () => respond(request, response), givesWay);
    },
    ({ socket }) => socket.destroy(),
  );
  const server = createServer(
    {
      IncomingMessage: Request,
      maxHeaderSize: HEADERS_SIZE,
      headersTimeout: Math.min(HEADERS_TIMEOUT, requestTimeout),
      requestTimeout,
      connectionsCheckingInterval: Math.min(1000, requestTimeout),
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
      // Node would refuse it without a body; `refusalOf` sends one.
      requireHostHeader: false,
      shouldUpgradeCallback: options.takesUpgrade,
    },
    accept,
  );
  // Otherwise Node would respond itself.
  server.on('checkExpectation', accept);
  server.maxConnections = options.connections;
  server.on(
    'drop',
    boundary.listener('connection', () => dropped(options.limitedBy)),
  );
  server.timeout = SILENCE_TIMEOUT;
  /** Listens for an event of one connection, which a fault closes. */
  const on = <Cause>(
    event: string,
    entry: string,
    handle: (cause: Cause, socket: Socket, head: Buffer) => void,
  ): void =>
    void server.on(
      event,
      boundary.listener(entry, handle, (_cause, socket) => socket.destroy()),
    );
  on('clientError', 'connection', (error: NodeJS.ErrnoException, socket) => {
    // The client already has its response; anything else it sends is ignored.
    if (socket.writableEnded) return;
    log.debug({ code: error.code }, 'malformed request');
    const connection = open.get(socket);
    const response = connection?.response;
    if (connection && response?.req.complete) endAfterResponse(socket, connection);
    else if (!socket.writable || response?.headersSent) socket.destroy();
    else sendRaw(clock, socket, UNREADABLE.get(error.code ?? '') ?? NOT_HTTP);
  });
  on('connect', 'connection', (_request, socket) => {
    if (leavesHttp(socket)) sendRaw(clock, socket, NO_TUNNEL);
  });
  on('upgrade', 'upgrade', (request: IncomingMessage, socket, head) => {
    if (leavesHttp(socket)) options.upgrade(request, socket, head);
  });
  /** One function for all connections, most of which are idle sockets. */
  function onClose(this: Socket): void {
    const connection = open.get(this);
    connection?.charge?.release();
    clock.clearTimeout(connection?.rest);
    open.delete(this);
  }
  server.on(
    'connection',
    boundary.listener(
      'connection',
      (socket: Socket) => {
        accepted += 1;
        const address = clients.addressOfConnection(socket);
        const network = address === null ? null : callers.at(address);
        const charge = network?.hold('connections', 1) ?? null;
        if (network && !charge) {
          dropped('address');
          return socket.destroy();
        }
        open.set(socket, {
          charge,
          response: null,
          readAtEnd: 0,
          readsRequests: true,
          rest: undefined,
        });
        socket.on('close', onClose);
        scheduler.accepted();
      },
      (socket) => socket.destroy(),
    ),
  );
  /** A turn of the event loop, in which a connection is accepted and what has arrived on others is read. */
  const turn = (): Promise<void> => new Promise((resolve) => clock.setImmediate(resolve));
  const closeIdle = async (): Promise<void> => {
    // A busy process may not have read what arrived long ago.
    await turn();
    server.closeIdleConnections();
    // Node does not regard a connection as idle before its first request. Clients open some in advance.
    for (const socket of open.keys()) if (socket.bytesRead === 0 && !socket.isPaused()) socket.destroy();
  };
  return {
    server,
    /** Stops accepting connections. Open ones are still served. */
    stopListening: async (): Promise<void> => {
      // The kernel resets connections that have not been accepted, together with the requests that arrived on them.
      const until = clock.monotonic() + ACCEPTING_TIME;
      let [before, startedAt] = [0, 0];
      do {
        [before, startedAt] = [accepted, clock.monotonic()];
        await turn();
        // What else a turn does follows on its accepting: in a long one, others may have arrived meanwhile.
      } while (
        clock.monotonic() < until &&
        (accepted > before || clock.monotonic() - startedAt > QUIET_TURN)
      );
      // The method of HTTP servers would also close idle connections, on which a request may be on its way.
      TcpServer.prototype.close.call(server);
    },
    /**
     * Closes connections as they become idle, after `patience` ms, and all others after `deadline` ms. Call it after
     * `stopListening`.
     */
    closeWithin: async (patience: number, deadline: number): Promise<void> => {
      const cut = clock.setTimeout(() => server.closeAllConnections(), deadline);
      const wait = clock.setTimeout(() => {
        isClosing = true;
        boundary.run('connection', closeIdle);
      }, patience);
      if (open.size > 0) await once(server, 'close');
      clock.clearTimeout(cut);
      clock.clearTimeout(wait);
    },
  };
}

/** Closes a connection after the response in progress, and reads nothing more from it. */
function endAfterResponse(socket: Socket, connection: OpenConnection): void {
  const { response } = connection;
  connection.readsRequests = false;
  socket.pause();
  if (!response) socket.destroySoon();
  else if (!response.headersSent) response.shouldKeepAlive = false;
  // An event stream has no end, and nothing would show that its client has left.
  else if (!response.writableEnded) socket.destroy();
}

/** Bytes of a request as clients write one; another number if its body is chunked. */
const sizeOf = ({ method = '', url = '', rawHeaders, headers }: IncomingMessage): number =>
  rawHeaders.reduce((bytes, text) => bytes + text.length + 2, `${method} ${url} HTTP/1.1\r\n\r\n`.length) +
  Number(headers['content-length'] ?? 0);

/** A function of its own: a closure would keep the request alive as long as its socket. */
function destroy(this: Duplex): void {
  this.destroy();
}

const badRequest = (status: number, message: string): RawResponse => ({
  status,
  code: 'BAD_REQUEST',
  message,
});

const NOT_HTTP = badRequest(400, 'This is not a valid HTTP request.');
const NO_HOST = badRequest(400, 'Send the header `host`.');
const TWO_HOSTS = badRequest(400, 'Send one header `host`.');
const TOO_MANY_HEADERS = badRequest(431, `A request may have at most ${HEADERS_COUNT} headers.`);
const NO_SUCH_EXPECTATION = badRequest(417, 'The header `expect` may only be `100-continue`.');
const OLD_CHUNKS = badRequest(400, 'HTTP/1.0 has no `transfer-encoding`.');
const NO_TUNNEL = badRequest(405, 'This is not a proxy.');

const UNREADABLE: ReadonlyMap<string, RawResponse> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', badRequest(408, 'The request did not arrive in time.')],
  ['HPE_HEADER_OVERFLOW', badRequest(431, `The headers are larger than ${HEADERS_SIZE} bytes.`)],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', badRequest(413, 'The chunk extensions are too large.')],
]);

/** As Node reads it. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/** Whether there are several `Host` headers, of which Node reads the first. */
const hasSeveralHosts = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
    .length > 1;

/**
 * The refusal of a well-formed request. RFC 9112 3.2: HTTP/1.1 needs a host, and no request may have two. 6.1: HTTP/1.0 has no
 * transfer encodings.
 */
export function refusalOf({ rawHeaders, headers, httpVersionMinor }: IncomingMessage): RawResponse | null {
  if (rawHeaders.length > 2 * HEADERS_COUNT) return TOO_MANY_HEADERS;
  if (hasSeveralHosts(rawHeaders)) return TWO_HOSTS;
  if (httpVersionMinor === 0) return headers['transfer-encoding'] === undefined ? null : OLD_CHUNKS;
  if (headers.expect !== undefined && !CONTINUE.test(headers.expect)) return NO_SUCH_EXPECTATION;
  return headers.host === undefined ? NO_HOST : null;
}
