import type { BucketReference } from './loaders.ts';

/** Result of a write that created or changed a bucket. */
export interface WrittenBucket {
  bucket: BucketReference;
  public: boolean | null;
  userIds: string[] | null;
  extra: Record<string, unknown>;
}
