import { costs, type FieldCosts, perParent, perResult, unshared } from '../../graph/cost.ts';
import * as routes from '../../platform/routes/bucket.ts';

export const bucketCosts: FieldCosts = {
  // All data, in case none of the selected keys has a value.
  'Query.bucket': costs(perResult(routes.readBucket)),
  'Bucket.data': costs(perParent(routes.readBucket, 'key')),
  'Mutation.createBucket': costs(unshared(routes.createBucket)),
  'Mutation.updateBucket': costs(unshared(routes.updateBucket)),
  'Mutation.deleteBucket': costs(unshared(routes.deleteBucket)),
  'Mutation.addBucketUser': costs(unshared(routes.addBucketUser)),
  'Mutation.removeBucketUser': costs(unshared(routes.removeBucketUser)),
};
