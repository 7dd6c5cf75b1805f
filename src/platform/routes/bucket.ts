import { readRoute, writeRoute } from '../route.ts';
import { open, value } from '../wire.ts';

/** GET /app/v1/bucket: a bucket's data, or what is at `key` in it. Contract: Endpoints, Buckets. */
export const readBucket = readRoute<{ id: string; key?: string }, { value: unknown }>({
  path: '/app/v1/bucket',
  read: value,
});

/** PUT /app/v1/bucket: creates a bucket; the creator joins `users` by itself. Contract: Endpoints, Buckets. */
export const createBucket = writeRoute<
  { id: string; public: boolean; data: Record<string, unknown>; users?: string[] },
  Record<string, unknown>
>({ method: 'PUT', path: '/app/v1/bucket', read: open });

/** POST /app/v1/bucket: puts a value at a place. Contract: Endpoints, Buckets. */
export const updateBucket = writeRoute<{ id: string; key: string; value: unknown }, Record<string, unknown>>({
  method: 'POST',
  path: '/app/v1/bucket',
  read: open,
});

/** DELETE /app/v1/bucket: the id goes in the body. Contract: Endpoints, Buckets. */
export const deleteBucket = writeRoute<{ id: string }, Record<string, unknown>>({
  method: 'DELETE',
  path: '/app/v1/bucket',
  read: open,
});

/** POST /app/v1/bucket/user: adds a user to the access list. Contract: Endpoints, Buckets. */
export const addBucketUser = writeRoute<{ id: string; userId: string }, Record<string, unknown>>({
  method: 'POST',
  path: '/app/v1/bucket/user',
  read: open,
});

/** POST /app/v1/bucket/user/remove: removes a user from the access list. Contract: Endpoints, Buckets. */
export const removeBucketUser = writeRoute<{ id: string; userId: string }, Record<string, unknown>>({
  method: 'POST',
  path: '/app/v1/bucket/user/remove',
  read: open,
});
