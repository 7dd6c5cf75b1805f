import { type Static, Type } from 'typebox';
import { readRoute, writeRoute } from '../route.ts';
import { asId, without } from '../values.ts';
import {
  accepted,
  anything,
  found,
  id,
  instant,
  list,
  maybe,
  noun,
  number,
  openObject,
  otherIds,
  rows,
  rowsOfUsers,
  text,
} from '../wire.ts';
import { beyondSummary, idOfNamed, includedUsers, type UserNamed, userNamed } from './user.ts';

/** A badge; responses to reads are not shown. Contract: Resources, Badge; Responses not shown, 4 and 5. */
const badgeRow = Type.Object({
  badgeId: maybe(id),
  ...otherIds,
  name: text,
  type: text,
  image: text,
  description: text,
  alignments: anything,
  tags: anything,
  proficiency: number,
  courseId: maybe(id),
  objectiveId: maybe(id),
  versionId: maybe(id),
});
export type BadgeRow = Static<typeof badgeRow>;
/**
 * Alignments or tags as one text: a list of strings joined with commas, any other JSON as JSON text. The contract shows
 * them as strings, but only in the creation of a badge. Contract: Responses not shown, 4 and 5.
 */
export function labelOf(value: unknown): string | null {
  if (value == null) return null;
  if (typeof value === 'string') return value;
  const isTexts = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isTexts ? value.join(', ') : JSON.stringify(value);
}
/** The contract names no ID for badges as read; badge assertions are created with `badgeId`. */
const BADGE = noun(badgeRow, ['badge', 'badges'], ['badgeId', 'id', '_id']);
export const badgeIdOf = BADGE.idOf;
export const extraOfBadge = (badge: BadgeRow): Record<string, unknown> => without(badge, BADGE.members);

/** The user of a row, under either name. */
const ofUser = { userId: userNamed, user: userNamed };
type OfUser = { userId?: UserNamed; user?: UserNamed };
const userIdOf = ({ userId, user }: OfUser): string | null => idOfNamed(userId, user);
/** The members of such a row that its wire type does not declare, and what it includes of its user. */
const extraOfUserRow =
  ({ properties }: { properties: object }) =>
  (row: OfUser): Record<string, unknown> => ({
    ...without(row, properties),
    ...includedUsers({ userId: row.userId, user: row.user }),
  });

/** A badge awarded to a user. Contract: Resources, Badge assertion; Responses not shown, 2 and 3. */
const assertionRow = Type.Object({
  assertionId: maybe(id),
  ...otherIds,
  ...ofUser,
  badgeId: maybe(id),
  name: text,
  type: text,
  image: text,
  issuerName: text,
  issuedOn: instant,
  lessonId: maybe(id),
  classId: maybe(id),
  courseId: maybe(id),
  versionId: maybe(id),
});
export type AssertionRow = Static<typeof assertionRow>;
const ASSERTION = noun(
  assertionRow,
  ['assertion', 'assertions', 'badges'],
  ['assertionId', 'id', '_id'],
  ['badgeId'],
);
export const assertionIdOf = ASSERTION.idOf;
const CREATED_WITH = ['badgeId', 'name', 'type', 'image', 'issuerName', 'issuedOn'] as const;
/** Whether a row has every member that an assertion is created with. Contract: Resources, Badge assertion. */
export const isWholeAssertion = (assertion: AssertionRow): boolean =>
  CREATED_WITH.every((member) => assertion[member] !== undefined);
export const extraOfAssertion = extraOfUserRow(assertionRow);

/** Hobbies and other skills of a user. Contract: Responses not shown, 6. */
const skillsRow = Type.Object({ ...ofUser, hobbies: list, skills: list });
export type SkillsRow = Static<typeof skillsRow>;
const SKILLS = noun(skillsRow, ['skills', 'users'], [], ['hobbies', 'skills']);
export const extraOfSkills = extraOfUserRow(skillsRow);

