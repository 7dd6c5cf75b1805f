import { MessageType, type makeServer } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { Cancellation } from '../../graph/cancellation.ts';
import type { ClientIdentity } from '../../operations/client-identity.ts';
import type { Log } from '../../telemetry/log.ts';
import { CLOSE } from './close-codes.ts';
import type { EarlyInput } from './early-input.ts';
import { SocketOutput, type SocketOutputOptions } from './socket-output.ts';

/** The state of one open socket. */
export interface Connection {
  socket: WebSocket;
  address: string;
  /** Known once the client has sent its first message. */
  authorization: string | undefined;
  /** The application, as it calls itself in its first message. */
  client: ClientIdentity;
  /** Whether the client may use its socket: it has been sent `connection_ack`, or will be. */
  isAdmitted: boolean;
  /** What has arrived until then. */
  earlyInput: EarlyInput;
  /** Operations in a row that were refused at admission. */
  refusedOperations: number;
  /** What to release when the socket closes. */
  release: (() => void)[];
  /** Operations that have no response yet, and no open stream. */
  running: Set<Promise<unknown>>;
  /** All open operations by ID, streams included; refused ones are not. One that the client has completed is aborted. */
  open: Map<string, { isWanted(): boolean; signal: Cancellation }>;
}

export type Protocol = ReturnType<typeof makeServer<Record<string, unknown>, Connection>>;

export interface ConnectionOptions extends SocketOutputOptions {
  /** Milliseconds between pings; a client that does not respond to one is disconnected. */
  pingInterval: number;
  /** Largest message, in bytes; also the size of all messages together before `connection_ack`. */
  messageLimit: number;
  /** Called when a socket is closed because its client sent too much. */
  onFlood(address: string): void;
  log: Log;
}

/** Messages and pings that a client may send before `connection_ack`. */
const EARLY_MESSAGES = 10;
/** Longest reply to a `ping` message, in characters; a longer payload is not echoed. */
const LONGEST_PONG = 1024;

/** Longest reason of a close frame, in bytes. Source: RFC 6455 5.5. */
const LONGEST_REASON = 123;

/** Connects a socket to the protocol: messages in, results out one at a time, and pings. */
export function serve(protocol: Protocol, connection: Connection, options: ConnectionOptions): void {
  const { socket } = connection;
  const { pingInterval, messageLimit, onFlood, log } = options;
  const output = new SocketOutput(socket, options);
  const early = { messages: 0, bytes: 0 };
  /** Whether to read a message or ping: none while the socket closes, and few before the client is admitted. */
  const accepts = (bytes: number): boolean => {
    if (socket.readyState !== socket.OPEN) return false;
    if (connection.isAdmitted) return true;
    early.messages += 1;
    early.bytes += bytes;
    if (early.messages <= EARLY_MESSAGES && early.bytes <= messageLimit) return true;
    onFlood(connection.address);
    socket.close(CLOSE.badMessage, 'Too many messages before connection_ack');
    return false;
  };
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: (message) => output.send(message),
      close: (code, reason = '') => {
        log.info({ code }, 'socket rejected');
        // A reason may quote an ID of any length.
        socket.close(code, Buffer.byteLength(reason) > LONGEST_REASON ? '' : reason);
      },
      onMessage: (receive) => {
        socket.on('message', (data) => {
          // What a closing socket still receives is not even decoded.
          if (socket.readyState !== socket.OPEN) return;
          const message = String(data);
          if (!accepts(message.length)) return;
          receive(message).catch((error: unknown) => {
            log.warn({ err: error }, 'socket message failed');
            socket.close(CLOSE.badMessage, 'Message not understood');
          });
          // The protocol has no callback for a `complete` message about an operation without a response.
          dropUnwanted(connection.open);
        });
      },
      onPing: (payload) => {
        const pong = JSON.stringify({ type: MessageType.Pong, payload });
        return output.send(pong.length > LONGEST_PONG ? BARE_PONG : pong);
      },
    },
    connection,
  );
  let isAlive = true;
  socket.on('ping', (data) => {
    if (accepts(data.length)) output.pong(data);
  });
  socket.on('pong', () => {
    isAlive = true;
  });
  const ping = setInterval(() => {
    // A ping would wait behind unread data, for which the client has the time that sending allows.
    if (output.isPending) isAlive = true;
    else if (!isAlive) socket.terminate();
    else {
      isAlive = false;
      socket.ping();
    }
  }, pingInterval);
  // Frames that are too large or malformed, and connections that break.
  socket.on('error', (error) => log.info({ err: error }, 'socket failed'));
  socket.once('close', (code, reason) => {
    clearInterval(ping);
    // Streams of a client that has dropped out are reported as aborted, those of one that has left as closed.
    if (code === CLOSE.dropped) abortAll(connection);
    closed(code, String(reason)).catch((error: unknown) => log.warn({ err: error }, 'socket cleanup failed'));
    abortAll(connection);
    for (const release of connection.release.splice(0)) release();
    log.debug({ code }, 'socket closed');
  });
}

const BARE_PONG = JSON.stringify({ type: MessageType.Pong });

/** Aborts and removes the operations that the client has completed, or that have ended. */
export function dropUnwanted(open: Connection['open']): void {
  for (const [id, { isWanted, signal }] of open) {
    if (isWanted()) continue;
    signal.abort();
    open.delete(id);
  }
}

function abortAll({ open }: Connection): void {
  for (const { signal } of open.values()) signal.abort();
  open.clear();
}
