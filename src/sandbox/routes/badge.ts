import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { pluginOf } from '../credential.ts';
import type { Plugin } from '../developer-console.ts';
import type { Fields } from '../fields.ts';
import { bodyOf, isRecord, queryOf } from '../fields.ts';
import { learningRecord } from '../learning-record.ts';
import { enrollmentsOf } from '../membership.ts';
import { badRequest, forbidden, notFound } from '../refusal.ts';
import type { Badge, BadgeAssertion } from '../school/badge.ts';
import type { User } from '../school/user.ts';
import type { State } from '../state.ts';

/** The AI plugin routes. Contract: Endpoints, AI plugin routes. */
export function badgeRoutes(state: State): Hono {
  const routes = new Hono();

  routes.get('/plugin/v2/ai/record-data', (c) => {
    const plugin = pluginOf(c, state, 'record-data');
    const members = membersOf(state, orgIdsAsked(plugin, queryOf(c)));
    return c.json(members.map((user) => learningRecord(state, user)));
  });

  routes.post('/plugin/v2/ai/badge/assertion', async (c) => {
    const plugin = pluginOf(c, state, 'badge-assertion');
    const body = await bodyOf(c);
    const assertion = newAssertion(state, plugin, body);
    state.badgeAssertions.push(assertion);
    return c.json(assertion);
  });

  routes.get('/plugin/v2/ai/badge/assertion', (c) => {
    const plugin = pluginOf(c, state, 'badge-assertion');
    const userIds = usersAsked(state, plugin, queryOf(c)).map((user) => user.userId);
    return c.json(state.badgeAssertions.filter((assertion) => userIds.includes(assertion.userId)));
  });

  routes.post('/plugin/v2/ai/badge', async (c) => {
    pluginOf(c, state, 'badge');
    const badge = newBadge(await bodyOf(c));
    state.badges.set(badge.badgeId, badge);
    return c.json(shownBadge(badge));
  });

  routes.get('/plugin/v2/ai/badge/course', (c) => {
    const plugin = pluginOf(c, state, 'badge');
    return c.json(badgesOf(state, 'course', orgIdsAsked(plugin, queryOf(c))));
  });

  routes.get('/plugin/v2/ai/badge/objective', (c) => {
    const plugin = pluginOf(c, state, 'badge');
    return c.json(badgesOf(state, 'objective', orgIdsAsked(plugin, queryOf(c))));
  });

  routes.get('/plugin/v2/ai/other-skills', (c) => {
    const plugin = pluginOf(c, state, 'other-skills');
    const users = usersAsked(state, plugin, queryOf(c));
    return c.json(users.map(({ userId, hobbies, skills }) => ({ userId, hobbies, skills })));
  });

  routes.post('/plugin/v2/ai/additional-info', async (c) => {
    const plugin = pluginOf(c, state, 'additional-info');
    const body = await bodyOf(c);
    const { userId } = accessibleUser(state, plugin, body.text('userId'));
    const additionalInfo = [...(state.additionalInfo.get(userId) ?? []), ...infoItems(body)];
    state.additionalInfo.set(userId, additionalInfo);
    return c.json({ userId, additionalInfo });
  });

  return routes;
}

/** Without `orgIds`: every organization the plugin may access. */
function orgIdsAsked(plugin: Plugin, query: Fields): string[] {
  const asked = query.optionalList('orgIds') ?? plugin.orgIds;
  const strange = asked.filter((orgId) => !plugin.orgIds.includes(orgId));
  if (strange.length > 0) throw forbidden('orgIds names an organization this plugin may not access');
  return asked;
}

function membersOf(state: State, orgIds: readonly string[]): User[] {
  return [...state.users.values()].filter((user) => isInOneOf(orgIds, user));
}

function isInOneOf(orgIds: readonly string[], user: User): boolean {
  return orgIds.some((orgId) => Object.hasOwn(user.organizationRoles, orgId));
}

/** The users of `userId` and `userIds` together; who is unknown or out of the plugin's reach is left out. */
function usersAsked(state: State, plugin: Plugin, query: Fields): User[] {
  const userId = query.optionalText('userId');
  const userIds = [...(userId === undefined ? [] : [userId]), ...(query.optionalList('userIds') ?? [])];
  if (userIds.length === 0) throw badRequest('userId or userIds is required');
  return [...new Set(userIds)]
    .flatMap((id) => state.users.get(id) ?? [])
    .filter((user) => isInOneOf(plugin.orgIds, user));
}

function accessibleUser(state: State, plugin: Plugin, userId: string): User {
  const user = state.users.get(userId);
  if (!user) throw notFound('there is no such user');
  if (!isInOneOf(plugin.orgIds, user)) throw forbidden('this user is in no organization of this plugin');
  return user;
}

/** Contract: Resources, Badge and badge assertion (the last three only for a badge of the service). */
function newAssertion(state: State, plugin: Plugin, body: Fields): BadgeAssertion {
  const { userId } = accessibleUser(state, plugin, body.text('userId'));
  const badge = state.badges.get(body.text('badgeId'));
  if (!badge) throw notFound('there is no such badge');
  body.date('issuedOn');
  const optional = badge.origin === 'service' ? serviceFields(body) : pluginFields(body);
  return {
    assertionId: `as-${randomUUID()}`,
    userId,
    badgeId: badge.badgeId,
    name: body.text('name'),
    type: body.text('type'),
    image: body.text('image'),
    issuerName: body.text('issuerName'),
    issuedOn: body.text('issuedOn'),
    ...optional,
  };
}

function serviceFields(body: Fields) {
  return {
    lessonId: body.text('lessonId'),
    classId: body.text('classId'),
    versionId: body.text('versionId'),
  };
}

function pluginFields(body: Fields) {
  const lessonId = body.optionalText('lessonId');
  const classId = body.optionalText('classId');
  const versionId = body.optionalText('versionId');
  return {
    ...(lessonId !== undefined && { lessonId }),
    ...(classId !== undefined && { classId }),
    ...(versionId !== undefined && { versionId }),
  };
}

function newBadge(body: Fields): Badge {
  const description = body.optionalText('description');
  const alignments = body.optionalText('alignments');
  const tags = body.optionalText('tags');
  return {
    badgeId: `b-${randomUUID()}`,
    name: body.text('name'),
    type: body.text('type'),
    image: body.text('image'),
    proficiency: body.number('proficiency'),
    ...(description !== undefined && { description }),
    ...(alignments !== undefined && { alignments }),
    ...(tags !== undefined && { tags }),
    origin: 'plugin',
  };
}

function shownBadge({ origin, ...badge }: Badge) {
  return badge;
}

/** The badges of the courses that members of the organizations take. */
function badgesOf(state: State, type: 'course' | 'objective', orgIds: readonly string[]) {
  const courseIds = membersOf(state, orgIds).flatMap((user) =>
    enrollmentsOf(state, user.userId).map(({ group }) => group.courseId),
  );
  return [...state.badges.values()]
    .filter((badge) => badge.origin === 'service' && badge.type === type)
    .filter((badge) => badge.courseId !== undefined && courseIds.includes(badge.courseId))
    .map(shownBadge);
}

function infoItems(body: Fields): { title: string; description: string }[] {
  const items = body.raw('additionalInfo');
  if (!Array.isArray(items)) throw badRequest('additionalInfo must be an array');
  return items.map((item: unknown) => {
    if (!isRecord(item) || typeof item.title !== 'string' || typeof item.description !== 'string') {
      throw badRequest('additionalInfo must hold objects of a title and a description');
    }
    return { title: item.title, description: item.description };
  });
}
