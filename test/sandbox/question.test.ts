import { expect, it } from 'vitest';
import { forSuite } from '../support/suite.ts';
import { startPlatform } from './platform.ts';

const platform = forSuite(startPlatform);

const questions = (token: string, query: Record<string, string>, header = 'Authentication') =>
  platform.request('/edu/v1/question/', { headers: { [header]: `Bearer ${token}` }, query });

it('lists the questions of a course, removed ones only on request', async () => {
  const { body } = await questions(platform.instructor, { courseId: 'c-first-aid' });
  expect(body).toHaveLength(3);
  expect(body[2]).toEqual({
    id: 'q-heat-stroke',
    _id: 'q-heat-stroke',
    __t: 'CourseQuestion',
    __v: 0,
    course: 'c-first-aid',
    text: expect.any(String),
    questionType: 'short-answer',
    answers: [],
    correctAnswerIndex: -1,
    createdDate: '2026-01-11T09:30:00.000Z',
  });
  const all = await questions(platform.instructor, { courseId: 'c-first-aid', showRemoved: 'true' });
  expect(all.body.map((question: { removedDate?: string }) => question.removedDate)).toContain(
    '2026-02-20T16:00:00.000Z',
  );
});

it('is accessible to the instructors and managers of the course', async () => {
  const status = async (userId: string, courseId: string) =>
    (await questions(platform.issueToken(userId), { courseId })).status;
  expect(await status('u-ana', 'c-first-aid')).toBe(403);
  expect(await status('u-marcus', 'c-range')).toBe(403);
  expect(await status('u-samuel', 'c-range')).toBe(200);
  expect(await status('u-beatriz', 'c-kitchen')).toBe(200);
  expect(await status('u-marcus', 'nothing')).toBe(404);
});

it('requires the header Authentication and the trailing slash', async () => {
  const query = { courseId: 'c-first-aid' };
  expect((await questions(platform.instructor, query, 'Authorization')).status).toBe(401);
  const headers = { authentication: platform.instructor };
  expect((await platform.request('/edu/v1/question', { headers, query })).status).toBe(404);
  expect((await questions(platform.instructor, {})).status).toBe(400);
  expect((await questions(platform.instructor, { ...query, showRemoved: 'perhaps' })).status).toBe(400);
});
