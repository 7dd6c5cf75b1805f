import type { RouteId } from 'learning-platform-kit/contract/routes';
import type { DialectName } from 'learning-platform-kit/sandbox';
import { describe, expect, it } from 'vitest';
import { forSuite } from '../support/suite.ts';
import { startPlatform } from './platform.ts';

const inDialect = (dialect: DialectName) => forSuite(() => startPlatform({ dialect }));

/** That another platform reads these forms is in `test/reach/dialects.test.ts`, that they conform in `test/conformance/recording.test.ts`. */
describe('the embedded platform writes its responses', () => {
  const plain = inDialect('plain');

  it.each([
    ['data', (body: unknown) => ({ data: body })],
    ['result', (body: unknown) => ({ success: true, result: body })],
  ] as const)('under `%s`, but not what an app has stored, nor refusals', async (dialect, wrapped) => {
    const platform = await startPlatform({ dialect });
    const both = async (route: RouteId, values = {}) =>
      Promise.all([plain, platform].map(async (one) => (await one.call(route, one.student, values)).body));
    for (const route of ['readOwnProfile', 'listFriends', 'listNotes', 'readProfilePicture'] as const) {
      const [body, spoken] = await both(route);
      expect(spoken).toEqual(wrapped(body));
    }
    const [stored, spoken] = await both('readBucket', { id: 'trail-map' });
    expect(spoken).toEqual(stored);
    const [, refused] = await both('readNote', { noteId: 'n-none' });
    expect(refused).toEqual({ error: { code: 'NOT_FOUND', message: 'note not found' } });
    await platform.close();
  });

  describe('with numbers', () => {
    const platform = inDialect('numeric');

    it('has bare lists under their noun, IDs as numbers and times in milliseconds', async () => {
      const { body } = await platform.call('listNotifications', platform.student, { acknowledge: true });
      expect(body).toEqual({ notifications: expect.any(Array) });
      expect(body.notifications.at(-1)).toEqual({
        notificationId: Number(platform.dialect.idOf('nt-welcome')),
        receiver: Number(platform.dialect.idOf('u-ana')),
        sender: Number(platform.dialect.idOf('u-marcus')),
        text: 'Welcome to the Spring Group!',
        path: '/classes/g-first-aid-spring',
        persist: 'true',
        acknowledge: true,
        createdDate: Date.parse('2026-03-02T08:05:00.000Z'),
      });
      const assertions = await platform.call('listBadgeAssertions', platform.credentials.plugin, {
        userIds: 'u-ana',
      });
      expect(Object.keys(assertions.body)).toEqual(['assertions']);
    });

    it('changes nothing in what an app stores', async () => {
      const bucket = {
        id: 'kit',
        data: { userId: 'u-ana', since: '2026-03-02T08:05:00.000Z', ids: ['u-ana'] },
      };
      const { body } = await platform.call('createBucket', platform.student, bucket);
      expect(body).toMatchObject({ ...bucket, users: [Number(platform.dialect.idOf('u-ana'))] });
      expect((await platform.call('readBucket', platform.student, { id: 'kit' })).body).toEqual(bucket.data);
    });
  });
});
