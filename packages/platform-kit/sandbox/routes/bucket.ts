import { forAppUsers } from '../callers.ts';
import { refuseUnsafeKeys, segmentsOf, setAt, valueAt } from '../dotted-key.ts';
import { conflict, forbidden, found, notFound, tooLarge } from '../refusal.ts';
import type { Bucket } from '../school.ts';
import type { AppData, State } from '../state.ts';
import { listOf } from '../values.ts';

/** Contract: Endpoints, Buckets. A bucket belongs to the app whose token created it. */
export const bucketHandlers = (state: State) =>
  forAppUsers(state, {
    readBucket: ({ user, data: { buckets }, values: { id, key } }) => {
      const bucket = found(buckets.get(id), 'bucket');
      if (!bucket.public && !bucket.users.includes(user.userId)) throw forbidden('this bucket is not public');
      const value = key === undefined ? bucket.data : valueAt(bucket.data, segmentsOf(key));
      return value ?? null;
    },

    createBucket: ({ user, data: kept, values: { id, data = {}, ...values } }) => {
      if (kept.buckets.has(id)) throw conflict('this app already has a bucket with this ID');
      const users = listOf(values.users ?? []);
      for (const userId of users) found(state.users.get(userId), 'user');
      refuseUnsafeKeys(data);
      const bucket: Bucket = {
        id,
        public: values.public ?? false,
        data,
        users: [...new Set([user.userId, ...users])],
      };
      store(state, kept, bucket);
      return bucket;
    },

    updateBucket: ({ user, data: kept, values: { id, key, value } }) => {
      const bucket = ownBucket(kept, id, user.userId);
      const segments = segmentsOf(key);
      refuseUnsafeKeys(value);
      const data = structuredClone(bucket.data);
      setAt(data, segments, value);
      const changed = { ...bucket, data };
      store(state, kept, changed);
      return changed;
    },

    deleteBucket: ({ user, data: kept, values: { id } }) => {
      ownBucket(kept, id, user.userId);
      kept.buckets.delete(id);
      return { id, deleted: true };
    },

    addBucketUser: ({ user, data, values }) => {
      const bucket = ownBucket(data, values.id, user.userId);
      const { userId } = found(state.users.get(values.userId), 'user');
      if (!bucket.users.includes(userId)) bucket.users.push(userId);
      return bucket;
    },

    removeBucketUser: ({ user, data, values }) => {
      const bucket = ownBucket(data, values.id, user.userId);
      const { userId } = values;
      if (!bucket.users.includes(userId)) throw notFound('this user is not on the access list');
      if (bucket.users.length === 1)
        throw conflict('the last user cannot be removed; delete the bucket instead');
      bucket.users = bucket.users.filter((listed) => listed !== userId);
      return bucket;
    },
  });

/** A bucket that the caller may change: only users on its access list may. Contract: Buckets, Rules. */
function ownBucket({ buckets }: AppData, id: string, userId: string): Bucket {
  const bucket = found(buckets.get(id), 'bucket');
  if (!bucket.users.includes(userId)) throw forbidden('only users on the access list may change a bucket');
  return bucket;
}

/** Stores a new or changed bucket if the app's storage has room for it. Contract: Limits, Number of buckets. */
function store(state: State, { buckets }: AppData, bucket: Bucket): void {
  const others = [...buckets.values()].filter(({ id }) => id !== bucket.id);
  const size = [...others, bucket].reduce((total, { data }) => total + sizeOf(data), 0);
  if (size > state.bucketStorage) throw tooLarge("the app's bucket storage is full");
  buckets.set(bucket.id, bucket);
}

function sizeOf(data: unknown): number {
  return Buffer.byteLength(JSON.stringify(data));
}
