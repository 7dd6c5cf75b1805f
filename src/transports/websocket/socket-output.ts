import type { WebSocket } from 'ws';
import { Charge } from '../../admission/accounts.ts';
import type { Caller, Resource } from '../../admission/limits.ts';
import type { Timer } from '../../lib/clock.ts';
import type { TransportOptions } from '../transport-options.ts';
import { CLOSE } from './close-codes.ts';

/** Bytes of unread output at which a socket is closed. */
const UNREAD_LIMIT = 4_000_000;
/** Bytes of unread output above which nothing more is read from a socket. */
const PAUSE_ABOVE = 65_536;
const NOTHING = Buffer.alloc(0);

/** The owner of the output. */
interface Owner {
  readonly caller: Caller;
}

/**
 * The output of one socket. While a client does not read, nothing is read from it either, so that it cannot cause more
 * output. Operations under way may still add to it, up to a limit.
 */
export class SocketOutput {
  readonly #socket: WebSocket;
  readonly #owner: Owner;
  readonly #options: TransportOptions;
  /** Messages and pongs that have not been written yet. */
  #pending = 0;
  #stalled: Timer | undefined;
  /** The charge for unread output. Null: none. */
  #unread: Charge<Resource> | null = null;
  #holdsInput = false;

  constructor(socket: WebSocket, owner: Owner, options: TransportOptions) {
    this.#socket = socket;
    this.#owner = owner;
    this.#options = options;
  }

  /** Whether any output but pings has not been written yet. */
  get isPending(): boolean {
    return this.#pending > 0;
  }

  /**
   * Sends a text message.
   * @param start of the message.
   * @param rest the bytes after it, which other sockets may send as well.
   * @returns null if the kernel has accepted it or the socket is closing, otherwise resolves when it has been written or
   * can no longer be.
   */
  send(start: string, rest: Buffer = NOTHING): Promise<void> | null {
    const first = Buffer.from(start);
    return this.#write((onWritten) => {
      if (rest.length > COPIED) {
        this.#socket.send(first, FIRST_PART);
        this.#socket.send(rest, TEXT, onWritten);
      } else this.#socket.send(rest.length > 0 ? Buffer.concat([first, rest]) : first, TEXT, onWritten);
    });
  }

  /** Replies to a ping frame. */
  pong(data: Buffer): void {
    void this.#write((onWritten) => this.#socket.pong(data, false, onWritten));
  }

  /** @param holds whether reading must pause, because messages that have arrived wait. */
  holdInput(holds: boolean): void {
    this.#holdsInput = holds;
    this.#pauseOrRead();
  }

  /** Closes the socket at once: a closing handshake would read on, and hold what is unread for longer. */
  cutOff(reason: string): void {
    this.#socket.close(CLOSE.tryAgainLater, reason);
    this.#socket.terminate();
  }

  /** Called when all output has been written, or the socket has closed. */
  release(): void {
    this.#options.clock.clearTimeout(this.#stalled);
    this.#stalled = undefined;
    this.#unread?.release();
    this.#unread = null;
  }

  /** @param write calls back also if the socket closes first. @returns as `send` does. */
  #write(write: (onWritten: () => void) => void): Promise<void> | null {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return null;
    if (socket.bufferedAmount > UNREAD_LIMIT) {
      this.#refuse();
      return null;
    }
    this.#pending += 1;
    let resume: (() => void) | undefined;
    const end = (): void => {
      this.#onWritten();
      resume?.();
    };
    write(() => this.#options.boundary.run('socket output', end, () => socket.terminate()));
    // Most clients keep up.
    if (socket.bufferedAmount === 0) return null;
    this.#hold();
    return new Promise((resolve) => {
      resume = resolve;
    });
  }

  /** Updates the charge for unread bytes. Closes the socket if there are too many. */
  #hold(): void {
    this.#unread ??= new Charge(this.#owner.caller, 'unread');
    if (!this.#unread.change(this.#socket.bufferedAmount)) {
      this.cutOff('Too much output is unread');
      return;
    }
    this.#stalled ??= this.#options.clock.setTimeout(() => this.#refuse(), this.#options.stallTimeout);
    this.#pauseOrRead();
  }

  #onWritten(): void {
    this.#pending -= 1;
    if (this.isPending) {
      this.#unread?.change(this.#socket.bufferedAmount);
      this.#stalled?.refresh();
    } else this.release();
    this.#pauseOrRead();
  }

  #pauseOrRead(): void {
    const pauses = this.#holdsInput || this.#socket.bufferedAmount > PAUSE_ABOVE;
    if (pauses === this.#socket.isPaused) return;
    if (pauses) this.#socket.pause();
    else this.#socket.resume();
  }

  #refuse(): void {
    this.#options.refusals.refused('unread');
    this.#socket.close(CLOSE.tryAgainLater, 'Too slow');
  }
}

/** Bytes up to which copying is cheaper than a frame of their own. */
const COPIED = 8192;
const TEXT = { binary: false };
/** Options of the first frame of a message; all subscribers share the other one. */
const FIRST_PART = { binary: false, fin: false };
