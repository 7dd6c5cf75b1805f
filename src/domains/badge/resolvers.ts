import type { Resolvers } from '../../generated/resolvers.ts';
import { connectionResolvers, edgeResolvers } from '../../graph/connection.ts';
import {
  batched,
  type CallRule,
  calls,
  free,
  once,
  perArguments,
  perResult,
  rule,
  unshared,
  write,
} from '../../graph/cost.ts';
import { GatewayError } from '../../graph/errors.ts';
import { recordedText, repeatable } from '../../graph/repeatable.ts';
import { isRecord } from '../../lib/is-record.ts';
import { requireCredential } from '../../platform/client.ts';
import * as routes from '../../platform/routes/badge.ts';
import { readClassStructure } from '../../platform/routes/class.ts';
import { organizationRolesOf, readOwnProfile } from '../../platform/routes/user.ts';
import { firstId } from '../../platform/values.ts';
import { createdId, type RowOfUser, requiredId } from '../../platform/wire.ts';
import { lessonOfCourse } from '../loader-costs.ts';
import { checkBatchable, inChunks, MAXIMUM_IDS, type RowsByUser } from './by-user.ts';
import { type Assertion, type BadgeLoaders, joinedOrganizations } from './loaders.ts';
import type { AssertedBadge } from './payloads.ts';
import { addUserInfo, assertBadge, createBadge, sentBadge } from './writes.ts';

/** All users of the argument, in as few calls as they fit in. */
const ofUsers = (route: { method: string; path: string }): CallRule =>
  rule(route, `once for up to ${MAXIMUM_IDS} distinct users`, ({ args: { userIds } }) => {
    const distinct = [...new Set(Array.isArray(userIds) ? userIds.map(String) : [])];
    return { key: JSON.stringify(distinct), count: inChunks(distinct).length };
  });

/** Each organization of the argument, or all in one call. */
const ofOrganizations = rule(routes.listRecords, 'once per distinct organization', ({ args: { orgIds } }) =>
  (Array.isArray(orgIds) ? [...new Set(orgIds)].map((orgId) => JSON.stringify([[orgId]])) : ['']).map(
    (key) => ({
      key,
      count: 1,
    }),
  ),
);

const own = once(readOwnProfile);
/** The record of a user, which the platform lists by organization only. */
const recordsOfAll = once(routes.listRecords);
const assertionsOfUser = batched(routes.listAssertions, MAXIMUM_IDS);
const skillsOfUser = batched(routes.listOtherSkills, MAXIMUM_IDS);

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

/** @throws GatewayError UPSTREAM_BAD_RESPONSE */
function infoIn(item: unknown): Record<string, unknown> {
  if (isRecord(item)) return item;
  throw new GatewayError('UPSTREAM_BAD_RESPONSE', 'The platform returned information that is not an object.');
}

/** The only organization in which a user has a role. */
function onlyOrganization({ organizationRoles }: routes.RecordRow): string | null {
  const [only = null, another] = isRecord(organizationRoles) ? Object.keys(organizationRoles) : [];
  return another === undefined ? only : null;
}

/** The assertion from the response to the write, or from the user's list if the response is incomplete. */
const assertion = calls(
  unshared(routes.listAssertions),
  async (
    { row, userId }: AssertedBadge,
    _arguments: object,
    { loaders }: WithLoaders,
  ): Promise<Assertion> => {
    const id = createdId(row && routes.assertionIdOf(row));
    if (row && routes.isWholeAssertion(row)) return { userId, row };
    const all = await loaders.badge.assertions.load(userId);
    const found = all.find((other) => routes.assertionIdOf(other.row) === id);
    if (found) return found;
    throw new GatewayError(
      'UPSTREAM_BAD_RESPONSE',
      'The badge was asserted, but the platform does not return it.',
    );
  },
);

