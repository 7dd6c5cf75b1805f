import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { AddressTotals } from '../../admission/address-totals.ts';
import type { Waiting, WorkTurns } from '../../admission/work-turns.ts';
import { stopReading } from './stop-reading.ts';

/** Bytes of a body that Node holds at most while nobody reads it. */
const READ_AHEAD = 131_072;
/** Bytes of a body that count as one more request. */
const BODY_PART = 4096;

/** The number of requests that a parsed request counts as until it starts. */
export function weightOf(headers: IncomingHttpHeaders): number {
  const length = Number(headers['content-length'] ?? (headers['transfer-encoding'] ? READ_AHEAD : 0));
  return 1 + Math.floor(Math.min(length, READ_AHEAD) / BODY_PART);
}

/** Bytes of a body that are still read after the response; a client that declares more is disconnected. */
const LONGEST_REST = 262_144;
/** Milliseconds for which chunks are still read after the response. */
const CHUNKS_REST = 100;
/** Milliseconds in which the client can read the response before it is disconnected. */
const LINGER = 1000;

/** A request and what starts it. */
interface Request {
  response: ServerResponse;
  /** The number of requests that it counts as while it waits. */
  weight: number;
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
  readonly #pipelined: AddressTotals;
  readonly #turns: WorkTurns;
  /** The first is being processed, or waits for its turn. */
  #requests: Request[] = [];
  #startedIn = -1;
  /** Node resumes the socket when it discards the rest of a request. */
  readonly #onResume = (): void => {
    if (this.#requests.length > 1 || this.#waiting) this.#socket.pause();
  };
  /** The first request, while it waits for its turn. */
  #waiting: Waiting | null = null;
  /** Whether what follows the last whole request cannot be read. */
  #isEnding = false;

  /** @param address null: a trusted proxy's. */
  constructor(socket: Socket, address: string | null, pipelined: AddressTotals, turns: WorkTurns) {
    this.#socket = socket;
    this.#address = address;
    this.#pipelined = pipelined;
    this.#turns = turns;
    socket.on('resume', this.#onResume);
  }

  /** Called when the connection has closed. */
  close(): void {
    for (const { weight } of this.#requests.slice(1)) this.#pipelined.change(this.#address, weight, 0);
    this.#requests = [];
    // It would retain everything that the connection has sent.
    if (this.#waiting) this.#waiting.start = null;
  }

  /** Called when another protocol takes over the connection. @returns whether no request is left. */
  leave(): boolean {
    if (this.#requests.length > 0) return false;
    this.#socket.off('resume', this.#onResume);
    return true;
  }

  /**
   * Whether the response to a whole request is due, or one has begun: nothing else may be written before. The client would take
   * it for the response to that request.
   */
  get isResponseDue(): boolean {
    const [first] = this.#requests;
    return first !== undefined && (first.response.req.complete || first.response.headersSent);
  }

  /** Whether the response to a whole request is due and has not begun. */
  get awaitsResponse(): boolean {
    const [first] = this.#requests;
    return first?.response.req.complete === true && !first.response.headersSent;
  }

  /** Reads nothing more, and closes the connection after the responses to the whole requests. */
  endAfterResponses(): void {
    this.#isEnding = true;
    stopReading(this.#socket);
  }

  /** Starts a request when it is its turn. @returns false if too many wait, over all connections. */
  add(response: ServerResponse, start: () => void): boolean {
    const weight = weightOf(response.req.headers);
    if (this.#requests.length > 0) {
      if (!this.#pipelined.change(this.#address, 0, weight)) return false;
      this.#socket.pause();
    }
    const request = { response, weight, start };
    this.#requests.push(request);
    // Emitted once; `once` would wrap and remove the listener.
    response.on('close', () => this.#end(request));
    if (this.#requests.length === 1) this.#begin(request);
    return true;
  }

  #begin(request: Request): void {
    const { turn } = this.#turns;
    if (this.#startedIn !== turn && this.#turns.take(this.#address)) this.#start(request);
    else {
      this.#waiting = this.#turns.wait(this.#address, () => this.#start(request));
      this.#socket.pause();
    }
  }

  #start({ start }: Request): void {
    if (this.#waiting) {
      this.#waiting = null;
      if (this.#requests.length === 1) this.#socket.resume();
    }
    if (!this.#socket.writable) return;
    this.#startedIn = this.#turns.turn;
    start();
  }

  #end(request: Request): void {
    this.#endBody(request.response.req);
    const index = this.#requests.indexOf(request);
    if (index === -1) return;
    this.#requests.splice(index, 1);
    const [next] = this.#requests;
    if (index > 0) this.#pipelined.change(this.#address, request.weight, 0);
    if (this.#isEnding && !next?.response.req.complete) {
      this.#socket.end();
      this.#disconnect();
      return;
    }
    if (!next) return;
    if (index === 0) this.#pipelined.change(this.#address, next.weight, 0);
    if (this.#requests.length === 1) this.#socket.resume();
    if (index === 0) this.#begin(next);
  }

  /** Node reads and discards the rest of a body as fast as it arrives, however long it is. */
  #endBody(request: IncomingMessage): void {
    if (request.complete) return;
    const { headers } = request;
    if (Number(headers['content-length'] ?? 0) > LONGEST_REST) this.#disconnect();
    else if (headers['transfer-encoding'] !== undefined)
      this.#turns.clock.setTimeout(() => request.complete || this.#disconnect(), CHUNKS_REST).unref();
  }

  #disconnect(): void {
    stopReading(this.#socket);
    this.#turns.clock.setTimeout(() => this.#socket.destroy(), LINGER).unref();
  }
}
