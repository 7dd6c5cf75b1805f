import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { handleProtocols } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { SOCKET } from '../../admission/limits.ts';
import { hasSession, type SessionEnd, type Sessions } from '../../admission/sessions.ts';
import { Cancellation } from '../../lib/cancellation.ts';
import type { Clock } from '../../lib/clock.ts';
import { retryAfterSeconds } from '../../operations/results/error-formatting.ts';
import { isAllowedOrigin, isExpectedHost, originRefusal, WRONG_HOST } from '../http/cors.ts';
import { type RawResponse, sendRaw } from '../http/raw-response.ts';
import { ClientSocket } from './client-socket.ts';
import { CLOSE, CLOSE_TIMEOUT } from './close-codes.ts';
import { type ConnectionOptions, SocketConnection } from './connection.ts';
import { createHeartbeat } from './heartbeat.ts';

export interface SocketOptions extends Omit<ConnectionOptions, 'connections' | 'admitClient'> {
  sessions: Sessions;
}

export type SocketServer = ReturnType<typeof createSocketServer>;

/** Frames of one message. Even an empty one takes time, and a small one retains the 64 KB that it arrived in. */
const MAXIMUM_PARTS = 100;

/** GraphQL over WebSocket (`graphql-transport-ws`). */
export function createSocketServer(options: SocketOptions) {
  const { clock, clients, origins, boundary, log } = options;
  const handling = {
    noServer: true,
    WebSocket: ClientSocket,
    // The gateway's set of connections is enough.
    clientTracking: false,
    maxPayload: options.bodyLimit,
    maxFragments: MAXIMUM_PARTS,
    handleProtocols,
    // One message or ping per socket and turn of the event loop: a flood over one socket cannot hold up the others.
    allowSynchronousEvents: false,
    // Replies to pings count as output; see `SocketOutput`.
    autoPong: false,
    // A client that does not complete the closing handshake would hold its socket for 30 s. Missing from the types.
    closeTimeout: CLOSE_TIMEOUT,
  };
  const sockets = new WebSocketServer<typeof ClientSocket>(handling);
  sockets.on(
    'wsClientError',
    boundary.listener(
      'socket error',
      (error: Error, socket: Duplex) =>
        sendRaw(clock, socket, {
          status: 400,
          code: 'BAD_REQUEST',
          message: `This is not a WebSocket handshake: ${error.message}.`,
          headers: { 'sec-websocket-version': '13' },
        }),
      (_error, socket) => socket.destroy(),
    ),
  );
  const connections = new Set<SocketConnection>();
  const startHeartbeat = createHeartbeat(clock, connections, options.pingInterval);
  const ofConnections: ConnectionOptions = {
    ...options,
    connections,
    admitClient: (connection) => admitClient(options, connection),
  };
  let isRefusing = false;
  let opened = 0;
  const serve = (socket: ClientSocket, request: IncomingMessage): void => {
    const connection = new SocketConnection(socket, request, opened, ofConnections);
    opened += 1;
    connections.add(connection);
    socket.serve(connection);
    startHeartbeat();
  };
  const refuse = (request: IncomingMessage): RawResponse | null => {
    if (isRefusing) return RESTARTING;
    const { origin, host } = request.headers;
    if (!isExpectedHost(host, origins)) return WRONG_HOST;
    if (origin !== undefined && !isAllowedOrigin(origin, host, origins)) {
      // The browser hides the response from the page, so it is also logged in development.
      if (origins.isDevelopment) log.warn({ origin, setting: 'CORS_ORIGINS' }, 'origin refused');
      return { status: 403, code: 'FORBIDDEN', message: originRefusal(origin) };
    }
    return options.admit(options.callers.at(clients.addressOf(request)));
  };
  return {
    /** Number of open sockets. */
    open: () => connections.size,
    /** Takes over an HTTP upgrade. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      // What the client already sends would be lost before anything listens.
      socket.pause();
      const open = (): void => {
        const refusal = socket.destroyed ? null : refuse(request);
        if (refusal) sendRaw(clock, socket, refusal);
        else if (!socket.destroyed)
          sockets.handleUpgrade(request, socket, head, (webSocket) => serve(webSocket, request));
        socket.resume();
      };
      const network = options.callers.at(clients.addressOf(request));
      options.scheduler.run(network, () => boundary.run('upgrade', open, () => socket.destroy()), true);
    },
    /** Refuses new sockets from now on. */
    refuse(): void {
      isRefusing = true;
    },
    /**
     * Refuses new sockets and closes the open ones, spread over `period` ms so that they do not all reconnect at once. A
     * pending response is sent first; after `deadline` ms the rest is cut off.
     */
    async drain(period: number, deadline: number): Promise<void> {
      isRefusing = true;
      const startedAt = clock.monotonic();
      const open = [...connections];
      await Promise.all(
        open.map((connection, index) =>
          closeWhenIdle(clock, connection, (period * index) / open.length, startedAt + deadline),
        ),
      );
    },
  };
}

