import { type RawData, WebSocket } from 'ws';
import type { SocketConnection } from './connection.ts';

/** A socket that knows its connection, so that all sockets share their listeners. */
export class ClientSocket extends WebSocket {
  connection: SocketConnection | null = null;

  serve(connection: SocketConnection): void {
    this.connection = connection;
    this.on('message', onMessage);
    this.on('ping', onPing);
    this.on('pong', onPong);
    this.on('error', onError);
    this.on('close', onClose);
  }
}

/** A listener of all sockets, which handles an event within the boundary of its connection. */
const listener = <Data>(handle: (connection: SocketConnection, data: Data) => void) =>
  function (this: WebSocket, data: Data): void {
    const connection = this instanceof ClientSocket ? this.connection : null;
    connection?.run(() => handle(connection, data));
  };

const onMessage = listener((connection, data: RawData) => connection.onMessage(data));
const onPing = listener((connection, data: Buffer) => connection.onPing(data));
const onPong = listener((connection) => connection.onPong());
const onError = listener((connection, error: Error) => connection.onError(error));
const onClose = listener((connection, code: number) => connection.onClose(code));
