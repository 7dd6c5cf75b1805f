import { networkOf } from './client-address.ts';

export interface UnreadOutputOptions {
  /** Maximum bytes per address. */
  perAddress: number;
  /** Maximum bytes over all addresses. */
  inAll: number;
  /** Called when output is refused. */
  onRefused(): void;
}

/**
 * Limits the responses and messages that are buffered because their clients do not read. Each connection has a limit of its own,
 * but thousands of connections together would take all memory. What the kernel has accepted does not count.
 */
export class UnreadOutput {
  readonly #options: UnreadOutputOptions;
  readonly #perAddress = new Map<string, number>();
  #inAll = 0;

  constructor(options: UnreadOutputOptions) {
    this.#options = options;
  }

  /**
   * Counts the output of a connection.
   * @param before bytes counted so far.
   * @param bytes to count instead.
   * @returns false at a limit: `before` still counts, and the connection must be closed.
   */
  change(address: string, before: number, bytes: number): boolean {
    const { perAddress, inAll, onRefused } = this.#options;
    const network = networkOf(address);
    const more = bytes - before;
    const ofAddress = (this.#perAddress.get(network) ?? 0) + more;
    if (more > 0 && (ofAddress > perAddress || this.#inAll + more > inAll)) {
      onRefused();
      return false;
    }
    this.#inAll += more;
    if (ofAddress === 0) this.#perAddress.delete(network);
    else this.#perAddress.set(network, ofAddress);
    return true;
  }
}
