import type { Coordination, ValueOptions } from '../coordination.ts';
import { LogUnavailable } from '../log.ts';
import type { RedisChannels } from './channels.ts';
import type { RedisConnection } from './connection.ts';
import { sharedKey } from './keys.ts';
import { asText } from './replies.ts';

/** Values and signals in Redis. Each has its own key, so that a cluster spreads them over its slots. */
export class RedisCoordination implements Coordination {
  readonly #connection: RedisConnection;
  readonly #channels: RedisChannels;
  readonly #prefix: string;

  constructor(connection: RedisConnection, channels: RedisChannels, prefix: string) {
    this.#connection = connection;
    this.#channels = channels;
    this.#prefix = prefix;
  }

  async readValue(key: string, ttl?: number): Promise<string | null> {
    const reply = await this.#connection.get(sharedKey(this.#prefix, 'value', key), ttl);
    return reply === null ? null : asText(reply);
  }

  writeValue(key: string, value: string, options: ValueOptions = {}): Promise<void> {
    return this.#connection.set(sharedKey(this.#prefix, 'value', key), value, options);
  }

  removeValue(key: string): Promise<void> {
    return this.#connection.delete(sharedKey(this.#prefix, 'value', key));
  }

  async signal(channel: string, message: string): Promise<boolean> {
    try {
      await this.#connection.publish(sharedKey(this.#prefix, 'signal', channel), message);
      return true;
    } catch (error) {
      if (error instanceof LogUnavailable) return false;
      throw error;
    }
  }

  onSignal(channel: string, listener: (message: string | null) => void): () => void {
    const name = sharedKey(this.#prefix, 'signal', channel);
    // A new object per registration, so that a listener registered twice is called twice.
    const registered = { onMessage: listener };
    this.#channels.listen(name, registered);
    return () => this.#channels.unlisten(name, registered);
  }
}
