import { ROUTES, type RouteId } from 'learning-platform-kit/contract/routes';
import { describe, expect, it } from 'vitest';
import { forSuite } from '../support/suite.ts';
import { ASSERTION, startPlatform } from './platform.ts';

const PLUGINS = ['plugin', 'limitedPlugin'] as const;
/** ID of a user, or name of a plugin. */
type Caller = `u-${string}` | (typeof PLUGINS)[number];
type Answer = readonly [status: number, what: string, as: Caller, values: object];

const PLAN = { id: 'instructor-plan' };
const TRAIL = { id: 'trail-map' };
const AID = { courseId: 'c-first-aid' };
const ODD_KEYS = ['__proto__.polluted', 'constructor.prototype.polluted', 'a..b', '.', 'huts.__proto__'];
const UNKNOWN = ['nothing', 'a&b=c', '#', '../list', 'c-first-aid ', '\r\nX: y', '__proto__', '%2F'].map(
  (courseId): Answer => [404, JSON.stringify(courseId), 'u-ana', { courseId }],
);
const POLLUTED = JSON.parse('{"inner":{"__proto__":{"polluted":true}}}');
const INFO = { additionalInfo: [{ title: 'Languages', description: 'Twi' }] };

/** What a route answers beyond what the contract documents of its parameters and credential (`contract.test.ts`). */
const ANSWERS: Readonly<Partial<Record<RouteId, readonly Answer[]>>> = {
  createBucket: [
    [409, 'an ID that exists', 'u-ana', TRAIL],
    [404, 'an unknown user', 'u-ana', { id: 'x', users: ['nobody'] }],
    [400, 'data with a prototype', 'u-ana', { id: 'evil', data: POLLUTED }],
  ],
  readBucket: [
    [200, 'a public bucket', 'u-tomas', TRAIL],
    [403, 'a bucket of others', 'u-ana', PLAN],
    [404, 'an unknown bucket', 'u-ana', { id: 'nothing' }],
    ...ODD_KEYS.map((key): Answer => [400, key, 'u-ana', { ...TRAIL, key }]),
  ],
  updateBucket: [
    [403, 'a bucket of others', 'u-ana', { ...PLAN, key: 'a', value: 1 }],
    [403, 'a public bucket of others', 'u-tomas', { ...TRAIL, key: 'a', value: 1 }],
    [400, 'a place after a gap', 'u-ana', { ...TRAIL, key: 'huts.9', value: 1 }],
    [400, 'a place in a number', 'u-ana', { ...TRAIL, key: 'huts.0.beds.n', value: 1 }],
    ...ODD_KEYS.map((key): Answer => [400, key, 'u-ana', { ...TRAIL, key, value: true }]),
  ],
  deleteBucket: [[403, 'a bucket of others', 'u-ana', PLAN]],
  addBucketUser: [[403, 'a bucket of others', 'u-ana', { ...PLAN, userId: 'u-ana' }]],
  removeBucketUser: [[404, 'a user who is not on the list', 'u-ana', { ...TRAIL, userId: 'u-kofi' }]],

  readCourse: UNKNOWN,
  listObjectives: UNKNOWN,
  readLevels: [
    ...UNKNOWN,
    [200, 'a course, whatever the class', 'u-ana', { courseId: 'c-fire', classId: 'nothing' }],
    [200, 'a class', 'u-ana', { classId: 'g-radio-evening' }],
    [400, 'neither', 'u-ana', {}],
    [404, 'an unknown class', 'u-ana', { classId: 'nothing' }],
    [200, "a student in the caller's class", 'u-marcus', { ...AID, studentId: 's-first-aid-spring-tomas' }],
    [
      403,
      'a student in the class of others',
      'u-marcus',
      { ...AID, studentId: 's-first-aid-vanguard-reyes' },
    ],
    [403, 'another student', 'u-ana', { ...AID, studentId: 's-first-aid-spring-tomas' }],
    [404, 'a student of another course', 'u-ana', { ...AID, studentId: 's-radio-evening-ana' }],
    [404, 'an unknown student', 'u-ana', { ...AID, studentId: 'nobody' }],
  ],
  readClass: [
    [403, 'a class of others', 'u-ana', { classId: 'g-range-vanguard' }],
    [404, 'an unknown class', 'u-ana', { classId: 'nothing' }],
  ],
  listQuestions: [
    [200, 'an instructor', 'u-samuel', { courseId: 'c-range' }],
    [200, 'a manager', 'u-beatriz', { courseId: 'c-kitchen' }],
    [403, 'a student', 'u-ana', AID],
    [403, 'an instructor of another course', 'u-marcus', { courseId: 'c-range' }],
    [404, 'an unknown course', 'u-marcus', { courseId: 'nothing' }],
  ],
  readRank: [[404, 'categories without an entry', 'u-ana', { categories: 'cooking' }]],

  createNote: [
    [400, 'no subject', 'u-ana', { text: 'x' }],
    [404, 'an unknown lesson', 'u-ana', { text: 'x', lessonId: 'nothing' }],
    [404, 'an unknown student', 'u-ana', { text: 'x', studentId: 'nobody' }],
    [403, 'a class of others', 'u-ana', { text: 'x', classId: 'g-range-vanguard' }],
    [403, 'another student', 'u-ana', { text: 'x', studentId: 's-first-aid-spring-tomas' }],
  ],
  readNote: [[403, 'a note of others', 'u-ana', { noteId: 'n-ana-tourniquet' }]],
  removeNote: [[403, 'a note of others', 'u-marcus', { noteId: 'n-ana-clouds' }]],
  sendNotification: [[404, 'an unknown receiver', 'u-marcus', { receiver: 'nobody', text: 'x' }]],
  acknowledgeNotification: [[404, 'one of others', 'u-marcus', { notificationId: 'nt-exam' }]],
  registerDevice: [[400, 'an unknown token', 'u-ana', { deviceToken: 'd', refreshToken: 'unknown' }]],
  listRandomUsers: [[400, 'more than 25', 'u-ana', { count: '26' }]],

  listLearningRecords: [
    [200, 'a plugin with the permission', 'limitedPlugin', {}],
    [403, 'another organization', 'plugin', { orgIds: 'org-vanguard,org-harbor' }],
  ],
  listCourseBadges: [[403, 'a plugin without the permission', 'limitedPlugin', {}]],
  listOtherSkills: [[403, 'a plugin without the permission', 'limitedPlugin', { userId: 'u-leila' }]],
  addUserInfo: [[403, 'a user of another organization', 'plugin', { userId: 'u-leila', ...INFO }]],
  assertBadge: [
    [404, 'an unknown user', 'plugin', { ...ASSERTION, userId: 'nobody' }],
    [403, 'a user of another organization', 'plugin', { ...ASSERTION, userId: 'u-leila' }],
    [404, 'an unknown badge', 'plugin', { ...ASSERTION, badgeId: 'nothing' }],
    [400, 'a badge of the service without a version', 'plugin', { ...ASSERTION, versionId: undefined }],
  ],
};

const ROWS = ROUTES.flatMap(({ id }) => (ANSWERS[id] ?? []).map((answer) => [id, ...answer] as const));

describe('the sandbox', () => {
  const platform = forSuite(startPlatform);

  it.each(ROWS)('answers %s with %i for %s, to %s', async (route, status, _what, as, values) => {
    const plugin = PLUGINS.find((name) => name === as);
    const credential = plugin ? platform.credentials[plugin] : platform.issueToken(as);
    const answer = await platform.call(route, credential, { ...values });
    expect(answer.status).toBe(status);
    if (status >= 400)
      expect(answer.body).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
    expect({}).not.toHaveProperty('polluted');
  });
});
