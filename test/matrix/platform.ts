import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Fault, json } from '../support/faults.ts';

/** The signed-in user, who is also the user of the sandbox's ATO requests. */
export const OWN = 'u-ana';
/** A user that only records name: looked up in the own profile, then among the friends. */
export const STRANGER = 'u-stranger';

const user = (userId: string) => ({
  userId,
  handle: `@${userId}`,
  userType: 'adult',
  accountType: 'Adult',
  country: 'US',
  position: 'Scout',
});
const course = (courseId: string | null) => ({ courseId: courseId ?? 'c', name: 'Course' });
const theClass = (groupId: string | null) => ({
  groupId: groupId ?? 'g',
  name: 'Class',
  course: course('c'),
});
const lesson = (lessonId: string, courseId: string | null) => ({
  lessonId,
  courseId: courseId ?? 'c',
  name: 'Lesson',
  locked: false,
});
const note = (userId: string) => ({
  noteId: `n-${userId}`,
  text: 'A note',
  lessonId: 'l',
  classId: 'g',
  courseId: 'c-of-note',
  userId,
  authorId: userId,
});
const entry = (userId: string) => ({ userId, score: 7, categories: ['x'], rank: 1 });
const assertion = (userId: string) => ({
  assertionId: `a-${userId}`,
  userId,
  badgeId: 'b-course',
  lessonId: 'l',
  classId: 'g',
  courseId: 'c',
});
const badge = (badgeId: string) => ({ badgeId, name: badgeId, description: 'A badge', proficiency: 2 });
const page = (docs: readonly unknown[]) => ({ docs, total: docs.length, limit: 100, page: 1, pages: 1 });

type Responses = Readonly<Record<string, (query: URLSearchParams) => unknown>>;

/**
 * A platform that allows everything and links every record to all others, so that every field of the graph can reach as
 * many routes as its credential permits. It responds to every read; writes go to the sandbox.
 */
const READS: Responses = {
  'GET /oauth/v2/token/validate': () => ({ valid: true }),
  'GET /oauth/v2/session/validate': () => ({ valid: true }),
  'GET /user/v1/my/profile': () => user(OWN),
  'GET /user/v1/my/friends': () => [user('u-friend'), user(OWN)],
  'GET /user/v1/my/profile/picture': () => 'AAAA',
  'GET /user/v1/my/profile/cover': () => 'BBBB',
  'GET /user/v1/search': () => page([user(OWN)]),
  'GET /user/v1/search/random': () => [user(OWN)],
  'GET /edu/v1/course': (query) => course(query.get('courseId')),
  'GET /edu/v1/course/list': () => page([course('c')]),
  'GET /edu/v1/course/objectives': () => [{ objectiveId: 'o', name: 'Objective', lessonIds: ['l'] }],
  'GET /edu/v1/course/objectives/performance': () => [
    { objectiveId: 'o', skill: 2, score: 80, lessonScores: [{ lessonId: 'l', score: 80, scoreType: 'x' }] },
  ],
  'GET /edu/v1/course/levels': (query) => {
    const courseId = query.get('courseId');
    const childLessons = [lesson('l-child', courseId)];
    return {
      ...course(courseId),
      levels: [{ levelId: 'v', lessons: [{ ...lesson('l', courseId), childLessons }] }],
    };
  },
  'GET /edu/v1/class/list': () => page([{ ...theClass('g'), joinCode: 'JOIN', studentId: 's' }]),
  'GET /edu/v1/class/structure': (query) => ({
    ...theClass(query.get('classId')),
    instructors: [{ instructorId: 'i', user: user('u-teacher') }],
    students: [{ studentId: 's', user: user(OWN) }],
    observers: [{ observerId: 'w', user: user('u-observer') }],
  }),
  'GET /edu/v1/question/': () => [
    { _id: 'q', course: 'c', text: 'Why?', answers: ['a'], correctAnswerIndex: 0 },
  ],
  'GET /edu/v1/note/list': () => [note(OWN), note(STRANGER)],
  'GET /edu/v1/note': (query) => note((query.get('noteId') ?? '').replace(/^n-/, '')),
  'GET /app/v1/bucket': () => ({ huts: [{ beds: 4 }] }),
  'GET /leaderboard/v1': (query) => [entry(query.get('categories') ?? OWN)],
  'GET /leaderboard/v1/rank': (query) => entry(query.get('user') ?? OWN),
  'GET /notifications/v1': () => [
    { notificationId: 'nt', text: 'Hello', receiver: OWN, sender: OWN },
    { notificationId: 'nt-2', text: 'Hello', receiver: STRANGER, sender: STRANGER },
  ],
  'GET /plugin/v2/ai/record-data': () => [{ userId: OWN }, { userId: STRANGER }],
  'GET /plugin/v2/ai/badge/assertion': () => [assertion(OWN), assertion(STRANGER)],
  'GET /plugin/v2/ai/badge/course': () => [badge('b-course')],
  'GET /plugin/v2/ai/badge/objective': () => [badge('b-objective')],
  'GET /plugin/v2/ai/other-skills': () => [
    { userId: OWN, hobbies: ['x'], skills: ['y'] },
    { userId: STRANGER, hobbies: ['x'], skills: ['y'] },
  ],
};

/** The platform of one gateway: its valid responses, and the current fault. */
export class MatrixPlatform {
  fault: { route: string; fault: Fault } | null = null;
  /** Responses that replace the default ones, by route. */
  responses: Readonly<Record<string, unknown>> = {};
  /** Calls of the faulty route since the fault was set. */
  calls = 0;

  begin(route: string, fault: Fault, responses: Readonly<Record<string, unknown>> = {}): void {
    this.fault = { route, fault };
    this.responses = responses;
    this.calls = 0;
  }

  end(): void {
    this.fault = null;
    this.responses = {};
  }

  /** For the sandbox's `intercept`. */
  intercept(request: IncomingMessage, response: ServerResponse): boolean {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://platform');
    const route = `${request.method} ${pathname}`;
    if (this.fault?.route === route) {
      this.calls += 1;
      this.fault.fault(request, response);
      return true;
    }
    const given = this.responses[route] ?? READS[route]?.(searchParams);
    if (given === undefined) return false;
    json(given)(request, response);
    return true;
  }
}
