import { randomUUID } from 'node:crypto';
import type { ValuesOf } from '../../contract/routes.ts';
import { forPlugins } from '../callers.ts';
import type { Plugin } from '../developer-console.ts';
import { learningRecord } from '../learning-record.ts';
import { enrollmentsOf } from '../membership.ts';
import { badRequest, forbidden, found } from '../refusal.ts';
import type { BadgeAssertion, User } from '../school.ts';
import type { State } from '../state.ts';
import { listOf } from '../values.ts';

/** The AI plugin routes. Contract: Endpoints, AI plugin routes. */
export const badgeHandlers = (state: State) => ({
  ...forPlugins(state, 'record-data', {
    listLearningRecords: ({ plugin, values }) =>
      membersOf(state, requestedOrgIds(plugin, values)).map((user) => learningRecord(state, user)),
  }),

  ...forPlugins(state, 'badge-assertion', {
    assertBadge: ({ plugin, values }) => {
      accessibleUser(state, plugin, values.userId);
      const badge = found(state.badges.get(values.badgeId), 'badge');
      const missing = SERVICE_FIELDS.find((name) => values[name] === undefined);
      if (badge.origin === 'service' && missing) throw badRequest(`${missing} is required for this badge`);
      const assertion: BadgeAssertion = { assertionId: `as-${randomUUID()}`, ...values };
      state.badgeAssertions.push(assertion);
      return assertion;
    },

    listBadgeAssertions: ({ plugin, values }) => {
      const userIds = usersAsked(state, plugin, values).map((user) => user.userId);
      return state.badgeAssertions.filter((assertion) => userIds.includes(assertion.userId));
    },
  }),

  ...forPlugins(state, 'badge', {
    createBadge: ({ values }) => {
      const badge = { badgeId: `b-${randomUUID()}`, ...values };
      state.badges.set(badge.badgeId, { ...badge, origin: 'plugin' });
      return badge;
    },

    listCourseBadges: ({ plugin, values }) => badgesOf(state, 'course', requestedOrgIds(plugin, values)),

    listObjectiveBadges: ({ plugin, values }) =>
      badgesOf(state, 'objective', requestedOrgIds(plugin, values)),
  }),

  ...forPlugins(state, 'other-skills', {
    listOtherSkills: ({ plugin, values }) =>
      usersAsked(state, plugin, values).map(({ userId, hobbies, skills }) => ({ userId, hobbies, skills })),
  }),

  ...forPlugins(state, 'additional-info', {
    addUserInfo: ({ plugin, values }) => {
      const { userId } = accessibleUser(state, plugin, values.userId);
      const additionalInfo = [...(state.additionalInfo.get(userId) ?? []), ...values.additionalInfo];
      state.additionalInfo.set(userId, additionalInfo);
      return { userId, additionalInfo };
    },
  }),
});

/** What only an assertion of a service badge requires, which the contract check does not cover. */
const SERVICE_FIELDS = ['lessonId', 'classId', 'versionId'] as const;

/** The organizations in `orgIds`; by default all that the plugin may access. */
function requestedOrgIds(plugin: Plugin, { orgIds }: ValuesOf<'listCourseBadges'>): string[] {
  const requested = orgIds === undefined ? plugin.orgIds : listOf(orgIds);
  if (!requested.every((orgId) => plugin.orgIds.includes(orgId)))
    throw forbidden('orgIds contains an organization that this plugin may not access');
  return requested;
}

function membersOf(state: State, orgIds: readonly string[]): User[] {
  return [...state.users.values()].filter((user) => isInOneOf(orgIds, user));
}

function isInOneOf(orgIds: readonly string[], user: User): boolean {
  return orgIds.some((orgId) => Object.hasOwn(user.organizationRoles, orgId));
}

/** The users in `userId` and `userIds`, without unknown users and those the plugin may not access. */
function usersAsked(
  state: State,
  { orgIds }: Plugin,
  { userId, userIds = '' }: ValuesOf<'listOtherSkills'>,
): User[] {
  const asked = new Set([...(userId === undefined ? [] : [userId]), ...listOf(userIds)]);
  return [...asked].flatMap((id) => state.users.get(id) ?? []).filter((user) => isInOneOf(orgIds, user));
}

function accessibleUser(state: State, plugin: Plugin, userId: string): User {
  const user = found(state.users.get(userId), 'user');
  if (!isInOneOf(plugin.orgIds, user))
    throw forbidden('this user is in none of the organizations that this plugin may access');
  return user;
}

/** The badges of the courses that members of the organizations are enrolled in. */
function badgesOf(state: State, type: 'course' | 'objective', orgIds: readonly string[]) {
  const courseIds = membersOf(state, orgIds).flatMap((user) =>
    enrollmentsOf(state, user.userId).map(({ group }) => group.courseId),
  );
  return [...state.badges.values()]
    .filter((badge) => badge.origin === 'service' && badge.type === type)
    .filter((badge) => badge.courseId !== undefined && courseIds.includes(badge.courseId))
    .map(({ origin: _, ...badge }) => badge);
}
