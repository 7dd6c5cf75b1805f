import type { Socket } from 'node:net';
import type { Waiting, WorkTurns } from '../../admission/work-turns.ts';

/** What one address may make Node parse in one turn of the event loop, in requests, before its connections wait. */
const PARSED = 500;
/** The same over all addresses. */
const PARSED_IN_ALL = 4 * PARSED;
/** Requests of one address that may wait for their turn before its connections wait. */
const WAITING = 100;
/** The same over all addresses. */
const WAITING_IN_ALL = 10 * WAITING;

/**
 * Limits what the connections of one address make Node parse in one turn of the event loop. It reads every connection that
 * has data, up to 64 KB, and makes an object of each request at once: a thousand connections with 64 KB each held up all
 * others for a minute, and took the heap. Above a limit, nothing more is read from the address's connections until it is
 * their turn. The same happens while many of its requests wait: what has been read of their bodies takes memory. An attack
 * from many addresses makes the connections of all wait; each address has its own turns.
 */
export class ReadTurns {
  readonly #turns: WorkTurns;
  readonly #sockets = new Map<string, Set<Socket>>();
  /** How much was parsed in the current turn, by address. */
  readonly #parsed = new Map<string, number>();
  #parsedInAll = 0;
  readonly #held = new Map<Socket, Waiting>();
  #isScheduled = false;

  constructor(turns: WorkTurns) {
    this.#turns = turns;
  }

  add(address: string, socket: Socket): void {
    const sockets = this.#sockets.get(address) ?? new Set();
    this.#sockets.set(address, sockets.add(socket));
  }

  /** Reads a new connection for the first time: now, or when it is its turn. */
  begin(address: string, socket: Socket): void {
    if (!this.#sockets.get(address)?.has(socket)) return;
    if (this.#turns.waitingOf(address) > 0) this.#hold(address, socket);
    else socket.resume();
  }

  /**
   * Releases a connection: it has closed, is about to close, or another protocol reads it.
   * @returns whether it waits to be read.
   */
  remove(address: string, socket: Socket): boolean {
    const sockets = this.#sockets.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#sockets.delete(address);
    const turn = this.#held.get(socket);
    if (turn) turn.start = null;
    return this.#held.delete(socket);
  }

  /** The open connections of an address. */
  of(address: string): readonly Socket[] {
    return [...(this.#sockets.get(address) ?? [])];
  }

  /** Counts parsed input. @param amount in requests. */
  count(address: string, amount: number): void {
    const before = this.#parsed.get(address) ?? 0;
    const inAll = this.#parsedInAll;
    this.#parsed.set(address, before + amount);
    this.#parsedInAll += amount;
    this.#schedule();
    const waiting = this.#turns.waitingOf(address);
    const { waitingInAll } = this.#turns;
    if (reaches(PARSED_IN_ALL, inAll, this.#parsedInAll) || isMultiple(waitingInAll, WAITING_IN_ALL))
      for (const other of this.#sockets.keys()) this.#holdAll(other);
    else if (reaches(PARSED, before, before + amount) || isMultiple(waiting, WAITING)) this.#holdAll(address);
  }

  #holdAll(address: string): void {
    for (const socket of this.#sockets.get(address) ?? [])
      if (!socket.isPaused()) this.#hold(address, socket);
  }

  #hold(address: string, socket: Socket): void {
    socket.pause();
    if (this.#held.has(socket)) return;
    const read = (): void => {
      this.#held.delete(socket);
      socket.resume();
    };
    this.#held.set(socket, this.#turns.waitToRead(address, read));
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#turns.clock.setImmediate(() => {
      this.#isScheduled = false;
      this.#parsed.clear();
      this.#parsedInAll = 0;
    });
  }
}

const reaches = (limit: number, before: number, after: number): boolean => before < limit && after >= limit;

/** Whether to make connections wait once more: some of those that were read meanwhile had nothing to read. */
const isMultiple = (waiting: number, limit: number): boolean => waiting > 0 && waiting % limit === 0;
