import type { Writable } from 'node:stream';
import { type RawData, Receiver, WebSocket } from 'ws';
import { CLOSE } from './close-codes.ts';
import type { SocketConnection } from './connection.ts';

declare module 'ws' {
  /** The parser of frames, which is missing from the types. */
  class Receiver extends Writable {
    /** Whether a frame was malformed. */
    readonly _errored: boolean;
    /** Parts of a frame, and frames of a message, that are still arriving. */
    readonly _buffers: readonly Buffer[];
    readonly _fragments: readonly Buffer[];
    /** The socket that it parses for. */
    client: ClientSocket | undefined;
    /** Parses what has arrived. */
    startLoop(callback: () => void): void;
    /** Reads the mask of a frame from a client. */
    getMask(): void;
    /** An error with which the socket closes. */
    createError(kind: ErrorConstructor, message: string, hasPrefix: boolean, closeCode: number): Error;
  }

  interface WebSocket {
    /** Missing from the types, too. */
    readonly _receiver: Receiver;
  }
}

/** A socket with a reference to its connection, so that all sockets share their listeners. */
export class ClientSocket extends WebSocket {
  connection: SocketConnection | null = null;

  serve(connection: SocketConnection): void {
    this.connection = connection;
    this._receiver.client = this;
    this.on('message', onMessage);
    this.on('ping', onPing);
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
const onError = listener((connection, error: Error) => connection.onError(error));
const onClose = listener((connection, code: number) => connection.onClose(code));

const { startLoop } = Receiver.prototype;

/** Bytes that a parser retains of a message that is still arriving: a small part retains the whole chunk that it arrived in. */
function retainedBy({ _buffers, _fragments }: Receiver): number {
  if (_buffers.length + _fragments.length === 0) return 0;
  const arrived = new Set([..._buffers, ..._fragments].map(({ buffer }) => buffer));
  return [...arrived].reduce((bytes, { byteLength }) => bytes + byteLength, 0);
}

/**
 * Reports what the parser retains each time that it has parsed what has arrived, and closes a socket at its first malformed frame,
 * or when the parser throws. After a malformed frame, `ws` would go on parsing what
 * it has buffered, in an inconsistent state; the resulting error, thrown from `setImmediate`, would end the process. There is no
 * option to change that.
 */
Object.assign(Receiver.prototype, {
  startLoop(this: Receiver, callback: () => void) {
    try {
      if (this._errored) callback();
      else startLoop.call(this, callback);
      this.client?.connection?.onParsed(retainedBy(this));
    } catch (cause) {
      const error = this.createError(Error, 'Internal error', false, CLOSE.internalError);
      this.destroy(Object.assign(error, { cause }));
    }
  },
});
