import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Log } from '../../telemetry/log.ts';
import { type RawResponse, sendRaw } from './raw-response.ts';

export interface ServerBounds {
  /** Connections at a time; further ones are closed at once. */
  connections: number;
  /** Milliseconds that a client may take to send a request. */
  requestTimeout: number;
}

export interface BoundedServerOptions extends ServerBounds {
  /** Whether the request is taken as the upgrade that it asks for; else it is one like any other. */
  takesUpgrade(request: IncomingMessage): boolean;
  log: Log;
}

export interface BoundedServer {
  server: Server;
  /** Takes no new connections and closes each that is done; the last is cut off after `deadline` ms. */
  closeWithin(deadline: number): Promise<void>;
}

/** Milliseconds between looks for connections that are done, while the server ends. */
const IDLE_SWEEP = 100;
/** Milliseconds that a client may take to send the headers. */
const HEADERS_TIMEOUT = 10_000;
/** Bytes that the headers may have. */
const HEADERS_SIZE = 16_384;
/** How many headers there may be; a client that proxies stand before sends about 30. */
const HEADERS_COUNT = 100;
/** Longer than load balancers keep an idle connection (60 s is usual), so that it is they who close it. */
const KEEP_ALIVE_TIMEOUT = 75_000;
/** Milliseconds for which nothing may move on a connection with a request on it. */
const SILENCE_TIMEOUT = 60_000;

/**
 * The node:http server for clients that are slow, malformed or too many. What cannot be read as a request is answered
 * in JSON like everything else: 400, 408 (too slow), 413 or 431 (too much), and the connection closed.
 * Requests per connection are not bounded: a new connection costs more than it would bring.
 */
export function boundedServer(
  { connections, requestTimeout, takesUpgrade, log }: BoundedServerOptions,
  answer: RequestListener,
): BoundedServer {
  /** Connections, with the answers that each still owes: several where a client sends ahead. */
  const open = new Map<Duplex, ServerResponse[]>();
  /** Whether an answer has begun on the connection: nothing else may be written in between. */
  const isAnswering = (socket: Duplex): boolean =>
    open.get(socket)?.some((response) => response.socket === socket && response.headersSent) ?? false;
  const server = createServer(
    {
      maxHeaderSize: HEADERS_SIZE,
      headersTimeout: Math.min(HEADERS_TIMEOUT, requestTimeout),
      requestTimeout,
      connectionsCheckingInterval: Math.min(1000, requestTimeout),
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
      // Node would refuse it without a word; `refusalOf` does.
      requireHostHeader: false,
      shouldUpgradeCallback: takesUpgrade,
    },
    (request, response) => {
      const owed = open.get(request.socket);
      owed?.push(response);
      response.on('close', () => owed?.splice(owed.indexOf(response), 1));
      answer(request, response);
    },
  );
  server.maxConnections = connections;
  server.timeout = SILENCE_TIMEOUT;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // What else the client sends is read until it has its answer.
    if (socket.writableEnded) return;
    log.debug({ code: error.code }, 'request not understood');
    if (!socket.writable || isAnswering(socket)) socket.destroy();
    else sendRaw(socket, UNREADABLE.get(error.code ?? '') ?? NOT_HTTP);
  });
  server.on('connect', (_request, socket) => sendRaw(socket, NO_TUNNEL));
  server.on('connection', (socket) => {
    open.set(socket, []);
    socket.once('close', () => open.delete(socket));
  });
  const closeIdle = (): void => {
    server.closeIdleConnections();
    // To Node, a connection that was never used is not idle. Clients open some ahead.
    for (const socket of open.keys())
      if (socket instanceof Socket && socket.bytesRead === 0) socket.destroy();
  };
  return {
    server,
    closeWithin: (deadline) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), deadline);
        const sweep = setInterval(closeIdle, IDLE_SWEEP);
        server.close(() => {
          clearTimeout(cut);
          clearInterval(sweep);
          resolve();
        });
        closeIdle();
      }),
  };
}

const badRequest = (status: number, message: string): RawResponse => ({
  status,
  code: 'BAD_REQUEST',
  message,
});

const NOT_HTTP = badRequest(400, 'This cannot be read as an HTTP request.');
const NO_HOST = badRequest(400, 'Send the header `host`.');
const TOO_MANY_HEADERS = badRequest(431, `A request may have ${HEADERS_COUNT} headers.`);
const NO_TUNNEL = badRequest(405, 'This is not a proxy.');

const UNREADABLE: ReadonlyMap<string, RawResponse> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', badRequest(408, 'The request did not arrive in time.')],
  ['HPE_HEADER_OVERFLOW', badRequest(431, `The headers are larger than ${HEADERS_SIZE} bytes.`)],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', badRequest(413, 'The extensions of the chunks are too large.')],
]);

/** Why a request that could be read is refused all the same. RFC 9112 3.2: HTTP/1.1 needs a host. */
export function refusalOf({ rawHeaders, headers, httpVersionMinor }: IncomingMessage): RawResponse | null {
  if (rawHeaders.length > 2 * HEADERS_COUNT) return TOO_MANY_HEADERS;
  return headers.host === undefined && httpVersionMinor > 0 ? NO_HOST : null;
}