/** Checks a client's first message: rate, number of connections, session. */
async function admitClient(options: SocketOptions, connection: SocketConnection): Promise<boolean> {
  const { sessions } = options;
  const { socket, address, authorization } = connection;
  const caller = options.callers.of(address, authorization);
  const refusal = options.admit(caller);
  if (refusal) {
    socket.close(
      CLOSE.tryAgainLater,
      `Too many requests, retry after ${retryAfterSeconds(refusal.retryAfterMs)} s`,
    );
    return false;
  }
  if (socket.readyState !== socket.OPEN) return false;
  connection.charge = caller.hold('streams', SOCKET);
  if (!connection.charge) {
    socket.close(CLOSE.tryAgainLater, 'Too many connections');
    return false;
  }
  connection.charge.yieldedBy(connection);
  if (!hasSession(authorization)) return true;
  // Watch before checking: the socket may close, or its user sign out, during the check.
  connection.onceClosed(sessions.watch(authorization, (end) => closeWithSession(socket, end)));
  const gone = new Cancellation();
  connection.onceClosed(() => gone.abort());
  const isValid = await sessions.isValid(authorization, caller, gone);
  if (isValid === null) socket.close(CLOSE.tryAgainLater, 'Session check failed');
  return isValid === true;
}

function closeWithSession(socket: WebSocket, end: SessionEnd): void {
  if (end === 'expired') socket.close(CLOSE.forbidden, 'Signed out');
  else socket.close(CLOSE.tryAgainLater, 'Session check failed');
}

/**
 * Closes a socket after `delay` ms, once its pending responses are sent.
 * @param cutOffAt by the clock's `monotonic()`.
 */
async function closeWhenIdle(
  clock: Clock,
  connection: SocketConnection,
  delay: number,
  cutOffAt: number,
): Promise<void> {
  const { socket } = connection;
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await Promise.race([wait(clock, delay), closed]);
  const left = cutOffAt - CLOSE_TIMEOUT - clock.monotonic();
  // An open stream is a response.
  const responded = Promise.all([...connection.operations.values()].map(({ response }) => response));
  await Promise.race([responded.then(() => written(clock)), wait(clock, Math.max(0, left)), closed]);
  socket.close(CLOSE.restart, 'The gateway is restarting');
  await Promise.race([closed, wait(clock, CLOSE_TIMEOUT)]);
  socket.terminate();
}

/** Does not keep the process alive. */
const wait = (clock: Clock, milliseconds: number): Promise<void> =>
  new Promise((resolve) => clock.setTimeout(resolve, milliseconds).unref());

/** A response is written within the same turn of the event loop. */
const written = (clock: Clock): Promise<void> => new Promise((resolve) => clock.setImmediate(resolve));

const RESTARTING: RawResponse = {
  status: 503,
  code: 'RATE_LIMITED',
  message: 'The gateway is restarting; try again.',
  retryAfterMs: 1000,
};
