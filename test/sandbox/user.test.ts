import { describe, expect, it } from 'vitest';
import { forSuite } from '../support/suite.ts';
import { startPlatform } from './platform.ts';

const platform = forSuite(startPlatform);

const asStudent = (route: string, query: Record<string, string> = {}) =>
  platform.request(route, { as: platform.student, query });

describe('profiles', () => {
  it('shows the private fields only in the own profile', async () => {
    const { body } = await asStudent('/user/v1/my/profile');
    expect(body).toMatchObject({
      userId: 'u-ana',
      email: 'ana.ferreira@school.example',
      trainer: false,
      trainee: true,
      position: 'Trail Volunteer',
    });
    expect(body).not.toHaveProperty('anonymous');
  });

  it('shows friends without e-mail, and anonymous ones without a name', async () => {
    const { body } = await asStudent('/user/v1/my/friends');
    expect(body.map((friend: { userId: string }) => friend.userId)).toContain('u-kofi');
    const heron = body.find((friend: { userId: string }) => friend.userId === 'u-guest-heron');
    expect(heron).toEqual({
      handle: '@quiet-heron',
      userType: 'adult',
      accountType: 'Adult',
      country: 'US',
      profilePic: null,
      coverPhoto: null,
      userId: 'u-guest-heron',
      organizationRoles: {},
      anonymous: true,
    });
    expect(body.every((friend: object) => !('email' in friend))).toBe(true);
  });
});

describe('anonymous users', () => {
  const create = (body: Record<string, unknown>) => platform.call('createAnonymousUser', '', body);
  const guest = { anonymous: true, clientId: 'demo-app', dateOfBirth: '1990-05-01' };

  it.each([
    ['2026-01-01', 'child', 'Kid'],
    ['2013-09-02', 'child', 'Kid'],
    ['2013-09-01', 'teen-minor', 'Kid'],
    ['2008-09-01', 'adult', 'Adult'],
  ])('born on %s are %s', async (dateOfBirth, userType, accountType) => {
    const { body } = await create({ ...guest, dateOfBirth });
    expect(body).toMatchObject({
      anonymous: true,
      userType,
      accountType,
      profilePic: null,
      coverPhoto: null,
    });
    const profile = await platform.request('/user/v1/my/profile', { as: body.access_token });
    expect(profile.body.userId).toBe(body.userId);
  });

  it.each([
    ['not requested as anonymous', { anonymous: false }],
    ['of an unknown app', { clientId: 'nobody' }],
    ['born tomorrow', { dateOfBirth: '2026-09-02' }],
    ['born on an invalid date', { dateOfBirth: 'soon' }],
  ])('are refused when %s', async (_what, changes) => {
    expect((await create({ ...guest, ...changes })).status).toBe(400);
  });
});

describe('search', () => {
  const handles = (body: { docs: { handle: string }[] }) => body.docs.map((user) => user.handle);

  it('matches handles and full names, ignoring case, and is paged', async () => {
    expect(handles((await asStudent('/user/v1/search', { term: 'priya RAM' })).body)).toEqual([
      '@priya.raman',
    ]);
    const { body } = await asStudent('/user/v1/search', { term: '@', limit: '3', page: '2' });
    expect(Object.keys(body)).toEqual(['docs', 'page', 'total']);
    expect(body.docs).toHaveLength(3);
    expect(body.page).toBe(2);
    expect(body.total).toBeGreaterThan(30);
  });

  it('excludes users who have disabled public search', async () => {
    expect((await asStudent('/user/v1/search', { term: 'viktor' })).body).toMatchObject({
      docs: [],
      total: 0,
    });
  });

  it('returns random users: ten by default, at most 25', async () => {
    expect((await asStudent('/user/v1/search/random')).body).toHaveLength(10);
    const { body } = await asStudent('/user/v1/search/random', { count: '25' });
    expect(new Set(body.map((user: { userId: string }) => user.userId)).size).toBe(25);
  });
});
