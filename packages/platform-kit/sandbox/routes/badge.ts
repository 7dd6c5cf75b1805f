import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { AdditionalInfo } from '../../contract/resources.ts';
import { pluginOf } from '../credential.ts';
import type { Plugin } from '../developer-console.ts';
import { learningRecord } from '../learning-record.ts';
import { enrollmentsOf } from '../membership.ts';
import { badRequest, forbidden, notFound } from '../refusal.ts';
import type { Handlers } from '../route-env.ts';
import type { Badge, BadgeAssertion } from '../school/badge.ts';
import type { User } from '../school/user.ts';
import type { State } from '../state.ts';
import type { Values } from '../values.ts';

/** The AI plugin routes. Contract: Endpoints, AI plugin routes. */
export const badgeHandlers = (state: State) =>
  ({
    listLearningRecords: (c) => {
      const plugin = pluginOf(c, state, 'record-data');
      const members = membersOf(state, requestedOrgIds(plugin, c.var.values));
      return c.json(members.map((user) => learningRecord(state, user)));
    },

    assertBadge: (c) => {
      const plugin = pluginOf(c, state, 'badge-assertion');
      const { values } = c.var;
      const assertion = newAssertion(state, plugin, values);
      state.badgeAssertions.push(assertion);
      return c.json(assertion);
    },

    listBadgeAssertions: (c) => {
      const plugin = pluginOf(c, state, 'badge-assertion');
      const userIds = usersAsked(state, plugin, c.var.values).map((user) => user.userId);
      return c.json(state.badgeAssertions.filter((assertion) => userIds.includes(assertion.userId)));
    },

    createBadge: (c) => {
      pluginOf(c, state, 'badge');
      const badge = newBadge(c.var.values);
      state.badges.set(badge.badgeId, badge);
      return c.json(shownBadge(badge));
    },

    listCourseBadges: (c) => {
      const plugin = pluginOf(c, state, 'badge');
      return c.json(badgesOf(state, 'course', requestedOrgIds(plugin, c.var.values)));
    },

    listObjectiveBadges: (c) => {
      const plugin = pluginOf(c, state, 'badge');
      return c.json(badgesOf(state, 'objective', requestedOrgIds(plugin, c.var.values)));
    },

    listOtherSkills: (c) => {
      const plugin = pluginOf(c, state, 'other-skills');
      const users = usersAsked(state, plugin, c.var.values);
      return c.json(users.map(({ userId, hobbies, skills }) => ({ userId, hobbies, skills })));
    },

    addUserInfo: (c) => {
      const plugin = pluginOf(c, state, 'additional-info');
      const { values } = c.var;
      const { userId } = accessibleUser(state, plugin, values.text('userId'));
      const additionalInfo = [
        ...(state.additionalInfo.get(userId) ?? []),
        ...values.read('additionalInfo', Type.Array(AdditionalInfo)),
      ];
      state.additionalInfo.set(userId, additionalInfo);
      return c.json({ userId, additionalInfo });
    },
  }) satisfies Handlers;

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
  const userId = values.optionalText('userId');
  const userIds = [...(userId === undefined ? [] : [userId]), ...(values.optionalList('userIds') ?? [])];
  return [...new Set(userIds)]
    .flatMap((id) => state.users.get(id) ?? [])
    .filter((user) => isInOneOf(plugin.orgIds, user));
}

function accessibleUser(state: State, plugin: Plugin, userId: string): User {
  const user = state.users.get(userId);
  if (!user) throw notFound('user not found');
  if (!isInOneOf(plugin.orgIds, user))
    throw forbidden('this user is in none of the organizations that this plugin may access');
  return user;
}

/** Contract: Resources, Badge and badge assertion (the last three only for a badge of the service). */
function newAssertion(state: State, plugin: Plugin, values: Values): BadgeAssertion {
  const { userId } = accessibleUser(state, plugin, values.text('userId'));
  const badge = state.badges.get(values.text('badgeId'));
  if (!badge) throw notFound('badge not found');
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

/** Checks fields that only service badges require, which the contract check cannot know. */
function serviceFields(values: Values, badge: Badge): Partial<BadgeAssertion> {
  const missing = SERVICE_FIELDS.find((name) => !values.has(name));
  if (badge.origin === 'service' && missing) throw badRequest(`${missing} is required for this badge`);
  return Object.fromEntries(
    SERVICE_FIELDS.filter((name) => values.has(name)).map((name) => [name, values.text(name)]),
  );
}

function newBadge(values: Values): Badge {
  const description = values.optionalText('description');
  const alignments = values.optionalText('alignments');
  const tags = values.optionalText('tags');
  return {
    badgeId: `b-${randomUUID()}`,
    name: values.text('name'),
    type: values.text('type'),
    image: values.text('image'),
    proficiency: values.read('proficiency', Type.Number()),
    ...(description !== undefined && { description }),
    ...(alignments !== undefined && { alignments }),
    ...(tags !== undefined && { tags }),
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
