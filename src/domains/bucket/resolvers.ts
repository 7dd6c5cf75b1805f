import type { GraphQLResolveInfo } from 'graphql';
import type { Resolvers } from '../../generated/resolvers.ts';
import { checkKey, isKey } from './key.ts';
import type { BucketLoaders, NamedBucket } from './loaders.ts';
import { keysAskedForBelow } from './selected-keys.ts';
import { addBucketUser, createBucket, deleteBucket, removeBucketUser, updateBucket } from './writes.ts';

/**
 * Whether there is such a bucket is told by a read that the operation makes anyway: of a place that it asks for. Only
 * where nothing is at that place, the whole bucket is asked for as well.
 */
async function findBucket(
  id: string,
  loaders: BucketLoaders,
  info: GraphQLResolveInfo,
): Promise<NamedBucket | null> {
  const asked = [...keysAskedForBelow(info)];
  const [key = null, ...others] = asked.filter((candidate) => candidate === null || isKey(candidate));
  // No key that was asked for can be read: each of those fields says so, and no call is made.
  if (asked.length > 0 && key === null && !asked.includes(null)) return { id };
  // Their outcome is told by the fields that asked for them.
  for (const other of others) loaders.at.load({ id, key: other }).catch(() => {});
  const there = await loaders.at.load({ id, key });
  if (there || key === null) return there && { id };
  return (await loaders.at.load({ id, key: null })) && { id };
}

export const bucketResolvers = {
  Query: {
    bucket: (_root, { id }, { loaders }, info) => findBucket(id, loaders.bucket, info),
  },
  Mutation: {
    createBucket: (_root, { input }, context) => createBucket(input, context),
    updateBucket: (_root, { input }, context) => updateBucket(input, context),
    deleteBucket: (_root, { input }, context) => deleteBucket(input, context),
    addBucketUser: (_root, { input }, context) => addBucketUser(input, context),
    removeBucketUser: (_root, { input }, context) => removeBucketUser(input, context),
  },
  Bucket: {
    data: async ({ id }, { key }, { loaders }) => {
      if (key != null) checkKey(key, 'key');
      return (await loaders.bucket.at.load({ id, key: key ?? null }))?.value ?? null;
    },
  },
} satisfies Resolvers;
