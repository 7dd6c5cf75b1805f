import { JsonObject } from '../../contract/resources.ts';
import { appOf, callerOf } from '../credential.ts';
import { refuseUnsafeKeys, segmentsOf, setAt, valueAt } from '../dotted-key.ts';
import { conflict, forbidden, notFound, tooLarge } from '../refusal.ts';
import type { Handlers } from '../route-env.ts';
import type { Bucket } from '../school/bucket.ts';
import type { AppData, State } from '../state.ts';

/** Contract: Endpoints, Buckets. A bucket belongs to the app whose token created it. */
export const bucketHandlers = (state: State) =>
  ({
    readBucket: (c) => {
      const { user, session } = callerOf(c, state);
      const { values } = c.var;
      const bucket = findBucket(appOf(state, session).data, values.text('id'));
      if (!bucket.public && !bucket.users.includes(user.userId)) throw forbidden('this bucket is not public');
      const key = values.optionalText('key');
      const found = key === undefined ? bucket.data : valueAt(bucket.data, segmentsOf(key));
      return c.json(found ?? null);
    },

    createBucket: (c) => {
      const { user, session } = callerOf(c, state);
      const { data: kept } = appOf(state, session);
      const { values } = c.var;
      const id = values.text('id');
      if (kept.buckets.has(id)) throw conflict('this app already has a bucket with this ID');
      const users = values.optionalList('users') ?? [];
      for (const userId of users) mustExist(state, userId);
      const data = values.optional('data', JsonObject) ?? {};
      refuseUnsafeKeys(data);
      const bucket: Bucket = {
        id,
        public: values.optionalBoolean('public') ?? false,
        data,
        users: [...new Set([user.userId, ...users])],
      };
      store(state, kept, bucket);
      return c.json(bucket);
    },

    updateBucket: (c) => {
      const { user, session } = callerOf(c, state);
      const { data: kept } = appOf(state, session);
      const { values } = c.var;
      const bucket = ownBucket(kept, values.text('id'), user.userId);
      const segments = segmentsOf(values.text('key'));
      const value = values.raw('value');
      refuseUnsafeKeys(value);
      const data = structuredClone(bucket.data);
      setAt(data, segments, value);
      const changed = { ...bucket, data };
      store(state, kept, changed);
      return c.json(changed);
    },

    deleteBucket: (c) => {
      const { user, session } = callerOf(c, state);
      const { data: kept } = appOf(state, session);
      const bucket = ownBucket(kept, c.var.values.text('id'), user.userId);
      kept.buckets.delete(bucket.id);
      return c.json({ id: bucket.id, deleted: true });
    },

    addBucketUser: (c) => {
      const { user, session } = callerOf(c, state);
      const { values } = c.var;
      const bucket = ownBucket(appOf(state, session).data, values.text('id'), user.userId);
      const userId = values.text('userId');
      mustExist(state, userId);
      if (!bucket.users.includes(userId)) bucket.users.push(userId);
      return c.json(bucket);
    },

    removeBucketUser: (c) => {
      const { user, session } = callerOf(c, state);
      const { values } = c.var;
      const bucket = ownBucket(appOf(state, session).data, values.text('id'), user.userId);
      const userId = values.text('userId');
      if (!bucket.users.includes(userId)) throw notFound('this user is not on the access list');
      if (bucket.users.length === 1)
        throw conflict('the last user cannot be removed; delete the bucket instead');
      bucket.users = bucket.users.filter((listed) => listed !== userId);
      return c.json(bucket);
    },
  }) satisfies Handlers;

function findBucket({ buckets }: AppData, id: string): Bucket {
  const bucket = buckets.get(id);
  if (!bucket) throw notFound('bucket not found');
  return bucket;
}

/** A bucket that the caller may change: only users on its access list may. Contract: Buckets, Rules. */
function ownBucket(kept: AppData, id: string, userId: string): Bucket {
  const bucket = findBucket(kept, id);
  if (!bucket.users.includes(userId)) throw forbidden('only users on the access list may change a bucket');
  return bucket;
}

function mustExist(state: State, userId: string): void {
  if (!state.users.has(userId)) throw notFound('user not found');
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
