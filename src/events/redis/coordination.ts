import type { Coordination } from '../coordination.ts';
import type { RedisChannels } from './channels.ts';
import type { RedisConnection } from './connection.ts';
import { sharedKey } from './keys.ts';
import { asText } from './replies.ts';

/** Values and signals in Redis. Each has its own key, so that a cluster spreads them over its slots. */
export function redisCoordination(connection: RedisConnection, channels: RedisChannels): Coordination {
  const keyOf = (key: string): string => sharedKey(connection.prefix, 'value', key);
  const channelOf = (name: string): string => sharedKey(connection.prefix, 'signal', name);
  return {
    readValue: async (key, ttl) => {
      const reply = await connection.get(keyOf(key), ttl);
      return reply === null ? null : asText(reply);
    },
    writeValue: (key, value, options) => connection.set(keyOf(key), value, options),
    removeValue: (key) => connection.delete(keyOf(key)),
    signal: (channel, message) => connection.publish(channelOf(channel), message),
    onSignal: (channel, listener) => {
      let hasBegun = false;
      const begin = (): void => {
        if (!hasBegun) registered.onMessage(null);
      };
      // A new object per registration, so that a listener registered twice is called twice.
      const registered = {
        onMessage: (message: string | null): void => {
          hasBegun = true;
          listener(message);
        },
        onSubscribeFailure: begin,
      };
      const isSubscribed = channels.listen(channelOf(channel), registered);
      if (isSubscribed || !connection.isReady())
        queueMicrotask(() => connection.boundary.run('redis subscription', begin));
      return () => {
        hasBegun = true;
        channels.unlisten(channelOf(channel), registered);
      };
    },
  };
}
