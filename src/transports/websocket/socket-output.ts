import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { RefusalObserver } from '../../admission/refusal-observer.ts';
import { CLOSE, CLOSE_TIMEOUT } from './close-codes.ts';
import { messageFrame } from './frame.ts';

export interface SocketOutputOptions {
  /** Bytes of unread output at which a socket is closed instead of sent more. */
  unreadLimit: number;
  /** Milliseconds after which a client that reads nothing is disconnected; it can resume with its cursors. */
  stallTimeout: number;
  refusals: RefusalObserver;
}

/** Bytes of unread output above which nothing more is read from a socket. */
const PAUSE_ABOVE = 65_536;
const NOTHING = Buffer.alloc(0);

/** A sender that waits until its message has been written. */
interface Waiting {
  /** Number of the message, counted from 1. */
  message: number;
  resume: () => void;
}

/**
 * The output of one socket. A client that does not read is not read either, so that it cannot cause more output. What
 * is under way may still add to it, up to a limit.
 *
 * Messages are written as frames to the connection itself: `ws` would frame and write the same payload again for every
 * subscriber. It writes only control frames, whole and to the same stream, so that the two never mix.
 */
export class SocketOutput {
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #options: SocketOutputOptions;
  #begun = 0;
  #written = 0;
  /** In the order of their messages. Null: none. */
  #waiting: Waiting[] | null = null;
  #stalled: NodeJS.Timeout | undefined;
  readonly #onWritten = (): void => this.#end();

  /** @param stream the connection of the socket. */
  constructor(socket: WebSocket, stream: Duplex, options: SocketOutputOptions) {
    this.#socket = socket;
    this.#stream = stream;
    this.#options = options;
  }

  /** Whether something has not been written yet. */
  get isPending(): boolean {
    return this.#begun > this.#written;
  }

  /**
   * Sends a text message.
   * @param start of the message.
   * @param rest the bytes after it, which other sockets may send as well.
   * @returns null if the kernel has accepted it or the socket is closing, otherwise resolves when it has been written or
   * can no longer be.
   */
  send(start: string, rest: Buffer = NOTHING): Promise<void> | null {
    if (!this.#begin()) return null;
    const [head, tail] = messageFrame(start, rest);
    if (tail) {
      this.#stream.cork();
      this.#stream.write(head);
      this.#stream.write(tail, this.#onWritten);
      this.#stream.uncork();
    } else this.#stream.write(head, this.#onWritten);
    // Most clients keep up.
    if (this.#stream.writableLength === 0) return null;
    this.#hold();
    const message = this.#begun;
    return new Promise((resume) => {
      this.#waiting ??= [];
      this.#waiting.push({ message, resume });
    });
  }

  /** Replies to a ping frame. */
  pong(data: Buffer): void {
    if (!this.#begin()) return;
    this.#socket.pong(data, false, this.#onWritten);
    if (this.#stream.writableLength > 0) this.#hold();
  }

  /** The socket has closed: nothing more is written. */
  close(): void {
    clearTimeout(this.#stalled);
    for (const { resume } of this.#waiting ?? []) resume();
    this.#waiting = null;
  }

  /** Whether more may be sent. */
  #begin(): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return false;
    if (this.#stream.writableLength > this.#options.unreadLimit) {
      this.#refuse();
      return false;
    }
    this.#begun += 1;
    return true;
  }

  #hold(): void {
    this.#stalled ??= setTimeout(() => this.#refuse(), this.#options.stallTimeout);
    if (this.#stream.writableLength > PAUSE_ABOVE && !this.#socket.isPaused) this.#socket.pause();
  }

  #end(): void {
    this.#written += 1;
    if (this.isPending) this.#stalled?.refresh();
    else {
      clearTimeout(this.#stalled);
      this.#stalled = undefined;
    }
    if (this.#socket.isPaused && this.#stream.writableLength <= PAUSE_ABOVE) this.#socket.resume();
    while (this.#waiting?.[0] && this.#waiting[0].message <= this.#written) this.#waiting.shift()?.resume();
    if (this.#waiting?.length === 0) this.#waiting = null;
  }

  #refuse(): void {
    this.#options.refusals.refused('unread');
    this.#socket.close(CLOSE.tryAgainLater, 'Too slow');
    setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT).unref();
  }
}
