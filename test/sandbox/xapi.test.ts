import { describe, expect, it } from 'vitest';
import { forSuite } from '../support/suite.ts';
import { startPlatform } from './platform.ts';

const platform = forSuite(startPlatform);

describe('version 2 statements', () => {
  const id = (kind: string) => `${platform.xapi.apiIdBase}/${kind}`;
  const statement = (changes: Record<string, unknown> = {}) => ({
    actor: { account: { homePage: platform.xapi.homePage, name: '@ana.ferreira' } },
    verb: { id: 'http://adlnet.gov/expapi/verbs/experienced' },
    object: { id: `${platform.xapi.base}/objects/lesson`, extensions: { [id('lesson')]: 'l-heat' } },
    ...changes,
  });
  const post = (body: object, as = platform.student) => platform.call('recordStatement', as, { ...body });

  it('are accepted, and linked to the actor’s newest class with the lesson', async () => {
    const { status, body } = await post(statement({ timestamp: '2026-08-30T10:00:00Z' }));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      statementId: expect.any(String),
      version: 2,
      userId: 'u-ana',
      lessonId: 'l-heat',
      studentId: 's-first-aid-spring-ana',
      classId: 'g-first-aid-spring',
      timestamp: '2026-08-30T10:00:00Z',
      stored: '2026-09-01T12:00:00.000Z',
    });
  });

  it('may link to the caller’s own system, with the service’s ID in the extensions', async () => {
    const object = { id: 'https://game.example/levels/7', extensions: { [id('course')]: 'c-first-aid' } };
    expect((await post(statement({ object }))).status).toBe(200);
  });

  it('unlock lessons by completing their prerequisites', async () => {
    const query = { courseId: 'c-land-nav', studentId: 's-land-nav-night-ana' };
    const secondLevel = async () => {
      const { body } = await platform.request('/edu/v1/course/levels', { as: platform.student, query });
      return body.levels[1].lessons[0].locked;
    };
    expect(await secondLevel()).toBe(true);
    const done = await post(
      statement({
        verb: { id: 'http://adlnet.gov/expapi/verbs/completed' },
        object: { id: `${platform.xapi.base}/objects/lesson`, extensions: { [id('lesson')]: 'l-grid' } },
        result: { score: { scaled: 0.93 } },
      }),
    );
    expect(done.body.studentId).toBe('s-land-nav-night-ana');
    expect(await secondLevel()).toBe(false);
  });

  it('may be recorded for the caller and for students of the caller’s classes', async () => {
    const actor = { account: { homePage: platform.xapi.homePage, name: '@priya.raman' } };
    expect((await post(statement({ actor }))).status).toBe(403);
    expect((await post(statement({ actor }), platform.instructor)).status).toBe(200);
  });

  it.each([
    ['rule 1: no account', { actor: { mbox: 'mailto:a@b.c' } }, 400],
    [
      'rule 1: another home page',
      { actor: { account: { homePage: 'https://x.y', name: '@ana.ferreira' } } },
      400,
    ],
    ['rule 2: a verb not in the list', { verb: { id: 'http://adlnet.gov/expapi/verbs/danced' } }, 400],
    ['rule 2: no verb id', { verb: {} }, 400],
    ['rule 3: no URI', { object: { id: 'lesson' } }, 400],
    ['rule 3: no extension', { object: { id: 'https://game.example/1' } }, 400],
    ['a context that is not an object', { context: 'class' }, 400],
    ['a result whose score is text', { result: { score: { scaled: 'high' } } }, 400],
    ['an authority that is not an object', { authority: 'me' }, 400],
    ['a timestamp that is not a date', { timestamp: 'yesterday' }, 400],
  ])('are refused by %s', async (_rule, changes, expected) => {
    expect((await post(statement(changes))).status).toBe(expected);
  });

  it('are refused if IDs and kinds do not match', async () => {
    const status = async (kind: string, extensions: object, context?: object) => {
      const object = { id: `${platform.xapi.base}/objects/${kind}`, extensions };
      return (await post(statement({ object, ...(context && { context }) }))).status;
    };
    expect(await status('lesson', { [id('course')]: 'c-first-aid' })).toBe(400);
    expect(await status('galaxy', { [id('galaxy')]: 'x' })).toBe(400);
    expect(await status('course', { [id('course')]: 7 })).toBe(400);
    expect(await status('course', { [id('course')]: 'nothing' })).toBe(404);
    const lesson = { [id('lesson')]: 'l-heat' };
    expect(await status('lesson', lesson, { extensions: { [id('galaxy')]: 'x' } })).toBe(400);
    expect(await status('lesson', lesson, { extensions: { [id('student')]: 'nobody' } })).toBe(404);
    expect(
      await status('lesson', lesson, { extensions: { [id('student')]: 's-first-aid-spring-priya' } }),
    ).toBe(400);
    expect(await status('lesson', lesson, { extensions: { 'https://other.example/x': 'anything' } })).toBe(
      200,
    );
  });
});

describe('version 1 statements', () => {
  const post = (object: unknown, changes: Record<string, unknown> = {}) =>
    platform.call('recordActivity', platform.student, {
      actor: 'u-ana',
      verb: 'Correct Item Selected',
      object,
      ...changes,
    });

  it('are accepted with the object raw or stringified, and with any verb', async () => {
    expect((await post({ target: 'the red bag' }, { verb: 'Hid' })).body).toMatchObject({
      version: 1,
      verb: 'Hid',
    });
    const { body } = await post(JSON.stringify({ lessonId: 'l-grid', questionIndex: 0, knowledge: true }));
    expect(body).toMatchObject({
      lessonId: 'l-grid',
      studentId: 's-land-nav-night-ana',
      classId: 'g-land-nav-night',
    });
  });

  it('use the student that they name', async () => {
    const { body } = await post({ lessonId: 'l-grid', studentId: 's-land-nav-ridge-ana' });
    expect(body.classId).toBe('g-land-nav-ridge');
  });

  it.each([
    ['a question without its lesson', { questionText: 'Why?' }, 400],
    ['an index below zero', { lessonId: 'l-grid', questionIndex: -1 }, 400],
    ['an invalid flag', { error: 'a little' }, 400],
    ['an object that is not JSON', '{', 400],
    ['an object that is a list', [], 400],
    ['another user’s student ID', { studentId: 's-first-aid-spring-priya' }, 400],
    ['an unknown lesson', { lessonId: 'nothing' }, 404],
    ['an unknown class', { classId: 'nothing' }, 404],
    ['an unknown objective', { objectiveId: 'nothing' }, 404],
  ])('are refused by %s', async (_what, object, expected) => {
    expect((await post(object)).status).toBe(expected);
  });

  it('require a verb, and an actor that the caller may act for', async () => {
    expect((await post({}, { actor: 'u-priya' })).status).toBe(403);
    expect((await post({}, { actor: 'nobody' })).status).toBe(404);
    expect((await post({}, { verb: '' })).status).toBe(400);
    expect((await post({}, { timestamp: 'soon' })).status).toBe(400);
  });
});
