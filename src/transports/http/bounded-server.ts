import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AddressLimits } from '../../admission/address-limits.ts';
import { AddressTotals } from '../../admission/address-totals.ts';
import type { Clients } from '../../admission/client-address.ts';
import type { DropObserver, Dropped } from '../../admission/refusal-observer.ts';
import type { WorkTurns } from '../../admission/work-turns.ts';
import type { Boundary } from '../../lib/boundary.ts';
import type { Clock } from '../../lib/clock.ts';
import { Turns } from '../../lib/turns.ts';
import { LimitedLines } from '../../telemetry/limited-lines.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Arrivals } from './arrivals.ts';
import { type RawResponse, sendRaw } from './raw-response.ts';
import { ReadTurns } from './read-turns.ts';
import { RequestOrder, weightOf } from './request-order.ts';
import { stopReading } from './stop-reading.ts';

export interface ServerBounds {
  /** Maximum open connections; further ones are closed at once. */
  connections: number;
  /** What limits `connections`. */
  limitedBy: Extract<Dropped, 'limit' | 'descriptors'>;
  /** Connections and requests per address; connections over a limit are closed at once. */
  perAddress: AddressLimits;
  /** Requests that may wait for the response before them, over all connections. */
  pipelined: number;
  /** The turns in which requests start. */
  turns: WorkTurns;
  arrivals: Arrivals;
  observer: DropObserver;
  /** Milliseconds within which a client must send a request. */
  requestTimeout: number;
}

export interface BoundedServerOptions extends ServerBounds {
  clock: Clock;
  /** Whether to perform the upgrade that a request offers. If not, the request is handled like any other. */
  takesUpgrade(request: IncomingMessage): boolean;
  addressOfConnection: Clients['addressOfConnection'];
  boundary: Boundary;
  log: Log;
}

export interface BoundedServer {
  server: Server;
  /** Accepts no new connections and closes each one when it is idle; cuts the rest off after `deadline` ms. */
  closeWithin(deadline: number): Promise<void>;
}

/** Connections that are closed for a flood in one turn of the event loop: Node aborts each of their requests, up to 20 ms. */
const FLOODED_CLOSINGS = 1;
/** Milliseconds between sweeps for idle connections while the server closes. */
const IDLE_SWEEP = 100;
/** Milliseconds within which a client must send the headers. */
const HEADERS_TIMEOUT = 10_000;
/** Maximum size of the headers, in bytes. */
const HEADERS_SIZE = 16_384;
/** Maximum number of headers; a client behind proxies sends about 30. */
const HEADERS_COUNT = 100;
/** Milliseconds. Longer than load balancers keep an idle connection (usually 60 s), so that they close it first. */
const KEEP_ALIVE_TIMEOUT = 75_000;
/** Minimum milliseconds between log lines about connections dropped for the same reason. */
const DROP_LOG_INTERVAL = 10_000;
/** Milliseconds without traffic after which a connection with a request in progress is closed. */
const SILENCE_TIMEOUT = 60_000;

/** An open connection. */
interface Connection {
  /** The address that it counts against. Null: a trusted proxy's. */
  address: string | null;
  /** Null: it is no longer HTTP. */
  requests: RequestOrder | null;
  /** Whether it is being closed because too much was sent over it. */
  isFlooded: boolean;
  /** Stops counting it against its address. */
  release(): void;
}

/** Share of all waiting requests that one address may have, so that it cannot crowd out others. */
const PIPELINED_SHARE = 0.4;

/**
 * A node:http server that withstands clients that are slow, malformed or too many. Malformed requests also get a JSON error:
 * 400, 408 (too slow), 413 or 431 (too large); then the connection closes. Requests per connection are not limited: a new
 * connection costs more than it would save.
 */
