import type { AddUserInfoInput, AssertBadgeInput, CreateBadgeInput } from '../../generated/resolvers.ts';
import { badInput } from '../../graph/errors.ts';
import { dayOrInstant } from '../../graph/scalars.ts';
import { given } from '../../platform/route.ts';
import * as routes from '../../platform/routes/badge.ts';
import type { Context } from '../context.ts';
import type { AssertedBadge, CreatedBadge, UserWithInfo } from './payloads.ts';

/** Contract: Endpoints, AI plugin routes; Resources, Badge assertion. */
export async function assertBadge(
  { issuedOn, lessonId, classId, versionId, ...required }: AssertBadgeInput,
  { platform, loaders }: Context,
): Promise<AssertedBadge> {
  const found = await platform
    .write(routes.assertBadge, {
      ...required,
      issuedOn: dayOrInstant(issuedOn),
      ...given({ lessonId, classId, versionId }),
    })
    .finally(() => loaders.badge.clearAssertions());
  return { ...found, userId: required.userId };
}

/** The body that creates a badge. */
export const sentBadge = ({ description, alignments, tags, ...required }: CreateBadgeInput) => ({
  ...required,
  ...given({ description, alignments, tags }),
});

/** Fields missing from the response are filled in from the input. Contract: Endpoints, AI plugin routes. */
export async function createBadge(
  input: CreateBadgeInput,
  { platform, loaders }: Context,
): Promise<CreatedBadge> {
  const sent = sentBadge(input);
  const { row, extra } = await platform
    .write(routes.createBadge, sent)
    .finally(() => loaders.badge.clearBadges());
  return { badgeId: row && routes.badgeIdOf(row), badge: { ...sent, ...row }, extra };
}

/** Contract: Endpoints, AI plugin routes. */
export async function addUserInfo(
  { userId, additionalInfo }: AddUserInfoInput,
  { platform, loaders }: Context,
): Promise<UserWithInfo> {
  if (additionalInfo.length === 0)
    throw badInput(['input', 'additionalInfo'], 'REQUIRED', 'must contain at least one item.');
  const items = additionalInfo.map(({ title, description }) => ({ title, description }));
  const extra = await platform
    .write(routes.addInfo, { userId, additionalInfo: items })
    .finally(() => loaders.badge.records.clear());
  return { userId, extra };
}
