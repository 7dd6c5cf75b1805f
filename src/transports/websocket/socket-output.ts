import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Held } from '../../admission/held.ts';
import type { RefusalObserver } from '../../admission/refusal-observer.ts';
import type { Boundary } from '../../lib/boundary.ts';
import type { Clock, Timer } from '../../lib/clock.ts';
import { CLOSE, CLOSE_TIMEOUT } from './close-codes.ts';

export interface SocketOutputOptions {
  clock: Clock;
  boundary: Boundary;
  held: Held;
  /** Milliseconds after which a client that reads nothing is disconnected; it can resume with its cursors. */
  stallTimeout: number;
  refusals: RefusalObserver;
}

/** Bytes of unread output at which a socket is closed. */
const UNREAD_LIMIT = 4_000_000;
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
 * The output of one socket. While a client does not read, nothing is read from it either, so that it cannot cause more
 * output. Operations under way may still add to it, up to a limit.
 *
 * Messages are written as frames to the connection itself: `ws` would frame and write the same payload again for every
 * subscriber. `ws` writes only control frames, whole and to the same stream, so that frames never interleave.
 */
export class SocketOutput {
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #address: string;
  readonly #options: SocketOutputOptions;
  #begun = 0;
  #written = 0;
  /** In the order of their messages. Null: none. */
  #waiting: Waiting[] | null = null;
  #stalled: Timer | undefined;
  /** Bytes that count as unread. */
  #counted = 0;
  #holdsInput = false;
  readonly #onWritten: () => void;

  /** @param stream the connection of the socket. */
  constructor(
    socket: WebSocket,
    { stream, address }: { stream: Duplex; address: string },
    options: SocketOutputOptions,
  ) {
    this.#socket = socket;
    this.#stream = stream;
    this.#address = address;
    this.#options = options;
    this.#onWritten = options.boundary.listener(
      'socket output',
      () => this.#end(),
      () => socket.terminate(),
    );
  }

  /** Whether any output has not been written yet. */
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

  /** @param holds whether reading must pause, because messages that have arrived wait. */
  holdInput(holds: boolean): void {
    this.#holdsInput = holds;
    this.#pauseOrRead();
  }

  /** Called when the socket has closed; nothing more is written. */
  close(): void {
    this.#options.clock.clearTimeout(this.#stalled);
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const { resume } of waiting) resume();
    this.#count(0);
  }

  /** Whether more may be sent. */
  #begin(): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return false;
    if (this.#stream.writableLength > UNREAD_LIMIT) {
      this.#refuse();
      return false;
    }
    this.#begun += 1;
    return true;
  }

  /** Updates the count of unread bytes. Closes the socket if there are too many. */
  #hold(): void {
    if (!this.#count(this.#stream.writableLength)) {
      this.#socket.close(CLOSE.tryAgainLater, 'Too much output is unread');
      // A closing handshake would hold the output for longer.
      this.#socket.terminate();
      return;
    }
    this.#stalled ??= this.#options.clock.setTimeout(() => this.#refuse(), this.#options.stallTimeout);
    this.#pauseOrRead();
  }

  #end(): void {
    this.#written += 1;
    if (this.#counted > 0) this.#count(this.#stream.writableLength);
    if (this.isPending) this.#stalled?.refresh();
    else {
      this.#options.clock.clearTimeout(this.#stalled);
      this.#stalled = undefined;
    }
    this.#pauseOrRead();
    while (this.#waiting?.[0] && this.#waiting[0].message <= this.#written) this.#waiting.shift()?.resume();
    if (this.#waiting?.length === 0) this.#waiting = null;
  }

  #pauseOrRead(): void {
    const pauses = this.#holdsInput || this.#stream.writableLength > PAUSE_ABOVE;
    if (pauses === this.#socket.isPaused) return;
    if (pauses) this.#socket.pause();
    else this.#socket.resume();
  }

  #count(bytes: number): boolean {
    if (!this.#options.held.change('unread', this.#address, this.#counted, bytes)) return false;
    this.#counted = bytes;
    return true;
  }

  #refuse(): void {
    this.#options.refusals.refused('unread');
    this.#socket.close(CLOSE.tryAgainLater, 'Too slow');
    this.#options.clock.setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT).unref();
  }
}

/** First byte of a text message in one frame, from a server. Source: RFC 6455 5.2. */
const TEXT = 0x81;
/** Longest payload whose length fits in 7 bits, and in 16. */
const SHORT = 125;
const MEDIUM = 0xff_ff;
/** Bytes up to which copying is cheaper than writing two parts. */
const COPIED = 8192;

/**
 * The frame of a text message, in one part or two. Source: RFC 6455 5.2.
 * @param start of the message.
 * @param rest the bytes after it. Copied only if they are few.
 */
function messageFrame(start: string, rest: Buffer): [head: Buffer, tail?: Buffer] {
  const startLength = Buffer.byteLength(start);
  const length = startLength + rest.length;
  const headerLength = length <= SHORT ? 2 : length <= MEDIUM ? 4 : 10;
  const isCopied = rest.length <= COPIED;
  const head = Buffer.allocUnsafe(headerLength + (isCopied ? length : startLength));
  head[0] = TEXT;
  if (headerLength === 2) head[1] = length;
  else if (headerLength === 4) {
    head[1] = 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = 127;
    // Lengths are below 2 ** 48.
    head.writeUInt16BE(0, 2);
    head.writeUIntBE(length, 4, 6);
  }
  head.write(start, headerLength);
  if (!isCopied) return [head, rest];
  rest.copy(head, headerLength + startLength);
  return [head];
}
