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
import type { KnownAccess } from './loaders.ts';
import type { WrittenBucket } from './payloads.ts';

/** The effect of a write on the known access. Undefined: unknown. */
type AccessEffect = (known: KnownAccess | undefined) => KnownAccess | undefined;

/** The platform adds the creator. Contract: Endpoints, Buckets, PUT; Resources, Bucket. */
export const createBucket = (
  { id, public: isPublic, data, userIds }: CreateBucketInput,
  context: Context,
): Promise<WrittenBucket> =>
  write(
    routes.createBucket,
    { id, public: isPublic ?? false, data: data ?? {}, ...given({ users: userIds }) },
    context,
    () => ({
      public: isPublic ?? false,
      userIds: async () => [
        ...new Set([String((await context.loaders.user.own.load()).userId), ...(userIds ?? [])]),
      ],
    }),
  );

/** Contract: Endpoints, Buckets, POST. */
export function setBucketValue(
  { id, key, value }: SetBucketValueInput,
  context: Context,
): Promise<WrittenBucket> {
  checkKey(key, ['input', 'key']);
  if (value === undefined)
    throw badInput(['input', 'value'], 'REQUIRED', 'is required; send null to set the value to null.');
  return write(routes.updateBucket, { id, key, value }, context, (known) => known);
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
  write(
    routes.addBucketUser,
    { userId, id },
    context,
    changing((userIds) => [...new Set([...userIds, userId])]),
  );

/** Contract: Endpoints, Buckets, POST user/remove. */
export const removeBucketUser = (
  { id, userId }: RemoveBucketUserInput,
  context: Context,
): Promise<WrittenBucket> =>
  write(
    routes.removeBucketUser,
    { userId, id },
    context,
    changing((userIds) => userIds.filter((listed) => listed !== userId)),
  );

const changing =
  (change: (userIds: readonly string[]) => readonly string[]): AccessEffect =>
  (known) => ({
    public: known?.public ?? null,
    userIds: async () => {
      const before = (await known?.userIds()) ?? null;
      return before && change(before);
    },
  });

async function write<P extends Params & { id: string }>(
  route: WriteRoute<P, routes.BucketWritten>,
  params: NoInfer<P>,
  context: Context,
  effectOn: AccessEffect,
): Promise<WrittenBucket> {
  const { id } = params;
  const known = context.loaders.bucket.access.get(id);
  const { users, ...written } = await send(route, params, context);
  const after = effectOn(known);
  const isStated = written.public !== null || users !== null;
  const access = isStated
    ? {
        public: written.public ?? after?.public ?? null,
        userIds: async () => users ?? (await after?.userIds()) ?? null,
      }
    : after;
  if (access) context.loaders.bucket.access.set(id, access);
  return { bucket: { id, access }, userIds: users, ...written };
}

/** Discards the known access of the bucket first: even a failed write may have changed it. */
const send = <P extends Params & { id: string }, Result>(
  route: WriteRoute<P, Result>,
  params: NoInfer<P>,
  { platform, loaders }: Context,
): Promise<Result> =>
  platform.write(route, params).finally(() => {
    loaders.bucket.value.clear();
    loaders.bucket.access.delete(params.id);
  });
