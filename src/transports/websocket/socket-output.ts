import type { WebSocket } from 'ws';
import type { RefusalObserver } from '../../admission/refusal-observer.ts';
import { CLOSE, CLOSE_TIMEOUT } from './close-codes.ts';

export interface SocketOutputOptions {
  /** Bytes of unread output at which a socket is closed instead of sent more. */
  unreadLimit: number;
  /** Milliseconds after which a client that reads nothing is disconnected; it can resume with its cursors. */
  stallTimeout: number;
  refusals: RefusalObserver;
}

/** Bytes of unread output above which nothing more is read from a socket. */
const PAUSE_ABOVE = 65_536;

/**
 * The output of one socket. A client that does not read is not read either, so that it cannot cause more output. What
 * is under way may still add to it, up to a limit.
 */
export class SocketOutput {
  readonly #socket: WebSocket;
  readonly #options: SocketOutputOptions;
  #pending = 0;
  #stalled: NodeJS.Timeout | undefined;

  constructor(socket: WebSocket, options: SocketOutputOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.once('close', () => clearTimeout(this.#stalled));
  }

  /** Whether something has not been written yet. */
  get isPending(): boolean {
    return this.#pending > 0;
  }

  /** Resolves when the message has been written, or at once if the socket is closing. Rejects if writing fails. */
  send(message: string): Promise<void> {
    return new Promise((resolve, reject) => {
      if (!this.#begin()) return resolve();
      this.#socket.send(message, (error) => {
        this.#end();
        if (error) reject(error);
        else resolve();
      });
      this.#hold();
    });
  }

  /** Replies to a ping frame. */
  pong(data: Buffer): void {
    if (!this.#begin()) return;
    this.#socket.pong(data, false, () => this.#end());
    this.#hold();
  }

  /** Whether more may be sent. */
  #begin(): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return false;
    if (this.#socket.bufferedAmount > this.#options.unreadLimit) {
      this.#close();
      return false;
    }
    this.#pending += 1;
    return true;
  }

  #hold(): void {
    const unread = this.#socket.bufferedAmount;
    // Most clients keep up: the kernel has accepted it already.
    if (unread === 0) return;
    this.#stalled ??= setTimeout(() => this.#close(), this.#options.stallTimeout);
    if (unread > PAUSE_ABOVE && !this.#socket.isPaused) this.#socket.pause();
  }

  #end(): void {
    this.#pending -= 1;
    if (this.isPending) this.#stalled?.refresh();
    else {
      clearTimeout(this.#stalled);
      this.#stalled = undefined;
    }
    if (this.#socket.isPaused && this.#socket.bufferedAmount <= PAUSE_ABOVE) this.#socket.resume();
  }

  #close(): void {
    this.#options.refusals.refused('unread');
    this.#socket.close(CLOSE.tryAgainLater, 'Too slow');
    setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT).unref();
  }
}
