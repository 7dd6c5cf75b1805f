import type { ConnectionLimit } from './connection-limit.ts';
import type { RateLimit } from './rate-limit.ts';
import type { RefusalObserver } from './refusal-observer.ts';

export interface AddressLimitsOptions {
  /** Open connections per address. */
  open: ConnectionLimit;
  /** New connections per address and minute. Null: no limit. */
  connections: RateLimit | null;
  /** HTTP requests per address and minute, on any path. Null: no limit. */
  requests: RateLimit | null;
  observer: RefusalObserver;
}

/** New connections charged to an address whose connection is closed for a flood, which no client causes by mistake. */
const FLOOD_COST = 500;

/**
 * Limits what one address may make the HTTP server do before anything is known about its requests. Responding with a
 * refusal would cost as much as a response, so a connection over a limit is closed, and connecting again is limited.
 */
export class AddressLimits {
  readonly #options: AddressLimitsOptions;

  constructor(options: AddressLimitsOptions) {
    this.#options = options;
  }

  /** Admits a new connection. @returns a function to call when it closes, or why it must be closed. */
  connect(address: string): { release(): void } | { dropped: 'address' | 'connection-rate' } {
    const { open, connections } = this.#options;
    if (connections && connections.take(address) > 0) return { dropped: 'connection-rate' };
    const release = open.acquire(address);
    return release ? { release } : { dropped: 'address' };
  }

  /** Whether another request of this address may be processed. */
  request(address: string): boolean {
    return (this.#options.requests?.take(address) ?? 0) === 0;
  }

  /**
   * Charges an address for a connection that is closed because too much was sent over it.
   * @returns true if the address may open no more for now and its other connections should be closed.
   */
  flooded(address: string | null): boolean {
    const { connections, observer } = this.#options;
    observer.refused('flood');
    return address !== null && (connections?.take(address, FLOOD_COST) ?? 0) > 0;
  }
}
