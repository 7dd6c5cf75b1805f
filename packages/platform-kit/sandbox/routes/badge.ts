import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { AdditionalInfo } from '../../contract/resources.ts';
import { forPlugins } from '../callers.ts';
import type { Plugin } from '../developer-console.ts';
import { learningRecord } from '../learning-record.ts';
import { enrollmentsOf } from '../membership.ts';
import { badRequest, forbidden, found } from '../refusal.ts';
import type { Badge, BadgeAssertion, User } from '../school.ts';
import type { State } from '../state.ts';
import type { Values } from '../values.ts';

/** The AI plugin routes. Contract: Endpoints, AI plugin routes. */
export const badgeHandlers = (state: State) => ({
  ...forPlugins(state, 'record-data', {
    listLearningRecords: ({ plugin, values }) =>
      membersOf(state, requestedOrgIds(plugin, values)).map((user) => learningRecord(state, user)),
  }),

  ...forPlugins(state, 'badge-assertion', {
    assertBadge: ({ plugin, values }) => {
      const assertion = newAssertion(state, plugin, values);
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
      const badge = newBadge(values);
      state.badges.set(badge.badgeId, badge);
      return shownBadge(badge);
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
      const { userId } = accessibleUser(state, plugin, values.text('userId'));
      const additionalInfo = [
        ...(state.additionalInfo.get(userId) ?? []),
        ...values.read('additionalInfo', Type.Array(AdditionalInfo)),
      ];
      state.additionalInfo.set(userId, additionalInfo);
      return { userId, additionalInfo };
    },
  }),
});

/** The organizations in `orgIds`; by default all that the plugin may access. */
function requestedOrgIds(plugin: Plugin, values: Values): string[] {
  const requested = values.optionalList('orgIds') ?? plugin.orgIds;
  const inaccessible = requested.filter((orgId) => !plugin.orgIds.includes(orgId));
  if (inaccessible.length > 0)
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
function usersAsked(state: State, plugin: Plugin, values: Values): User[] {
  const userIds = [...Object.values(values.texts('userId')), ...(values.optionalList('userIds') ?? [])];
  return [...new Set(userIds)]
    .flatMap((id) => state.users.get(id) ?? [])
    .filter((user) => isInOneOf(plugin.orgIds, user));
}

function accessibleUser(state: State, plugin: Plugin, userId: string): User {
  const user = found(state.users.get(userId), 'user');
  if (!isInOneOf(plugin.orgIds, user))
    throw forbidden('this user is in none of the organizations that this plugin may access');
  return user;
}

/** Contract: Resources, Badge and badge assertion (the last three only for a badge of the service). */
function newAssertion(state: State, plugin: Plugin, values: Values): BadgeAssertion {
  const { userId } = accessibleUser(state, plugin, values.text('userId'));
  const badge = found(state.badges.get(values.text('badgeId')), 'badge');
  return {
    assertionId: `as-${randomUUID()}`,
    userId,
    badgeId: badge.badgeId,
    name: values.text('name'),
    type: values.text('type'),
    image: values.text('image'),
    issuerName: values.text('issuerName'),
    issuedOn: values.text('issuedOn'),
    ...serviceFields(values, badge),
  };
}

const SERVICE_FIELDS = ['lessonId', 'classId', 'versionId'] as const;

/** Checks fields that only service badges require, which the contract check does not cover. */
function serviceFields(values: Values, badge: Badge): Partial<BadgeAssertion> {
  const missing = SERVICE_FIELDS.find((name) => !values.has(name));
  if (badge.origin === 'service' && missing) throw badRequest(`${missing} is required for this badge`);
  return values.texts(...SERVICE_FIELDS);
}

function newBadge(values: Values): Badge {
  return {
    badgeId: `b-${randomUUID()}`,
    name: values.text('name'),
    type: values.text('type'),
    image: values.text('image'),
    proficiency: values.read('proficiency', Type.Number()),
    ...values.texts('description', 'alignments', 'tags'),
    origin: 'plugin',
  };
}

function shownBadge({ origin, ...badge }: Badge) {
  return badge;
}

/** The badges of the courses that members of the organizations are enrolled in. */
function badgesOf(state: State, type: 'course' | 'objective', orgIds: readonly string[]) {
  const courseIds = membersOf(state, orgIds).flatMap((user) =>
    enrollmentsOf(state, user.userId).map(({ group }) => group.courseId),
  );
  return [...state.badges.values()]
    .filter((badge) => badge.origin === 'service' && badge.type === type)
    .filter((badge) => badge.courseId !== undefined && courseIds.includes(badge.courseId))
    .map(shownBadge);
}
