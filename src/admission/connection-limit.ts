import { hasSession, sessionKey } from './sessions.ts';

/** Limits what one caller has open in this process: connections, sockets and event streams, or subscriptions. */
export class ConnectionLimit {
  readonly maximum: number;
  readonly #held = new Map<string, number>();
  readonly #onRefused: () => void;

  constructor(maximum: number, onRefused: () => void = () => {}) {
    this.maximum = maximum;
    this.#onRefused = onRefused;
  }

  /** Adds one. @returns the release function, or null when the limit is reached. */
  acquire(caller: string): (() => void) | null {
    const held = this.#held.get(caller) ?? 0;
    if (held >= this.maximum) {
      this.#onRefused();
      return null;
    }
    this.#held.set(caller, held + 1);
    return () => {
      const left = (this.#held.get(caller) ?? 1) - 1;
      if (left === 0) this.#held.delete(caller);
      else this.#held.set(caller, left);
    };
  }
}

/** The caller that a connection counts against: its session from any address, else its address. */
export const callerOf = (authorization: string | undefined, address: string): string =>
  hasSession(authorization) ? sessionKey(authorization) : address;
