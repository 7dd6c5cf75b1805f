import { oncePerKey } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { readBucket } from '../../platform/routes/bucket.ts';

/** A bucket by its ID. Its data is read on demand. */
export interface BucketReference {
  id: string;
  /** Undefined: no write of the operation has set it. */
  access?: KnownAccess | undefined;
}

/** The access to a bucket, as far as writes determine it. Null: unknown. */
export interface KnownAccess {
  public: boolean | null;
  userIds(): Promise<readonly string[] | null>;
}

/** A key of a bucket. */
interface BucketKey {
  id: string;
  /** Null: all data. */
  key: string | null;
}

/**
 * Bucket reads of one operation.
 *
 * value: key -> its value, or null if the platform responds with 404. One call per distinct key. access: bucket ID -> the access
 * that the writes so far determine.
 */
export const bucketLoaders = (platform: Platform) => ({
  value: oncePerKey(platform, ({ id, key }: BucketKey) =>
    platform.read(readBucket, { id, ...(key === null ? {} : { key }) }),
  ),
  access: new Map<string, KnownAccess>(),
});

export type BucketLoaders = ReturnType<typeof bucketLoaders>;
