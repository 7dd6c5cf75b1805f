import { DIALECTS, type DialectName } from 'learning-platform-kit/sandbox';
import { describe, expect, it } from 'vitest';
import { forSuite } from '../support/suite.ts';
import { startPlatform } from './platform.ts';

const inDialect = (dialect: DialectName) => forSuite(() => startPlatform({ dialect }));

const ANA = { handle: '@ana.ferreira', profilePic: 'img-portrait-01' };

describe('the embedded platform writes its responses', () => {
  it('in five dialects', () => {
    expect(DIALECTS).toEqual(['plain', 'data', 'result', 'numeric', 'all']);
  });

  describe.each([
    ['data', (body: unknown) => ({ data: body })],
    ['result', (body: unknown) => ({ success: true, result: body })],
  ] as const)('under `%s`', (dialect, wrapped) => {
    const plain = forSuite(() => startPlatform());
    const platform = inDialect(dialect);

    it.each(['readOwnProfile', 'listFriends', 'listCourses', 'listNotes', 'validateSession'] as const)(
      '%s',
      async (route) => {
        const { body } = await plain.call(route, plain.student);
        const without = (value: unknown) =>
          JSON.parse(JSON.stringify(value).replace(/"sessionId":"[^"]*"/, '"":""'));
        expect(without((await platform.call(route, platform.student)).body)).toEqual(without(wrapped(body)));
      },
    );

    it('also pictures, but not what an app has stored', async () => {
      const { body } = await plain.call('readBucket', plain.student, { id: 'trail-map' });
      expect((await platform.call('readBucket', platform.student, { id: 'trail-map' })).body).toEqual(body);
      const picture = await plain.call('readProfilePicture', plain.student);
      expect((await platform.call('readProfilePicture', platform.student)).body).toEqual(
        wrapped(picture.body),
      );
    });

    it('but not refusals', async () => {
      const refused = await platform.call('readNote', platform.student, { noteId: 'n-none' });
      expect([refused.status, refused.body]).toEqual([
        404,
        { error: { code: 'NOT_FOUND', message: 'note not found' } },
      ]);
    });
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

    it('keeps the documented wrapper of a page, and what is no ID', async () => {
      const { body } = await platform.call('listCourses', platform.student, { limit: 1 });
      expect(body).toMatchObject({
        total: 14,
        limit: 1,
        page: 1,
        docs: [{ courseId: expect.any(Number), name: expect.any(String) }],
      });
      expect((await platform.call('readOwnProfile', platform.student)).body).toMatchObject({
        handle: ANA.handle,
      });
    });

    it('understands its numbers in queries and bodies', async () => {
      const listed = await platform.call('listNotes', platform.student);
      const { noteId } = listed.body.notes[0];
      expect((await platform.call('readNote', platform.student, { noteId })).body).toEqual(
        listed.body.notes[0],
      );
      expect(
        (await platform.call('removeNote', platform.student, { noteId: String(noteId) })).body,
      ).toMatchObject({ noteId });
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

  it('with everything at once', async () => {
    const platform = await startPlatform({ dialect: 'all' });
    const { body } = await platform.call('listFriends', platform.student);
    expect(body).toEqual({ success: true, result: { data: { friends: expect.any(Array) } } });
    await platform.close();
  });
});
