import type { Resolvers } from '../../generated/resolvers.ts';
import { GatewayError } from '../../graph/errors.ts';
import { instant } from '../../graph/scalars.ts';
import { isRecord } from '../../lib/is-record.ts';
import {
  assertionIdOf,
  badgeIdOf,
  extraOfAssertion,
  extraOfBadge,
  extraOfRecord,
  extraOfSkills,
  isWholeAssertion,
  labelOf,
} from '../../platform/routes/badge.ts';
import { firstId, type RowOfUser, requiredId } from '../../platform/wire.ts';
import { checkBatchable, type RowsByUser } from './by-user.ts';
import { type Assertion, type BadgeLoaders, joinedOrganizations } from './loaders.ts';
import type { AssertedBadge } from './payloads.ts';
import { addUserInfo, assertBadge, createBadge } from './writes.ts';

type WithLoaders = { loaders: { badge: BadgeLoaders } };

async function rowsOf<Row>(userIds: readonly string[], rows: RowsByUser<Row>): Promise<RowOfUser<Row>[]> {
  checkBatchable(userIds, 'userIds');
  return (await Promise.all([...new Set(userIds)].map((userId) => rows.load(userId)))).flat();
}

/** Reads a list of names, or of objects with a `name`. */
const names = (list: readonly unknown[] | null | undefined): string[] | null | undefined =>
  list?.map((item) => {
    const name = isRecord(item) ? item.name : item;
    if (typeof name === 'string') return name;
    throw new GatewayError('UPSTREAM_BAD_RESPONSE', 'The platform returned an item without a name.');
  });

/** The assertion from the response to the write, or from the user's list if the response is only a part of it. */
async function assertion(
  { row, userId }: AssertedBadge,
  _arguments: object,
  { loaders }: WithLoaders,
): Promise<Assertion> {
  const id = requiredId(row && assertionIdOf(row));
  if (row && isWholeAssertion(row)) return { userId, row };
  const all = await loaders.badge.assertions.load(userId);
  const found = all.find((other) => assertionIdOf(other.row) === id);
  if (found) return found;
  throw new GatewayError(
    'UPSTREAM_BAD_RESPONSE',
    'The badge was asserted, but the platform does not return it.',
  );
}

export const badgeResolvers = {
  Query: {
    badgeAssertions: (_root, { userIds }, { loaders }) => rowsOf(userIds, loaders.badge.assertions),
    otherSkills: (_root, { userIds }, { loaders }) => rowsOf(userIds, loaders.badge.otherSkills),
    courseBadges: (_root, { orgIds }, { loaders }) =>
      loaders.badge.courseBadges.load(joinedOrganizations(orgIds)),
    objectiveBadges: (_root, { orgIds }, { loaders }) =>
      loaders.badge.objectiveBadges.load(joinedOrganizations(orgIds)),
    learningRecords: (_root, { orgIds }, { loaders }) =>
      loaders.badge.records.load(joinedOrganizations(orgIds)),
  },
  Mutation: {
    assertBadge: (_root, { input }, context) => assertBadge(input, context),
    createBadge: (_root, { input }, context) => createBadge(input, context),
    addUserInfo: (_root, { input }, context) => addUserInfo(input, context),
  },
  User: {
    badgeAssertions: ({ userId }, _arguments, { loaders }) => loaders.badge.assertionsOf(String(userId)),
    otherSkills: ({ userId }, _arguments, { loaders }) => loaders.badge.otherSkillsOf(String(userId)),
  },
  Candidate: {
    badgeAssertions: ({ userId }, _arguments, { loaders }) => loaders.badge.assertions.load(userId),
    otherSkills: ({ userId }, _arguments, { loaders }) => loaders.badge.otherSkills.load(userId),
  },
  BadgeAssertion: {
    id: ({ row }) => requiredId(assertionIdOf(row)),
    badge: ({ row }, _arguments, { loaders }) => loaders.badge.byId(firstId(row.badgeId)),
    badgeId: ({ row }) => firstId(row.badgeId),
    name: ({ row }) => row.name,
    type: ({ row }) => row.type,
    image: ({ row }) => row.image,
    issuerName: ({ row }) => row.issuerName,
    issuedOn: ({ row }) => instant(row.issuedOn),
    user: ({ userId }, _arguments, { loaders }) => loaders.user.linked(userId),
    badgeAssertions: ({ userId }, _arguments, { loaders }) => loaders.badge.assertionsOf(userId),
    otherSkills: ({ userId }, _arguments, { loaders }) => loaders.badge.otherSkillsOf(userId),
    lessonId: ({ row }) => firstId(row.lessonId),
    lesson: ({ row }, _arguments, { loaders }, info) =>
      loaders.course.lesson(
        { lessonId: firstId(row.lessonId), courseId: firstId(row.courseId), classId: firstId(row.classId) },
        info,
      ),
    classId: ({ row }) => firstId(row.classId),
    class: ({ row: { classId } }, _arguments, { loaders }) =>
      classId == null ? null : loaders.class.structure.load(String(classId)),
    courseId: ({ row }) => firstId(row.courseId),
    versionId: ({ row }) => firstId(row.versionId),
    extra: ({ row }) => extraOfAssertion(row),
  },
  Badge: {
    id: (badge) => requiredId(badgeIdOf(badge)),
    alignments: ({ alignments }) => labelOf(alignments),
    tags: ({ tags }) => labelOf(tags),
    courseId: ({ courseId }) => firstId(courseId),
    objectiveId: ({ objectiveId }) => firstId(objectiveId),
    versionId: ({ versionId }) => firstId(versionId),
    extra: extraOfBadge,
  },
  OtherSkills: {
    user: ({ userId }, _arguments, { loaders }) => loaders.user.linked(userId),
    badgeAssertions: ({ userId }, _arguments, { loaders }) => loaders.badge.assertionsOf(userId),
    hobbies: ({ row }) => names(row.hobbies),
    skills: ({ row }) => names(row.skills),
    extra: ({ row }) => extraOfSkills(row),
  },
  LearningRecord: {
    user: ({ userId }, _arguments, { loaders }) => loaders.user.linked(userId),
    badgeAssertions: ({ userId }, _arguments, { loaders }) => loaders.badge.assertions.load(userId),
    otherSkills: ({ userId }, _arguments, { loaders }) => loaders.badge.otherSkills.load(userId),
    badgeIds: ({ row }) => row.badgeIds?.map(String) ?? null,
    extra: ({ row }) => extraOfRecord(row),
  },
  AssertBadgePayload: { assertionId: ({ row }) => requiredId(row && assertionIdOf(row)), assertion },
  CreateBadgePayload: { badgeId: ({ badgeId }) => requiredId(badgeId) },
} satisfies Resolvers;
