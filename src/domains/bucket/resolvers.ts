import type { GraphQLResolveInfo } from 'graphql';
import type { Resolvers } from '../../generated/resolvers.ts';
import { isWithinLength } from '../../graph/argument-rules.ts';
import { calls, once, perParent, perResult, write } from '../../graph/cost.ts';
import { type Repeat, repeatable } from '../../graph/repeatable.ts';
import { fieldsBelow, textArgument } from '../../graph/selection.ts';
import * as routes from '../../platform/routes/bucket.ts';
import { readOwnProfile } from '../../platform/routes/user.ts';
import { checkKey, isKey } from './key.ts';
import type { BucketLoaders, BucketReference } from './loaders.ts';
import type { WrittenBucket } from './payloads.ts';
import { addBucketUser, createBucket, deleteBucket, removeBucketUser, setBucketValue } from './writes.ts';

/**
 * Checks that a bucket exists by reading a key that the operation selects anyway. Reads the whole bucket only if that key
 * has no value.
 */
async function findBucket(
  id: string,
  loaders: BucketLoaders,
  info: GraphQLResolveInfo,
): Promise<BucketReference | null> {
  const selected = [...selectedKeys(info)];
  const [key = null, ...others] = selected.filter((candidate) => candidate === null || isReadable(candidate));
  // No selected key is valid: their fields report it, and no call is made.
  if (selected.length > 0 && key === null && !selected.includes(null)) return { id };
  // Errors are reported by the fields that select these keys.
  for (const other of others) loaders.value.load({ id, key: other }).catch(() => {});
  const found = await loaders.value.load({ id, key });
  if (found || key === null) return found && { id };
  return (await loaders.value.load({ id, key: null })) && { id };
}

/** Distinct keys that the operation selects of a bucket. Null: all data. Empty: it selects no data. */
function selectedKeys(info: GraphQLResolveInfo): Set<string | null> {
  const keys = new Set<string | null>();
  for (const field of fieldsBelow(info)) {
    if (field.name.value === 'data') keys.add(textArgument(field, 'key', info));
  }
  return keys;
}

/** Whether a key is valid for the field that selects it. */
const isReadable = (key: string): boolean => isKey(key) && isWithinLength(key);

/** No route returns the access to a bucket. */
const writtenBefore: Repeat<{ id: string }, WrittenBucket> = {
  record: ({ public: isPublic }) => ({ public: isPublic }),
  again: (recorded, { id }) => {
    const isPublic = typeof recorded.public === 'boolean' ? recorded.public : null;
    const access = { public: isPublic, userIds: async () => null };
    return { bucket: { id, access }, public: isPublic, userIds: null, extra: {} };
  },
};

export const bucketResolvers = {
  Query: {
    // All data, in case none of the selected keys has a value.
    bucket: calls(perResult(routes.readBucket), (_root, { id }, { loaders }, info) =>
      findBucket(id, loaders.bucket, info),
    ),
  },
  Mutation: {
    createBucket: repeatable(write(routes.createBucket, createBucket), writtenBefore),
    setBucketValue: repeatable(write(routes.updateBucket, setBucketValue), writtenBefore),
    deleteBucket: repeatable(write(routes.deleteBucket, deleteBucket), {
      again: (_recorded, { id }) => ({ deletedId: id, extra: {} }),
    }),
    addBucketUser: repeatable(write(routes.addBucketUser, addBucketUser), writtenBefore),
    removeBucketUser: repeatable(write(routes.removeBucketUser, removeBucketUser), writtenBefore),
  },
  Bucket: {
    data: calls(perParent(routes.readBucket, 'key'), async ({ id }, { key }, { loaders }) => {
      if (key != null) checkKey(key, ['key']);
      return (await loaders.bucket.value.load({ id, key: key ?? null }))?.value ?? null;
    }),
  },
  // That of a new bucket may require the creator's ID.
  BucketAccess: { userIds: calls(once(readOwnProfile), ({ userIds }, _arguments, _context) => userIds()) },
} satisfies Resolvers;
