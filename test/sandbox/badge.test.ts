import type { RouteId } from 'learning-platform-kit/contract/routes';
import { describe, expect, it } from 'vitest';
import { forSuite, IN_ORDER } from '../support/suite.ts';
import { ASSERTION, basic, startPlatform } from './platform.ts';

const platform = forSuite(startPlatform);

const asPlugin = (route: RouteId, values: object = {}) =>
  platform.call(route, platform.credentials.plugin, { ...values });

describe('the AI plugin routes', () => {
  it('accept only the Basic credential of a plugin', async () => {
    const status = async (headers: Record<string, string>) =>
      (await platform.request('/plugin/v2/ai/record-data', { headers })).status;
    const { clientId, clientSecret } = platform.credentials.plugin;
    expect(await status(basic({ clientId, clientSecret }))).toBe(200);
    expect(await status(basic({ clientId, clientSecret: 'wrong' }))).toBe(401);
    expect(await status(basic({ clientId: 'nobody', clientSecret }))).toBe(401);
    expect(await status({ authorization: 'Basic !' })).toBe(401);
  });
});

describe('learning records', () => {
  const userIds = (body: { userId: string }[]) => body.map(({ userId }) => userId);

  it('cover all organizations that the plugin may access, or those it selects', async () => {
    const all = userIds((await asPlugin('listLearningRecords')).body);
    const vanguard = userIds((await asPlugin('listLearningRecords', { orgIds: 'org-vanguard' })).body);
    expect(all).toEqual(expect.arrayContaining(['u-ana', 'u-okafor']));
    expect(vanguard).toContain('u-okafor');
    expect(vanguard).not.toContain('u-ana');
    expect(all).not.toContain('u-leila');
  });

  it('contain results but no names', async () => {
    const { body } = await asPlugin('listLearningRecords');
    const ana = body.find((record: { userId: string }) => record.userId === 'u-ana');
    expect(ana.courses[0]).toMatchObject({ courseId: 'c-first-aid', studentId: 's-first-aid-spring-ana' });
    expect(ana.courses[0].lessonResults[0]).toEqual({
      lessonId: 'l-scene-safety',
      completed: true,
      score: 92,
    });
    expect(ana.badgeIds).toEqual(['b-o-assess-scene', 'b-o-read-map']);
    expect(JSON.stringify(body)).not.toContain('Ferreira');
  });
});

describe('badges', () => {
  it('of courses and objectives follow the enrollments of the organizations’ members', async () => {
    const { body } = await asPlugin('listCourseBadges', { orgIds: 'org-vanguard' });
    const ids = body.map((badge: { badgeId: string }) => badge.badgeId);
    expect(ids).toContain('b-c-range');
    expect(ids).not.toContain('b-c-sailing');
    const objectives = await asPlugin('listObjectiveBadges', { orgIds: 'org-vanguard' });
    expect(objectives.body[0]).toMatchObject({ type: 'objective', courseId: 'c-first-aid' });
  });
});

describe('badge assertions', IN_ORDER, () => {
  const assert = (body: object) => asPlugin('assertBadge', body);

  it('are created, and read for one user or several', async () => {
    const { body } = await assert(ASSERTION);
    expect(body).toEqual({ assertionId: expect.any(String), ...ASSERTION });
    const read = async (query: Record<string, string>) => (await asPlugin('listBadgeAssertions', query)).body;
    expect(await read({ userId: 'u-kofi' })).toEqual([body]);
    expect(await read({ userIds: 'u-kofi,u-ana' })).toHaveLength(3);
    expect(await read({ userIds: 'u-kofi', userId: 'u-ana' })).toHaveLength(3);
    expect(await read({ userIds: 'u-leila,nobody' })).toEqual([]);
  });

  it('of an own badge require no lesson, class and version', async () => {
    const badge = { name: 'Own', type: 'ai', image: 'i', proficiency: 1 };
    const { badgeId } = (await asPlugin('createBadge', badge)).body;
    const { lessonId, classId, versionId, ...rest } = ASSERTION;
    expect((await assert({ ...rest, badgeId })).status).toBe(200);
  });
});

describe('other skills and additional info', () => {
  it('exclude unknown users and users of other organizations', async () => {
    const { body } = await asPlugin('listOtherSkills', { userIds: 'u-leila,nobody,u-kofi' });
    expect(body.map(({ userId }: { userId: string }) => userId)).toEqual(['u-kofi']);
  });

  it('are added to a user', async () => {
    const add = (body: object) => asPlugin('addUserInfo', body);
    const item = { title: 'Languages', description: 'Twi' };
    expect((await add({ userId: 'u-kofi', additionalInfo: [item] })).body).toEqual({
      userId: 'u-kofi',
      additionalInfo: [item],
    });
    expect((await add({ userId: 'u-kofi', additionalInfo: [item] })).body.additionalInfo).toHaveLength(2);
  });
});
