import { type RawData, WebSocket } from 'ws';
import type { SocketConnection } from './connection.ts';

/** A socket that knows its connection, so that all sockets share their listeners. */
export class ClientSocket extends WebSocket {
  connection: SocketConnection | null = null;
  #open: Set<SocketConnection> | null = null;

  /** @param open the open connections, which this one joins until it closes. */
  serve(connection: SocketConnection, open: Set<SocketConnection>): void {
    open.add(connection);
    this.#open = open;
    this.connection = connection;
    this.on('message', onMessage);
    this.on('ping', onPing);
    this.on('pong', onPong);
    this.on('error', onError);
    this.on('close', onClose);
  }

  /** Removes its connection from the open ones. */
  leave(): void {
    if (this.connection) this.#open?.delete(this.connection);
  }
}

/** Handles an event of a socket within the boundary of its connection. */
function handle(socket: WebSocket, event: (connection: SocketConnection) => void): void {
  const connection = socket instanceof ClientSocket ? socket.connection : null;
  connection?.run(() => event(connection));
}

function onMessage(this: WebSocket, data: RawData): void {
  handle(this, (connection) => connection.onMessage(data));
}

function onPing(this: WebSocket, data: Buffer): void {
  handle(this, (connection) => connection.onPing(data));
}

function onPong(this: WebSocket): void {
  handle(this, (connection) => connection.onPong());
}

function onError(this: WebSocket, error: Error): void {
  handle(this, (connection) => connection.onError(error));
}

function onClose(this: WebSocket, code: number): void {
  if (this instanceof ClientSocket) this.leave();
  handle(this, (connection) => connection.onClose(code));
}
