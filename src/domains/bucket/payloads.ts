import type { NamedBucket } from './loaders.ts';

/** A bucket that a write made or changed. */
export interface WrittenBucket {
  bucket: NamedBucket;
  public: boolean | null;
  userIds: string[] | null;
  extra: Record<string, unknown>;
}
