import { networkOf } from './client-address.ts';

export interface AddressTotalsOptions {
  /** Maximum per address. */
  perAddress: number;
  /** Maximum over all addresses. */
  inAll: number;
  /** Called at a limit. */
  onRefused(): void;
}

/**
 * Limits what clients make the process hold, per address and over all addresses: incoming input, unread output and waiting
 * requests. Each connection has its own limit, but thousands of connections together could exhaust the memory.
 */
export class AddressTotals {
  readonly #options: AddressTotalsOptions;
  readonly #perAddress = new Map<string, number>();
  #inAll = 0;

  constructor(options: AddressTotalsOptions) {
    this.#options = options;
  }

  /**
   * Changes what something counts as.
   * @param address null for a trusted proxy: it has many clients, so only the limit over all addresses applies.
   * @param before the amount counted so far.
   * @param amount to count instead.
   * @returns false at a limit: `before` still counts.
   */
  change(address: string | null, before: number, amount: number): boolean {
    const { perAddress, inAll, onRefused } = this.#options;
    const network = address === null ? null : networkOf(address);
    const more = amount - before;
    const ofAddress = network === null ? 0 : (this.#perAddress.get(network) ?? 0) + more;
    if (more > 0 && (ofAddress > perAddress || this.#inAll + more > inAll)) {
      onRefused();
      return false;
    }
    this.#inAll += more;
    if (network === null) return true;
    if (ofAddress === 0) this.#perAddress.delete(network);
    else this.#perAddress.set(network, ofAddress);
    return true;
  }

  /** Counts an amount until it is released. @returns the release function, or null at a limit. */
  acquire(address: string, amount: number): (() => void) | null {
    return this.change(address, 0, amount) ? () => void this.change(address, amount, 0) : null;
  }
}
