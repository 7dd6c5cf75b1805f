import type { RedisErasure } from '../events/redis/erasure.ts';
import { writesTopic } from '../events/redis/write-records.ts';
import { unsealed } from '../events/seals.ts';
import { CALLER, CALLER_KEY, userHash } from './caller-identities.ts';

/** Erases the records of a user's writes under idempotency keys, and whose tokens were the user's. @returns the number of erased keys. */
export async function eraseKeyedWrites(store: RedisErasure, userId: string): Promise<number> {
  let erased = 0;
  for await (const { value: key } of store.values(CALLER_KEY)) {
    const caller = userHash(key, userId);
    erased += (await store.eraseTopic(writesTopic(caller))).keys;
    for await (const { name, value } of store.values(CALLER))
      if (unsealed(value) === caller) erased += await store.eraseValue(name);
  }
  return erased;
}
