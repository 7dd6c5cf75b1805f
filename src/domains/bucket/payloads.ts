import type { NamedBucket } from './loaders.ts';

/** A bucket that a write made or changed. */
export interface WrittenBucket {
  bucket: NamedBucket;
  extra: Record<string, unknown>;
}
