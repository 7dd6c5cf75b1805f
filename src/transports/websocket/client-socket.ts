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

  /** The connection; removes it from the open ones. */
  leave(): SocketConnection | null {
    if (this.connection) this.#open?.delete(this.connection);
    return this.connection;
  }
}

const connectionOf = (socket: WebSocket): SocketConnection | null =>
  socket instanceof ClientSocket ? socket.connection : null;

function onMessage(this: WebSocket, data: RawData): void {
  connectionOf(this)?.onMessage(data);
}

function onPing(this: WebSocket, data: Buffer): void {
  connectionOf(this)?.onPing(data);
}

function onPong(this: WebSocket): void {
  connectionOf(this)?.onPong();
}

function onError(this: WebSocket, error: Error): void {
  connectionOf(this)?.onError(error);
}

function onClose(this: WebSocket, code: number): void {
  if (this instanceof ClientSocket) this.leave()?.onClose(code);
}
