import type { Duplex } from 'node:stream';
import type { Held } from '../../admission/held.ts';
import type { Boundary } from '../../lib/boundary.ts';
import { SMALL_INPUT } from '../http/request-body.ts';

export interface EarlyInputOptions {
  boundary: Boundary;
  held: Held;
  /** Largest message, in bytes. */
  bodyLimit: number;
}

/**
 * The input of one socket before `connection_ack`, while its client has not been admitted. Bytes count as they arrive: those of
 * a message that never ends are held until the socket closes.
 */
export class EarlyInput {
  readonly #transport: Duplex;
  readonly #count: (chunk: Buffer) => void;
  #bytes = 0;
  #release: (() => void) | null = null;

  /** @param refuse closes the socket, because too much input of its address, or of all, is arriving. */
  constructor(
    transport: Duplex,
    address: string,
    { boundary, held, bodyLimit }: EarlyInputOptions,
    refuse: () => void,
  ) {
    this.#transport = transport;
    this.#count = boundary.listener(
      'socket input',
      (chunk: Buffer) => {
        this.#bytes += chunk.length;
        if (this.#bytes <= SMALL_INPUT || this.#release) return;
        this.#release = held.acquire('bodies', address, bodyLimit);
        if (this.#release) return;
        this.end();
        refuse();
      },
      () => transport.destroy(),
    );
    transport.on('data', this.#count);
  }

  /** Ends the accounting: the client has been admitted, or the socket closed. */
  end(): void {
    this.#transport.off('data', this.#count);
    this.#release?.();
    this.#release = null;
  }
}
