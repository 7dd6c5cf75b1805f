import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestStarts } from './request-starts.ts';

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

/** A request and what starts it. */
interface Request {
  response: ServerResponse;
  start(): void;
}

/**
 * The requests of one connection. HTTP/1.1 allows sending requests before their responses (RFC 9112, 9.3.2). Node would
 * start all that arrive together in one turn of the event loop, more than a thousand in 64 KB, and others would have to
 * wait. Here each starts after the response before it, in a turn of its own, and nothing is read while any waits. Node runs
 * promises between two requests of one read, so a response may end before the next request is known: that the connection
 * is free does not mean that the turn is over.
 */
export class RequestOrder {
  readonly #socket: Socket;
  readonly #address: string | null;
  readonly #pipelined: Pipelined;
  readonly #starts: RequestStarts;
  /** The first is being processed, or waits for its turn. */
  #requests: Request[] = [];
  #startedIn = -1;

  /** @param address null: a trusted proxy's. */
  constructor(socket: Socket, address: string | null, pipelined: Pipelined, starts: RequestStarts) {
    this.#socket = socket;
    this.#address = address;
    this.#pipelined = pipelined;
    this.#starts = starts;
    // Node resumes the socket when it discards the rest of a request.
    socket.on('resume', () => {
      if (this.#requests.length > 1) socket.pause();
    });
    socket.once('close', () => {
      this.#pipelined.remove(Math.max(0, this.#requests.length - 1));
      this.#requests = [];
    });
  }

  /** Whether a response has begun: nothing else may be written before it ends. */
  get isResponding(): boolean {
    const [first] = this.#requests;
    return first?.response.socket === this.#socket && first.response.headersSent;
  }

  /** Starts a request when it is its turn. @returns false if too many wait, over all connections. */
  add(response: ServerResponse, start: () => void): boolean {
    if (this.#requests.length > 0) {
      if (!this.#pipelined.add()) return false;
      this.#socket.pause();
    }
    const request = { response, start };
    this.#requests.push(request);
    response.once('close', () => this.#end(request));
    if (this.#requests.length === 1) this.#begin(request);
    return true;
  }

  #begin(request: Request): void {
    const { turn } = this.#starts;
    if (this.#startedIn !== turn && this.#starts.take(this.#address)) this.#start(request);
    else this.#starts.wait(this.#address, () => this.#start(request));
  }

  #start({ start }: Request): void {
    if (!this.#socket.writable) return;
    this.#startedIn = this.#starts.turn;
    start();
  }

  #end(request: Request): void {
    const index = this.#requests.indexOf(request);
    if (index === -1) return;
    this.#requests.splice(index, 1);
    const [next] = this.#requests;
    if (!next) return;
    this.#pipelined.remove(1);
    if (this.#requests.length === 1) this.#socket.resume();
    if (index === 0) this.#begin(next);
  }
}
