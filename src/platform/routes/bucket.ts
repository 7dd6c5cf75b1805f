import { Type } from 'typebox';
import { readRoute, writeRoute } from '../route.ts';
import { toFlag, toIds } from '../values.ts';
import { accepted, anything, found, id, maybe, noun, reader, textOrFlag, value } from '../wire.ts';

/** A bucket's access as the response to a write shows it. Contract: Resources, Bucket; Responses not shown, 10. */
export interface BucketWritten {
  public: boolean | null;
  users: string[] | null;
  /** The rest of the response, without the data, which is read by key. */
  extra: Record<string, unknown>;
}

const bucketRow = Type.Object({ id: maybe(id), public: textOrFlag, data: anything, users: anything });
const foundBucket = found(noun(bucketRow, ['bucket', 'buckets'], ['id'], ['public', 'users']));

const written = reader(foundBucket.wire, (body, reading): BucketWritten => {
  const { row, extra: beside } = foundBucket(body, reading);
  const { id: _id, data: _data, ...extra } = { ...beside, ...row };
  const isPublic = toFlag(extra.public);
  const users = toIds(extra.users);
  if (isPublic !== null) delete extra.public;
  if (users !== null) delete extra.users;
  return { public: isPublic, users, extra };
});

/** GET /app/v1/bucket: a bucket's data, or the value at `key`. Contract: Endpoints, Buckets. */
export const readBucket = readRoute<{ id: string; key?: string }>().at('/app/v1/bucket', value, {
  absent: null,
});

/** PUT /app/v1/bucket: creates a bucket; the platform adds the creator to `users`. Contract: Endpoints, Buckets. */
export const createBucket = writeRoute<{
  id: string;
  public: boolean;
  data: Record<string, unknown>;
  users?: string[];
}>().at('PUT', '/app/v1/bucket', written);

/** POST /app/v1/bucket: sets the value at `key`. Contract: Endpoints, Buckets. */
export const updateBucket = writeRoute<{ id: string; key: string; value: unknown }>().at(
  'POST',
  '/app/v1/bucket',
  written,
);

/** DELETE /app/v1/bucket: the ID is sent in the body. Contract: Endpoints, Buckets. */
export const deleteBucket = writeRoute<{ id: string }>().at('DELETE', '/app/v1/bucket', accepted('id'));

/** POST /app/v1/bucket/user: adds a user to the access list. Contract: Endpoints, Buckets. */
export const addBucketUser = writeRoute<{ id: string; userId: string }>().at(
  'POST',
  '/app/v1/bucket/user',
  written,
);

/** POST /app/v1/bucket/user/remove: removes a user from the access list. Contract: Endpoints, Buckets. */
export const removeBucketUser = writeRoute<{ id: string; userId: string }>().at(
  'POST',
  '/app/v1/bucket/user/remove',
  written,
);
