import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { handleProtocols } from 'graphql-ws';
import { WebSocketServer } from 'ws';
import { pauseUntil } from '../../lib/cancellation.ts';
import type { Clock } from '../../lib/clock.ts';
import { isAllowedOrigin, isExpectedHost, originRefusal, WRONG_HOST } from '../http/cors.ts';
import { type RawResponse, sendRaw } from '../http/raw-response.ts';
import { ClientSocket } from './client-socket.ts';
import { CLOSE, CLOSE_TIMEOUT } from './close-codes.ts';
import { SocketConnection, type SocketOptions } from './connection.ts';

export type SocketServer = ReturnType<typeof createSocketServer>;

/** Frames of one message. Even an empty one takes time, and a small one retains the 64 KB that it arrived in. */
const MAXIMUM_PARTS = 100;

/** GraphQL over WebSocket (`graphql-transport-ws`). */
export function createSocketServer(options: SocketOptions) {
  const { clock, clients, origins, boundary, log } = options;
  const handling = {
    noServer: true,
    WebSocket: ClientSocket,
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
  const refuse = (request: IncomingMessage): RawResponse | null => {
    if (options.health.readiness === 'draining') return RESTARTING;
    const { origin, host } = request.headers;
    if (!isExpectedHost(host, origins)) return WRONG_HOST;
    if (origin !== undefined && !isAllowedOrigin(origin, host, origins)) {
      // The browser hides the response from the page, so it is also logged in development.
      if (origins.isDevelopment) log.warn({ origin, setting: 'CORS_ORIGINS' }, 'origin refused');
      return originRefusal(origin);
    }
    return options.admit(options.callers.at(clients.addressOf(request)));
  };
  return {
    /** Number of open sockets. */
    open: () => sockets.clients.size,
    /** Takes over an HTTP upgrade. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      // What the client already sends would be lost before anything listens.
      socket.pause();
      const open = (): void => {
        const refusal = socket.destroyed ? null : refuse(request);
        if (refusal) sendRaw(clock, socket, refusal);
        else if (!socket.destroyed)
          sockets.handleUpgrade(request, socket, head, (client) =>
            client.serve(new SocketConnection(client, request, options)),
          );
        socket.resume();
      };
      const network = options.callers.at(clients.addressOf(request));
      options.scheduler.run(network, () => boundary.run('upgrade', open, () => socket.destroy()), true);
    },
    /**
     * Closes the open ones, spread over `period` ms so that they do not all reconnect at once. A
     * pending response is sent first; after `deadline` ms the rest is cut off.
     */
    async drain(period: number, deadline: number): Promise<void> {
      const open = [...sockets.clients].flatMap(({ connection }) => connection ?? []);
      await Promise.all(
        open.map((connection, index) =>
          closeWhenIdle(clock, connection, (period * index) / open.length, deadline),
        ),
      );
    },
  };
}

/** Closes a socket after `delay` ms, once its pending responses are sent, or after `deadline` ms. */
async function closeWhenIdle(
  clock: Clock,
  connection: SocketConnection,
  delay: number,
  deadline: number,
): Promise<void> {
  const { socket, operations, gone } = connection;
  await pauseUntil(clock, delay, gone);
  const left = deadline - delay - CLOSE_TIMEOUT;
  // An open stream is a response.
  const responded = Promise.allSettled([...operations.values()].map(({ response }) => response));
  await Promise.race([responded, pauseUntil(clock, Math.max(0, left), gone)]);
  socket.close(CLOSE.restart, 'The gateway is restarting');
  await pauseUntil(clock, CLOSE_TIMEOUT, gone);
  socket.terminate();
}

const RESTARTING: RawResponse = {
  status: 503,
  code: 'RATE_LIMITED',
  message: 'The gateway is restarting; try again.',
  retryAfterMs: 1000,
};
