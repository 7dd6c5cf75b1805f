import type {
  AddBucketUserInput,
  CreateBucketInput,
  DeleteBucketInput,
  DeleteBucketPayload,
  RemoveBucketUserInput,
  SetBucketValueInput,
} from '../../generated/resolvers.ts';
import { badInput } from '../../graph/errors.ts';
import { given, type Params, type WriteRoute } from '../../platform/route.ts';
import * as routes from '../../platform/routes/bucket.ts';
import type { Context } from '../context.ts';
import { checkKey } from './key.ts';
import type { WrittenBucket } from './payloads.ts';

/** Contract: Endpoints, Buckets, PUT. */
export const createBucket = (
  { id, public: isPublic, data, userIds }: CreateBucketInput,
  context: Context,
): Promise<WrittenBucket> =>
  write(
    routes.createBucket,
    { id, public: isPublic ?? false, data: data ?? {}, ...given({ users: userIds }) },
    context,
  );

/** Contract: Endpoints, Buckets, POST. */
export function setBucketValue(
  { id, key, value }: SetBucketValueInput,
  context: Context,
): Promise<WrittenBucket> {
  checkKey(key, ['input', 'key']);
  if (value === undefined)
    throw badInput(['input', 'value'], 'REQUIRED', 'is required; send null to set the value to null.');
  return write(routes.updateBucket, { id, key, value }, context);
}

/** Contract: Endpoints, Buckets, DELETE. */
export async function deleteBucket(
  { id }: DeleteBucketInput,
  context: Context,
): Promise<DeleteBucketPayload> {
  const extra = await send(routes.deleteBucket, { id }, context);
  return { deletedId: id, extra };
}

/** Contract: Endpoints, Buckets, POST user. */
export const addBucketUser = ({ id, userId }: AddBucketUserInput, context: Context): Promise<WrittenBucket> =>
  write(routes.addBucketUser, { userId, id }, context);

/** Contract: Endpoints, Buckets, POST user/remove. */
export const removeBucketUser = (
  { id, userId }: RemoveBucketUserInput,
  context: Context,
): Promise<WrittenBucket> => write(routes.removeBucketUser, { userId, id }, context);

async function write<P extends Params & { id: string }>(
  route: WriteRoute<P, routes.BucketWritten>,
  params: NoInfer<P>,
  context: Context,
): Promise<WrittenBucket> {
  const { users, ...written } = await send(route, params, context);
  return { bucket: { id: params.id }, userIds: users, ...written };
}

const send = <P extends Params, Result>(
  route: WriteRoute<P, Result>,
  params: NoInfer<P>,
  { platform, loaders }: Context,
): Promise<Result> => platform.write(route, params).finally(() => loaders.bucket.value.clear());
