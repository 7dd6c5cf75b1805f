import type { Resolvers } from '../../generated/resolvers.ts';
import { GatewayError } from '../../graph/errors.ts';
import { isRecord } from '../../graph/is-record.ts';
import { instant } from '../../graph/scalars.ts';
import { given } from '../../platform/route.ts';
import {
  type AssertionRow,
  assertionIdOf,
  type BadgeRow,
  badgeIdOf,
  extraOfAssertion,
  extraOfBadge,
  extraOfRecord,
  extraOfSkills,
  labelOf,
} from '../../platform/routes/badge.ts';
import { firstId } from '../../platform/wire.ts';
import { checkBatchable, type OfUser, type RowsByUser } from './by-user.ts';
import { type Assertion, type BadgeLoaders, joinedOrganizations, type KnownBadge } from './loaders.ts';
import type { AssertedBadge } from './payloads.ts';
import { addUserInfo, assertBadge, createBadge } from './writes.ts';

type WithLoaders = { loaders: { badge: BadgeLoaders } };

async function rowsOf<Row>(userIds: readonly string[], rows: RowsByUser<Row>): Promise<OfUser<Row>[]> {
  for (const userId of userIds) checkBatchable(userId, 'userIds');
  return (await Promise.all([...new Set(userIds)].map((userId) => rows.load(userId)))).flat();
}

/** Resolves a field from the row. A partial badge falls back to the lists of badges. */
const detail =
  <Field extends keyof BadgeRow>(field: Field) =>
  async ({ row, partial }: KnownBadge, _arguments: object, { loaders }: WithLoaders) =>
    row[field] !== undefined || !partial
      ? row[field]
      : (await loaders.badge.details(badgeIdOf(row)))?.[field];

const labelDetail =
  (field: 'alignments' | 'tags') => async (badge: KnownBadge, args: object, context: WithLoaders) =>
    labelOf(await detail(field)(badge, args, context));

const idDetail =
  (field: 'courseId' | 'objectiveId' | 'versionId') =>
  async (badge: KnownBadge, args: object, context: WithLoaders) =>
    firstId(await detail(field)(badge, args, context));

/** Reads a list of names, or of objects with a `name`. */
const names = (list: readonly unknown[] | null | undefined): string[] | null | undefined =>
  list?.map((item) => {
    const name = isRecord(item) ? item.name : item;
    if (typeof name === 'string') return name;
    throw new GatewayError('UPSTREAM_BAD_RESPONSE', 'The platform returned an item without a name.');
  });

/** The assertion from the response to the write, or read again if the response contains only its ID. */
async function assertion(
  { row, userId }: AssertedBadge,
  _arguments: object,
  { loaders }: WithLoaders,
): Promise<Assertion | null> {
  if (!row) return null;
  if (row.badgeId !== undefined) return { userId, row };
  const all = await loaders.badge.assertions.load(userId);
  return all.find((other) => assertionIdOf(other.row) === assertionIdOf(row)) ?? { userId, row };
}

/** The fields of a badge that its assertion contains. */
const partialBadge = ({ badgeId, name, type, image, versionId }: AssertionRow): KnownBadge => ({
  row: { badgeId: badgeId ?? null, ...given({ name, type, image, versionId }) },
  partial: true,
});

const whole = (row: BadgeRow): KnownBadge => ({ row, partial: false });

export const badgeResolvers = {
  Query: {
    badgeAssertions: (_root, { userIds }, { loaders }) => rowsOf(userIds, loaders.badge.assertions),
    otherSkills: (_root, { userIds }, { loaders }) => rowsOf(userIds, loaders.badge.otherSkills),
    courseBadges: async (_root, { orgIds }, { loaders }) =>
      (await loaders.badge.courseBadges.load(joinedOrganizations(orgIds)))?.map(whole) ?? null,
    objectiveBadges: async (_root, { orgIds }, { loaders }) =>
      (await loaders.badge.objectiveBadges.load(joinedOrganizations(orgIds)))?.map(whole) ?? null,
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
    id: ({ row }) => assertionIdOf(row),
    badge: ({ row }) => partialBadge(row),
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
    versionId: ({ row }) => firstId(row.versionId),
    extra: ({ row }) => extraOfAssertion(row),
  },
  Badge: {
    id: ({ row }) => badgeIdOf(row),
    name: detail('name'),
    type: detail('type'),
    image: detail('image'),
    description: detail('description'),
    alignments: labelDetail('alignments'),
    tags: labelDetail('tags'),
    proficiency: detail('proficiency'),
    courseId: idDetail('courseId'),
    objectiveId: idDetail('objectiveId'),
    versionId: idDetail('versionId'),
    extra: async ({ row, partial }, _arguments, { loaders }) => {
      const known = partial ? await loaders.badge.details(badgeIdOf(row)) : row;
      return known && extraOfBadge(known);
    },
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
    badgeAssertions: ({ userId }, _arguments, { loaders }) =>
      userId === null ? null : loaders.badge.assertions.load(userId),
    otherSkills: ({ userId }, _arguments, { loaders }) =>
      userId === null ? null : loaders.badge.otherSkills.load(userId),
    badgeIds: ({ row }) => row.badgeIds?.map(String) ?? null,
    extra: ({ row }) => extraOfRecord(row),
  },
  AssertBadgePayload: { assertion },
} satisfies Resolvers;
