import type { Socket } from 'node:net';

/** Requests of one address that are parsed in one turn of the event loop before its other connections wait. */
const PARSED = 500;

/**
 * Limits what the connections of one address make Node parse in one turn of the event loop. It reads every connection that
 * has data, up to 64 KB, and makes an object of each request at once: a thousand connections with 64 KB each held up all
 * others for a minute, and took the heap. Above the limit, nothing is read from the address's other connections in this
 * turn, and from one of them in each turn after it.
 */
export class ReadTurns {
  readonly #sockets = new Map<string, Set<Socket>>();
  /** Requests of the current turn, by address. */
  readonly #parsed = new Map<string, number>();
  readonly #held = new Set<Socket>();
  #isScheduled = false;

  add(address: string, socket: Socket): void {
    const sockets = this.#sockets.get(address) ?? new Set();
    this.#sockets.set(address, sockets.add(socket));
  }

  /**
   * Leaves a connection alone: it has closed, is about to, or another protocol reads it.
   * @returns whether it waits to be read.
   */
  remove(address: string, socket: Socket): boolean {
    const sockets = this.#sockets.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#sockets.delete(address);
    return this.#held.delete(socket);
  }

  /** The open connections of an address. */
  of(address: string): readonly Socket[] {
    return [...(this.#sockets.get(address) ?? [])];
  }

  /** Counts a request that has been parsed. */
  count(address: string): void {
    const parsed = (this.#parsed.get(address) ?? 0) + 1;
    this.#parsed.set(address, parsed);
    this.#schedule();
    if (parsed !== PARSED) return;
    for (const socket of this.#sockets.get(address) ?? []) {
      if (socket.isPaused()) continue;
      socket.pause();
      this.#held.add(socket);
    }
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#begin());
  }

  #begin(): void {
    this.#isScheduled = false;
    this.#parsed.clear();
    const [socket] = this.#held;
    if (!socket) return;
    this.#held.delete(socket);
    socket.resume();
    if (this.#held.size > 0) this.#schedule();
  }
}