export const badgeResolvers = {
  Query: {
    badgeAssertions: calls(ofUsers(routes.listAssertions), (_root, { userIds }, { loaders }) =>
      rowsOf(userIds, loaders.badge.assertions),
    ),
    otherSkills: calls(ofUsers(routes.listOtherSkills), (_root, { userIds }, { loaders }) =>
      rowsOf(userIds, loaders.badge.otherSkills),
    ),
    courseBadges: calls(perArguments(routes.listCourseBadges, 'orgIds'), (_root, { orgIds }, { loaders }) =>
      loaders.badge.courseBadges.load(joinedOrganizations(orgIds)),
    ),
    objectiveBadges: calls(
      perArguments(routes.listObjectiveBadges, 'orgIds'),
      (_root, { orgIds }, { loaders }) => loaders.badge.objectiveBadges.load(joinedOrganizations(orgIds)),
    ),
    learners: free((_root, { userIds }, { platform }) => {
      requireCredential('plugin', platform.credential);
      checkBatchable(userIds, 'userIds');
      return [...new Set(userIds)].map((userId) => ({ userId }));
    }),
    orgLearners: calls(ofOrganizations, (_root, { orgIds, ...paging }, { loaders }) =>
      loaders.badge.orgLearners(orgIds, paging),
    ),
    learningRecords: calls(perArguments(routes.listRecords, 'orgIds'), (_root, { orgIds }, { loaders }) =>
      loaders.badge.records.load(joinedOrganizations(orgIds)),
    ),
  },
  Mutation: {
    // The payload reads the assertion by its ID.
    assertBadge: repeatable(write(routes.assertBadge, assertBadge), {
      record: ({ row }) => ({ assertionId: row && routes.assertionIdOf(row) }),
      again: (recorded, { userId }) => {
        const assertionId = recordedText(recorded, 'assertionId');
        return { row: assertionId === null ? null : { assertionId }, extra: {}, userId };
      },
    }),
    createBadge: repeatable(write(routes.createBadge, createBadge), {
      record: ({ badgeId }) => ({ badgeId }),
      again: (recorded, input) => {
        const badgeId = recordedText(recorded, 'badgeId');
        return { badgeId, badge: { ...sentBadge(input), badgeId }, extra: {} };
      },
    }),
    addUserInfo: repeatable(write(routes.addInfo, addUserInfo), {
      again: (_recorded, { userId }) => ({ userId, extra: {} }),
    }),
  },
  Viewer: {
    badgeAssertions: calls([own, once(routes.listAssertions)], (_viewer, _arguments, { loaders }) =>
      loaders.badge.ownAssertions(),
    ),
    otherSkills: calls([own, once(routes.listOtherSkills)], (_viewer, _arguments, { loaders }) =>
      loaders.badge.ownSkills(),
    ),
  },
  Learner: {
    learningRecord: calls(recordsOfAll, async ({ userId }, _arguments, { loaders }) => {
      const records = await loaders.badge.records.load({});
      return records.find((record) => record.userId === userId) ?? null;
    }),
    badgeAssertions: calls(assertionsOfUser, ({ userId }, _arguments, { loaders }) =>
      loaders.badge.assertions.load(userId),
    ),
    otherSkills: calls(skillsOfUser, ({ userId }, _arguments, { loaders }) =>
      loaders.badge.otherSkills.load(userId),
    ),
  },
  BadgeAssertion: {
    id: ({ row }) => requiredId(routes.assertionIdOf(row)),
    badge: calls(
      [once(routes.listCourseBadges), once(routes.listObjectiveBadges)],
      ({ row }, _arguments, { loaders }) => loaders.badge.byId(firstId(row.badgeId)),
    ),
    badgeId: ({ row }) => firstId(row.badgeId),
    name: ({ row }) => row.name,
    type: ({ row }) => row.type,
    image: ({ row }) => row.image,
    issuerName: ({ row }) => row.issuerName,
    issuedOn: ({ row }) => row.issuedOn,
    user: calls(own, ({ userId }, _arguments, { loaders }) => loaders.user.ownProfileOf(userId)),
    lessonId: ({ row }) => firstId(row.lessonId),
    lesson: lessonOfCourse(({ row }, _arguments, { loaders }, info) =>
      loaders.course.lesson(
        { lessonId: firstId(row.lessonId), courseId: firstId(row.courseId), classId: firstId(row.classId) },
        info,
      ),
    ),
    classId: ({ row }) => firstId(row.classId),
    class: calls(perResult(readClassStructure), ({ row: { classId } }, _arguments, { loaders }) =>
      classId == null ? null : loaders.class.structure.load(String(classId)),
    ),
    courseId: ({ row }) => firstId(row.courseId),
    versionId: ({ row }) => firstId(row.versionId),
    extra: ({ row }) => routes.extraOfAssertion(row),
  },
  Badge: {
    id: (badge) => requiredId(routes.badgeIdOf(badge)),
    alignments: ({ alignments }) => routes.labelOf(alignments),
    tags: ({ tags }) => routes.labelOf(tags),
    courseId: ({ courseId }) => firstId(courseId),
    objectiveId: ({ objectiveId }) => firstId(objectiveId),
    versionId: ({ versionId }) => firstId(versionId),
    extra: routes.extraOfBadge,
  },
  OtherSkills: {
    user: calls(own, ({ userId }, _arguments, { loaders }) => loaders.user.ownProfileOf(userId)),
    hobbies: ({ row }) => names(row.hobbies),
    skills: ({ row }) => names(row.skills),
    extra: ({ row }) => routes.extraOfSkills(row),
  },
  LearningRecord: {
    learner: ({ userId }) => ({ userId }),
    badgeIds: ({ row }) => row.badgeIds?.map(String) ?? null,
    extra: ({ row }) => routes.extraOfRecord(row),
  },
  OrgLearner: {
    organizationId: ({ row, asked }) => routes.organizationOf(row) ?? asked ?? onlyOrganization(row),
    organizationRoles: ({ row }) => organizationRolesOf(row),
    learner: ({ userId }) => ({ userId }),
    badgeIds: ({ row }) => row.badgeIds?.map(String) ?? null,
    additionalInfo: ({ row }) => row.additionalInfo?.map(infoIn) ?? null,
    extra: ({ row }) => routes.extraOfMember(row),
  },
  OrgLearnerConnection: connectionResolvers,
  OrgLearnerEdge: edgeResolvers,
  AssertBadgePayload: {
    assertionId: ({ row }) => createdId(row && routes.assertionIdOf(row)),
    assertion,
  },
  AddUserInfoPayload: { learner: ({ userId }) => ({ userId }) },
  CreateBadgePayload: { badgeId: ({ badgeId }) => createdId(badgeId) },
} satisfies Resolvers;
