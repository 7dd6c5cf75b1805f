/**
 * What instances share beside the log: small values, leases and signals. A port of its own, since none of this
 * belongs to a topic or has an order, and those who need it (token bindings, the poller, cursor keys) need no log.
 * Every promise but that of `signal` fails with LogUnavailable while the store can't be reached.
 */
export interface Coordination {
  /** The value stored under a key, or null. */
  readValue(key: string): Promise<string | null>;
  writeValue(key: string, value: string, options?: ValueOptions): Promise<void>;
  removeValue(key: string): Promise<void>;

  /**
   * Takes a lease, or renews it for the owner who has it.
   * @returns false while another owner has it.
   */
  acquireLease(name: string, owner: string, ttl: number): Promise<boolean>;
  /**
   * Renews a lease that the owner still has.
   * @returns false where it ran out or went to another owner: what it protects may have changed since.
   */
  renewLease(name: string, owner: string, ttl: number): Promise<boolean>;
  /** Gives a lease up. Does nothing where another owner has it. */
  releaseLease(name: string, owner: string): Promise<void>;

  /**
   * Sends a message to whoever listens on the channel now, on any instance. Not stored, not repeated.
   * @returns false where it could not be sent.
   */
  signal(channel: string, message: string): Promise<boolean>;
  /**
   * Listens on a channel. The listener gets null instead of a message each time that messages may have been missed:
   * on a store reached over a network once the subscription begins, and after each interruption.
   * @returns ends the subscription.
   */
  onSignal(channel: string, listener: (message: string | null) => void): () => void;
}

export interface ValueOptions {
  /** Milliseconds to keep the value for. Default: for ever. */
  ttl?: number;
  /** Leave a value that is there already as it is. */
  ifAbsent?: boolean;
}
