import { randomBytes } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import type { Coordination } from './coordination.ts';

/** Milliseconds between reads of the stored value. */
const REFRESH = 60_000;

/** A random key for hashes that the instances share: the first one that needs it stores it. */
export interface StoredKey {
  /** Rejects with LogUnavailable while the store is unreachable and the key is due to be read. */
  read(): Promise<string>;
}

/** @param life milliseconds until another key replaces it. Null: never. */
export function storedKey(
  clock: Clock,
  coordination: Coordination,
  name: string,
  life: number | null,
): StoredKey {
  let key: Promise<string> | null = null;
  /** The last one read. */
  let known: string | null = null;
  let refreshAt = Number.NEGATIVE_INFINITY;
  const readStored = async (): Promise<string> => {
    // One that lasts is stored again if the store has lost it.
    const own = (life === null && known) || randomBytes(32).toString('base64url');
    await coordination.writeValue(name, own, { ifAbsent: true, ...(life === null ? {} : { ttl: life }) });
    known = (await coordination.readValue(name)) ?? own;
    return known;
  };
  return {
    read: () => {
      const now = clock.monotonic();
      if (key && now < refreshAt) return key;
      refreshAt = now + REFRESH;
      key = readStored();
      // After a failure, read again at the next use.
      key.catch(() => {
        key = null;
      });
      return key;
    },
  };
}
