import type { WebSocket } from 'ws';
import type { Charge } from '../../admission/accounts.ts';
import type { Caller, Resource } from '../../admission/limits.ts';
import type { Timer } from '../../lib/clock.ts';
import type { TransportOptions } from '../transport-options.ts';
import { CLOSE, CLOSE_TIMEOUT } from './close-codes.ts';

/** Bytes of unread output at which a socket is closed. */
const UNREAD_LIMIT = 4_000_000;
/** Bytes of unread output above which nothing more is read from a socket. */
const PAUSE_ABOVE = 65_536;
const NOTHING = Buffer.alloc(0);

/** The owner of the output. */
interface Owner {
  readonly caller: Caller;
}

/** A sender that waits until its message has been written. */
interface PendingSend {
  /** Number of the message, counted from 1. */
  message: number;
  resume: () => void;
}

/**
 * The output of one socket. While a client does not read, nothing is read from it either, so that it cannot cause more
 * output. Operations under way may still add to it, up to a limit.
 */
export class SocketOutput {
  readonly #socket: WebSocket;
  readonly #owner: Owner;
  readonly #options: TransportOptions;
  #begun = 0;
  #written = 0;
  /** In the order of their messages. Null: none. */
  #waiting: PendingSend[] | null = null;
  #stalled: Timer | undefined;
  /** The charge for unread output. Null: none. */
  #unread: Charge<Resource> | null = null;
  #holdsInput = false;
  readonly #onWritten: () => void;

  constructor(socket: WebSocket, owner: Owner, options: TransportOptions) {
    this.#socket = socket;
    this.#owner = owner;
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
    if (rest.length > COPIED) {
      this.#socket.send(start, FIRST_PART);
      this.#socket.send(rest, TEXT, this.#onWritten);
    } else this.#socket.send(joined(start, rest), TEXT, this.#onWritten);
    // Most clients keep up.
    if (this.#socket.bufferedAmount === 0) return null;
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
    if (this.#socket.bufferedAmount > 0) this.#hold();
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
    if (this.#socket.bufferedAmount > UNREAD_LIMIT) {
      this.#refuse();
      return false;
    }
    this.#begun += 1;
    return true;
  }

  /** Updates the charge for unread bytes. Closes the socket if there are too many. */
  #hold(): void {
    if (!this.#count(this.#socket.bufferedAmount)) {
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
    if (this.#unread) this.#count(this.#socket.bufferedAmount);
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
    const pauses = this.#holdsInput || this.#socket.bufferedAmount > PAUSE_ABOVE;
    if (pauses === this.#socket.isPaused) return;
    if (pauses) this.#socket.pause();
    else this.#socket.resume();
  }

  #count(bytes: number): boolean {
    if (bytes === 0) {
      this.#unread?.release();
      this.#unread = null;
      return true;
    }
    if (this.#unread) return this.#unread.change(bytes);
    this.#unread = this.#owner.caller.hold('unread', bytes);
    return this.#unread !== null;
  }

  #refuse(): void {
    this.#options.refusals.refused('unread');
    this.#socket.close(CLOSE.tryAgainLater, 'Too slow');
    this.#options.clock.setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT).unref();
  }
}

/** Bytes up to which copying is cheaper than a frame of their own. */
const COPIED = 8192;
const TEXT = { binary: false };
/** Options of the first frame of a message; all subscribers share the other one. */
const FIRST_PART = { binary: false, fin: false };

function joined(start: string, rest: Buffer): Buffer {
  const length = Buffer.byteLength(start);
  const message = Buffer.allocUnsafe(length + rest.length);
  message.write(start);
  rest.copy(message, length);
  return message;
}
