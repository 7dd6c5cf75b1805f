import type { makeServer } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { Cancellation } from '../../graph/cancellation.ts';
import type { Log } from '../../telemetry/log.ts';
import { CLOSE, CLOSE_TIMEOUT } from './close-codes.ts';

/** The state of one open socket. */
export interface Connection {
  socket: WebSocket;
  address: string;
  /** Known once the client has sent its first message. */
  authorization: string | undefined;
  /** What to release when the socket closes. */
  release: (() => void)[];
  /** Operations that have no response yet, and no open stream. */
  running: Set<Promise<unknown>>;
  /** All open operations by ID, streams included. One that the client has completed is aborted. */
  open: Map<string, { isWanted(): boolean; signal: Cancellation }>;
}

export type Protocol = ReturnType<typeof makeServer<Record<string, unknown>, Connection>>;

export interface ConnectionOptions {
  /** Milliseconds between pings; a client that does not respond to one is disconnected. */
  pingInterval: number;
  /** Milliseconds after which a client that reads nothing is disconnected; it can resume with its cursors. */
  stallTimeout: number;
  log: Log;
}

/** Connects a socket to the protocol: messages in, results out one at a time, and pings. */
export function serve(
  protocol: Protocol,
  connection: Connection,
  { pingInterval, stallTimeout, log }: ConnectionOptions,
): void {
  const { socket } = connection;
  let sending = 0;
  const send = async (data: string): Promise<void> => {
    sending += 1;
    await sendWithin(socket, data, stallTimeout).finally(() => {
      sending -= 1;
    });
  };
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send,
      close: (code, reason) => socket.close(code, reason),
      onMessage: (receive) => {
        socket.on('message', (data) => {
          receive(String(data)).catch((error: unknown) => {
            log.warn({ err: error }, 'socket message failed');
            socket.close(CLOSE.badMessage, 'Message not understood');
          });
          // The protocol has no callback for a `complete` message about an operation without a response.
          for (const [id, { isWanted, signal }] of connection.open) {
            if (isWanted()) continue;
            signal.abort();
            connection.open.delete(id);
          }
        });
      },
    },
    connection,
  );
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const ping = setInterval(() => {
    // A ping would wait behind unread data, for which the client has the time that sending allows.
    if (sending > 0) isAlive = true;
    else if (!isAlive) socket.terminate();
    else {
      isAlive = false;
      socket.ping();
    }
  }, pingInterval);
  socket.on('error', (error) => log.debug({ err: error }, 'socket failed'));
  socket.once('close', (code, reason) => {
    clearInterval(ping);
    // Streams of a client that has dropped out are reported as aborted, those of one that has left as closed.
    if (code === CLOSE.dropped) abortAll(connection);
    void closed(code, String(reason));
    abortAll(connection);
    for (const release of connection.release.splice(0)) release();
    log.debug({ code }, 'socket closed');
  });
}

function abortAll({ open }: Connection): void {
  for (const { signal } of open.values()) signal.abort();
  open.clear();
}

/** Resolves when the message has been written. A client that reads nothing is closed with a code that it retries on. */
function sendWithin(socket: WebSocket, data: string, timeout: number): Promise<void> {
  return new Promise((resolve, reject) => {
    if (socket.readyState !== socket.OPEN) return resolve();
    let stalled: NodeJS.Timeout | undefined;
    socket.send(data, (error) => {
      clearTimeout(stalled);
      if (error) reject(error);
      else resolve();
    });
    // Most clients keep up: the kernel has accepted it already.
    if (socket.bufferedAmount === 0) return;
    stalled = setTimeout(() => {
      socket.close(CLOSE.tryAgainLater, 'Too slow');
      setTimeout(() => socket.terminate(), CLOSE_TIMEOUT).unref();
    }, timeout);
  });
}