export function boundedServer(
  {
    clock,
    connections,
    limitedBy,
    perAddress,
    pipelined: maximumPipelined,
    turns,
    arrivals,
    observer,
    requestTimeout,
    takesUpgrade,
    addressOfConnection,
    boundary,
    log,
  }: BoundedServerOptions,
  respond: RequestListener,
): BoundedServer {
  const lines = new LimitedLines(clock, DROP_LOG_INTERVAL);
  const dropped = (reason: Dropped): void => {
    observer.dropped(reason);
    lines.count(reason, (count) => log.warn({ reason, count }, 'connections dropped'));
  };
  const open = new Map<Duplex, Connection>();
  const pipelined = new AddressTotals({
    perAddress: maximumPipelined * PIPELINED_SHARE,
    inAll: maximumPipelined,
    onRefused: () => {},
  });
  const isResponseDue = (socket: Duplex): boolean => open.get(socket)?.requests?.isResponseDue === true;
  const reads = new ReadTurns(turns);
  const floodedTurns = new Turns(clock, FLOODED_CLOSINGS);
  /** Stops pausing and resuming the connection. @returns whether it waits to be read. */
  const forget = (socket: Duplex): boolean => {
    const address = open.get(socket)?.address ?? null;
    return address !== null && socket instanceof Socket && reads.remove(address, socket);
  };
  const closeFlooded = (socket: Socket): void => {
    const connection = open.get(socket);
    forget(socket);
    if (connection) connection.isFlooded = true;
    stopReading(socket);
    const turn = floodedTurns.take();
    if (turn) boundary.run('connection', () => turn.then(() => socket.destroy()));
    else socket.destroy();
  };
  /** A listener that closes its connection if it throws. */
  const on = <Args extends readonly unknown[]>(
    entry: string,
    socketOf: (...args: Args) => Duplex,
    handle: (...args: Args) => unknown,
  ): ((...args: Args) => void) =>
    boundary.listener(entry, handle, (...args) => void socketOf(...args).destroy());
  const accept: RequestListener = on(
    'http request',
    ({ socket }) => socket,
    (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      const connection = open.get(socket);
      // Node also reports requests that arrived together with one for which the connection was closed.
      if (!connection?.requests || connection.isFlooded || socket.destroyed) return;
      const { address, requests } = connection;
      if (address !== null) reads.count(address, weightOf(request.headers));
      const isAccepted =
        (address === null || perAddress.request(address)) &&
        requests.add(response, () => respond(request, response));
      if (isAccepted) return;
      const isOver = perAddress.flooded(address);
      closeFlooded(socket);
      if (isOver && address !== null) for (const other of reads.of(address)) closeFlooded(other);
    },
  );
  const server = createServer(
    {
      maxHeaderSize: HEADERS_SIZE,
      headersTimeout: Math.min(HEADERS_TIMEOUT, requestTimeout),
      requestTimeout,
      connectionsCheckingInterval: Math.min(1000, requestTimeout),
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
      // Node would refuse it without a body; `refusalOf` sends one.
      requireHostHeader: false,
      // Responses to requests before it would land in the upgraded connection.
      shouldUpgradeCallback: (request) => !isResponseDue(request.socket) && takesUpgrade(request),
    },
    accept,
  );
  // Otherwise Node would respond itself, to any number of them.
  server.on('checkExpectation', accept);
  server.maxConnections = connections;
  server.on(
    'drop',
    boundary.listener('connection', () => dropped(limitedBy)),
  );
  server.timeout = SILENCE_TIMEOUT;
  server.on(
    'clientError',
    on(
      'connection',
      (_error, socket) => socket,
      (error: NodeJS.ErrnoException, socket: Duplex) => {
        // The client already has its response; anything else it sends is ignored.
        if (socket.writableEnded) return;
        log.debug({ code: error.code }, 'malformed request');
        const requests = open.get(socket)?.requests;
        if (socket.writable && requests?.awaitsResponse) return requests.endAfterResponses();
        if (!socket.writable || isResponseDue(socket)) return void socket.destroy();
        sendRaw(clock, socket, UNREADABLE.get(error.code ?? '') ?? NOT_HTTP);
        // The client may go on sending for as long as it may read the response.
        if (socket instanceof Socket) stopReading(socket);
      },
    ),
  );
  server.on(
    'connect',
    on(
      'connection',
      (_request, socket) => socket,
      (_request: IncomingMessage, socket: Duplex) =>
        isResponseDue(socket) ? void socket.destroy() : sendRaw(clock, socket, NO_TUNNEL),
    ),
  );
  server.on(
    'upgrade',
    on(
      'upgrade',
      (_request, socket) => socket,
      (_request: IncomingMessage, socket: Duplex) => {
        if (forget(socket)) socket.resume();
        const connection = open.get(socket);
        // It may stay open for hours.
        if (connection?.requests?.leave()) connection.requests = null;
      },
    ),
  );
  /** One function for all connections, most of which are idle sockets. */
  function onClose(this: Socket): void {
    const connection = open.get(this);
    open.delete(this);
    boundary.run('connection', () => connection?.release());
    boundary.run('connection', () => {
      if (connection?.address) reads.remove(connection.address, this);
      connection?.requests?.close();
    });
  }
  server.on(
    'connection',
    on(
      'connection',
      (socket) => socket,
      (socket: Socket) => {
        const address = addressOfConnection(socket);
        const admitted = address === null ? null : perAddress.connect(address);
        if (admitted && 'dropped' in admitted) {
          dropped(admitted.dropped);
          return socket.destroy();
        }
        const requests = new RequestOrder(socket, address, pipelined, turns);
        open.set(socket, { address, requests, isFlooded: false, release: admitted?.release ?? nothing });
        if (address !== null) reads.add(address, socket);
        socket.on('close', onClose);
        const turn = arrivals.accepted();
        if (turn) {
          socket.pause();
          return turn.then(() => (address === null ? void socket.resume() : reads.begin(address, socket)));
        }
        return undefined;
      },
    ),
  );
  const closeIdle = (): void => {
    server.closeIdleConnections();
    // Node does not regard a connection as idle before its first request. Clients open some in advance.
    for (const socket of open.keys())
      if (socket instanceof Socket && socket.bytesRead === 0) socket.destroy();
  };
  return {
    server,
    closeWithin: (deadline) =>
      new Promise((resolve) => {
        const cut = clock.setTimeout(() => server.closeAllConnections(), deadline);
        const sweep = clock.setInterval(closeIdle, IDLE_SWEEP);
        server.close(() => {
          clock.clearTimeout(cut);
          clock.clearInterval(sweep);
          resolve();
        });
        closeIdle();
      }),
  };
}

const nothing = (): void => {};

const badRequest = (status: number, message: string): RawResponse => ({
  status,
  code: 'BAD_REQUEST',
  message,
});

const NOT_HTTP = badRequest(400, 'This is not a valid HTTP request.');
const NO_HOST = badRequest(400, 'Send the header `host`.');
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

/** The refusal of a well-formed request. RFC 9112 3.2: HTTP/1.1 needs a host. 6.1: HTTP/1.0 has no transfer encodings. */
export function refusalOf({ rawHeaders, headers, httpVersionMinor }: IncomingMessage): RawResponse | null {
  if (rawHeaders.length > 2 * HEADERS_COUNT) return TOO_MANY_HEADERS;
  if (httpVersionMinor === 0) return headers['transfer-encoding'] === undefined ? null : OLD_CHUNKS;
  if (headers.expect !== undefined && !CONTINUE.test(headers.expect)) return NO_SUCH_EXPECTATION;
  return headers.host === undefined ? NO_HOST : null;
}
