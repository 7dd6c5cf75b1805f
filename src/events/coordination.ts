/**
 * State that instances share besides the log: small values and signals. Separate from the log because none of it is
 * ordered or belongs to a topic, and its users (token bindings, the poller, cursor keys) need no log.
 * Every method that returns a promise, except `signal`, throws LogUnavailable while the store is unreachable.
 */
export interface Coordination {
  /** The value stored under a key. Null: no value. @param ttl renews the lifetime of an existing value, in milliseconds. */
  readValue(key: string, ttl?: number): Promise<string | null>;
  writeValue(key: string, value: string, options?: ValueOptions): Promise<void>;
  removeValue(key: string): Promise<void>;

  /**
   * Publishes a message to the channel's current listeners on all instances. Not stored, not retried.
   * @returns false if it could not be sent.
   */
  signal(channel: string, message: string): Promise<boolean>;
  /**
   * Subscribes to a channel. The listener receives null whenever messages may have been missed: once the subscription has begun or
   * its first attempt has failed, which is never during the call, and after every interruption.
   * @returns unsubscribes.
   */
  onSignal(channel: string, listener: (message: string | null) => void): () => void;
}

interface ValueOptions {
  /** Time to live in milliseconds. Default: no expiry. */
  ttl?: number;
  /** Do not overwrite an existing value. */
  ifAbsent?: boolean;
}
