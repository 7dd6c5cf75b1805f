import { costs, type FieldCosts, perParent, perResult, unshared } from '../../graph/cost.ts';
import * as routes from '../../platform/routes/bucket.ts';

export const bucketCosts: FieldCosts = {
  // The whole of it, should nothing be at the places that are asked for.
  'Query.bucket': costs(perResult(routes.readBucket)),
  'Bucket.data': costs(perParent(routes.readBucket, 'key')),
  'Mutation.createBucket': costs(unshared(routes.createBucket)),
  'Mutation.updateBucket': costs(unshared(routes.updateBucket)),
  'Mutation.deleteBucket': costs(unshared(routes.deleteBucket)),
  'Mutation.addBucketUser': costs(unshared(routes.addBucketUser)),
  'Mutation.removeBucketUser': costs(unshared(routes.removeBucketUser)),
};