const recordMembers = { ...ofUser, badgeIds: maybe(Type.Array(id)) };
/**
 * A user's learning record, with members that other routes document, and the likely names of its organization.
 * Contract: Responses not shown, 1.
 */
const recordRow = Type.Object({
  ...recordMembers,
  organizationId: anything,
  orgId: anything,
  organizationRoles: openObject,
  additionalInfo: list,
});
export type RecordRow = Static<typeof recordRow>;
const RECORD = noun(recordRow, ['records', 'users'], [], ['badgeIds']);
/** Members for which `LearningRecord` has no field. */
export const extraOfRecord = extraOfUserRow({ properties: recordMembers });
/** The organization that a record names. Null: none. */
export const organizationOf = ({ organizationId, orgId }: RecordRow): string | null =>
  asId(organizationId) ?? asId(orgId);
/** Members for which `OrgLearner` has no field. */
export const extraOfMember = (row: RecordRow): Record<string, unknown> => ({
  ...extraOfUserRow(recordRow)(row),
  ...beyondSummary({ organizationId: row.organizationId, orgId: row.orgId }, organizationOf(row)),
});

/** Common properties of the AI plugin routes. */
const OF_PLUGIN = { credential: 'plugin' } as const;

/** GET /plugin/v2/ai/record-data: learning records; `orgIds` is comma-separated. Contract: AI plugin routes. */
export const listRecords = readRoute<{ orgIds?: string }>().at(
  '/plugin/v2/ai/record-data',
  rowsOfUsers(RECORD, userIdOf),
  OF_PLUGIN,
);

/** POST /plugin/v2/ai/badge/assertion: each call asserts a badge. Contract: AI plugin routes; Badge assertion. */
export const assertBadge = writeRoute<{
  userId: string;
  badgeId: string;
  name: string;
  type: string;
  image: string;
  issuerName: string;
  issuedOn: string;
  lessonId?: string;
  classId?: string;
  versionId?: string;
}>().at('POST', '/plugin/v2/ai/badge/assertion', found(ASSERTION), OF_PLUGIN);

/** GET /plugin/v2/ai/badge/assertion: for several users; `userIds` is comma-separated. Contract: AI plugin routes. */
export const listAssertions = readRoute<{ userIds: string }>().at(
  '/plugin/v2/ai/badge/assertion',
  rowsOfUsers(ASSERTION, userIdOf),
  OF_PLUGIN,
);

/** POST /plugin/v2/ai/badge: each call creates a badge. Contract: AI plugin routes. */
export const createBadge = writeRoute<{
  name: string;
  type: string;
  image: string;
  proficiency: number;
  description?: string;
  alignments?: string;
  tags?: string;
}>().at('POST', '/plugin/v2/ai/badge', found(BADGE), OF_PLUGIN);

/** GET /plugin/v2/ai/badge/course: badges of courses; `orgIds` is comma-separated. Contract: AI plugin routes. */
export const listCourseBadges = readRoute<{ orgIds?: string }>().at(
  '/plugin/v2/ai/badge/course',
  rows(BADGE),
  OF_PLUGIN,
);

/** GET /plugin/v2/ai/badge/objective: badges of objectives; `orgIds` is comma-separated. Contract: AI plugin routes. */
export const listObjectiveBadges = readRoute<{ orgIds?: string }>().at(
  '/plugin/v2/ai/badge/objective',
  rows(BADGE),
  OF_PLUGIN,
);

/** GET /plugin/v2/ai/other-skills: for several users; `userIds` is comma-separated. Contract: AI plugin routes. */
export const listOtherSkills = readRoute<{ userIds: string }>().at(
  '/plugin/v2/ai/other-skills',
  rowsOfUsers(SKILLS, userIdOf),
  OF_PLUGIN,
);

/** POST /plugin/v2/ai/additional-info: each call adds items. Contract: AI plugin routes. */
export const addInfo = writeRoute<{
  userId: string;
  additionalInfo: { title: string; description: string }[];
}>().at('POST', '/plugin/v2/ai/additional-info', accepted(), OF_PLUGIN);
