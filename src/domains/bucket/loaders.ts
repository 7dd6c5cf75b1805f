import { oncePerKey } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { readBucket } from '../../platform/routes/bucket.ts';

/** A bucket is known by its id; everything else of it is read when asked for. */
export interface NamedBucket {
  id: string;
}

/** A place in a bucket; null: all of it. */
export interface Place {
  id: string;
  key: string | null;
}

/**
 * NamedBucket reads of one operation.
 *
 * at: place -> what is there, or null when the platform answers 404. One call per distinct place.
 */
export const bucketLoaders = (platform: Platform) => ({
  at: oncePerKey(
    platform,
    ({ id, key }: Place) => platform.read(readBucket, { id, ...(key === null ? {} : { key }) }),
    ({ id, key }) => JSON.stringify([id, key]),
  ),
});

export type BucketLoaders = ReturnType<typeof bucketLoaders>;
