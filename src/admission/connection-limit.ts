import { hasSession, sessionKey } from './sessions.ts';

/** Connections that last, sockets and event streams together, counted by who holds them. */
export class ConnectionLimit {
  /** How many one caller may hold in this process. */
  readonly most: number;
  readonly #held = new Map<string, number>();
  readonly #onRefusal: () => void;

  constructor(most: number, onRefusal: () => void) {
    this.most = most;
    this.#onRefusal = onRefusal;
  }

  /** @returns gives the place back; null: the caller holds as many as it may. */
  take(caller: string): (() => void) | null {
    const held = this.#held.get(caller) ?? 0;
    if (held >= this.most) {
      this.#onRefusal();
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

/** Whose connection it is: a session's, whatever address it comes from, else an address's. */
export const callerOf = (authorization: string | undefined, address: string): string =>
  hasSession(authorization) ? sessionKey(authorization) : address;
