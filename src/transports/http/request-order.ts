import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that wait for the response before them, over all connections. */
export class Pipelined {
  readonly #maximum: number;
  #waiting = 0;

  /** @param maximum how many may wait. */
  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /** Adds one. @returns false at the limit. */
  add(): boolean {
    if (this.#waiting >= this.#maximum) return false;
    this.#waiting += 1;
    return true;
  }

  remove(count: number): void {
    this.#waiting -= count;
  }
}

/**
 * The requests of one connection. HTTP/1.1 allows sending requests before their responses (RFC 9112, 9.3.2). Node would
 * start all that arrive together in one turn of the event loop, more than a thousand in 64 KB, and others would have to
 * wait. Here each starts after the response before it, in its own turn, and nothing is read while any waits.
 */
export class RequestOrder {
  readonly #socket: Socket;
  readonly #pipelined: Pipelined;
  #pending: ServerResponse[] = [];
  #waiting: (() => void)[] = [];

  constructor(socket: Socket, pipelined: Pipelined) {
    this.#socket = socket;
    this.#pipelined = pipelined;
    // Node resumes the socket when it discards the rest of a request.
    socket.on('resume', () => {
      if (this.#waiting.length > 0) socket.pause();
    });
    socket.once('close', () => {
      this.#pipelined.remove(this.#waiting.length);
      this.#waiting = [];
    });
  }

  /** Whether a response has begun: nothing else may be written before it ends. */
  get isResponding(): boolean {
    return this.#pending.some((response) => response.socket === this.#socket && response.headersSent);
  }

  /** Starts a request when it is its turn. @returns false if too many wait, over all connections. */
  add(response: ServerResponse, start: () => void): boolean {
    if (this.#pending.length > 0) {
      if (!this.#pipelined.add()) return false;
      this.#waiting.push(start);
      this.#socket.pause();
    }
    this.#pending.push(response);
    response.once('close', () => this.#end(response));
    if (this.#pending.length === 1) start();
    return true;
  }

  #end(response: ServerResponse): void {
    this.#pending.splice(this.#pending.indexOf(response), 1);
    const next = this.#waiting.shift();
    if (!next) return;
    this.#pipelined.remove(1);
    if (this.#waiting.length === 0) this.#socket.resume();
    setImmediate(() => {
      if (this.#socket.writable) next();
    });
  }
}
