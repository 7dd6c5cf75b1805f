import { readRoute, writeRoute } from '../route.ts';
import { open, openBeyond, reader, toFlag, value } from '../wire.ts';

/** A bucket's access as the response to a write shows it. Contract: Resources, Bucket; Responses not shown, 10. */
export interface BucketWritten {
  public: boolean | null;
  users: string[] | null;
  /** The rest of the response, without the data, which is read by key. */
  extra: Record<string, unknown>;
}

const written = reader(open.wire, (body): BucketWritten => {
  const { id: _id, data: _data, ...extra } = open(body);
  const isPublic = toFlag(extra.public);
  const users = toUsers(extra.users);
  if (isPublic !== null) delete extra.public;
  if (users !== null) delete extra.users;
  return { public: isPublic, users, extra };
});

/** User IDs from a list or, as requests may send them, a comma-separated string. */
function toUsers(sent: unknown): string[] | null {
  if (typeof sent === 'string') return sent.split(',').map((id) => id.trim());
  const isIds =
    Array.isArray(sent) && sent.every((item) => typeof item === 'string' || typeof item === 'number');
  return isIds ? sent.map(String) : null;
}

/** GET /app/v1/bucket: a bucket's data, or the value at `key`. Contract: Endpoints, Buckets. */
export const readBucket = readRoute<{ id: string; key?: string }, { value: unknown }, null>({
  absent: null,
  path: '/app/v1/bucket',
  read: value,
});

/** PUT /app/v1/bucket: creates a bucket; the platform adds the creator to `users`. Contract: Endpoints, Buckets. */
export const createBucket = writeRoute<
  { id: string; public: boolean; data: Record<string, unknown>; users?: string[] },
  BucketWritten
>({ method: 'PUT', path: '/app/v1/bucket', read: written });

/** POST /app/v1/bucket: sets the value at `key`. Contract: Endpoints, Buckets. */
export const updateBucket = writeRoute<{ id: string; key: string; value: unknown }, BucketWritten>({
  method: 'POST',
  path: '/app/v1/bucket',
  read: written,
});

/** DELETE /app/v1/bucket: the ID is sent in the body. Contract: Endpoints, Buckets. */
export const deleteBucket = writeRoute<{ id: string }, Record<string, unknown>>({
  method: 'DELETE',
  path: '/app/v1/bucket',
  read: openBeyond('id'),
});

/** POST /app/v1/bucket/user: adds a user to the access list. Contract: Endpoints, Buckets. */
export const addBucketUser = writeRoute<{ id: string; userId: string }, BucketWritten>({
  method: 'POST',
  path: '/app/v1/bucket/user',
  read: written,
});

/** POST /app/v1/bucket/user/remove: removes a user from the access list. Contract: Endpoints, Buckets. */
export const removeBucketUser = writeRoute<{ id: string; userId: string }, BucketWritten>({
  method: 'POST',
  path: '/app/v1/bucket/user/remove',
  read: written,
});
