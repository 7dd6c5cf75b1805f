import { ConnectionLimit } from './connection-limit.ts';

export interface PendingInputOptions {
  /** Maximum bytes per address. */
  perAddress: number;
  /** Maximum bytes over all addresses. */
  inAll: number;
  /** Called when input is refused. */
  onRefused(): void;
}

/** Bytes of a request body or of a socket's first messages that count as nothing: the number of connections limits those. */
export const SMALL_INPUT = 4096;

/**
 * Limits the bytes that are arriving and cannot be processed yet: request bodies, and messages before `connection_ack`. A
 * client may take its time to send them.
 */
export class PendingInput {
  readonly #perAddress: ConnectionLimit;
  readonly #inAll: number;
  readonly #onRefused: () => void;
  #held = 0;

  constructor({ perAddress, inAll, onRefused }: PendingInputOptions) {
    this.#perAddress = new ConnectionLimit(perAddress, onRefused);
    this.#inAll = inAll;
    this.#onRefused = onRefused;
  }

  /** Adds bytes. @returns the release function, or null when a limit is reached. */
  acquire(address: string, bytes: number): (() => void) | null {
    if (this.#held + bytes > this.#inAll) {
      this.#onRefused();
      return null;
    }
    const release = this.#perAddress.acquire(address, bytes);
    if (!release) return null;
    this.#held += bytes;
    return () => {
      this.#held -= bytes;
      release();
    };
  }
}
