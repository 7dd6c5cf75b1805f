import type { Erased, RedisErasure } from '../../events/redis/erasure.ts';
import { pauseKey, watermarkKey } from './poller/stored-keys.ts';
import { notificationTopic } from './topic.ts';

/**
 * Erases a user's notifications and the state of polling for them. While a stream of the user is open, its poller may store
 * both again.
 */
export async function eraseNotifications(store: RedisErasure, userId: string): Promise<Erased> {
  const keys = [await store.eraseValue(watermarkKey(userId)), await store.eraseValue(pauseKey(userId))];
  const erased = await store.eraseTopic(notificationTopic(userId));
  return { ...erased, keys: keys.reduce((sum, count) => sum + count, erased.keys) };
}
