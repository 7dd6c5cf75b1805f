import { createServer, type IncomingMessage } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { paths } from './paths.ts';
import type {
  ClassRow,
  CourseRow,
  LessonRow,
  LevelsRow,
  NotificationRow,
  ObjectiveRow,
  PageRow,
  PerformanceRow,
  RankRow,
  StructureRow,
  UserRow,
} from './rows.ts';
import { CONNECTIONS, PORT, UPSTREAM } from './settings.ts';

/**
 * A hand-written server optimized for speed alone: node:http, `undici.dispatch`, every call made as early as possible and
 * none twice, JSON concatenated by one function per operation. No GraphQL, validation, limits, logs, or errors but a 500.
 */
const pool = new Pool(UPSTREAM, { connections: CONNECTIONS, pipelining: 1 });

class Reply implements Dispatcher.DispatchHandler {
  readonly #resolve: (body: string) => void;
  readonly #reject: (error: Error) => void;
  #chunks: Buffer[] = [];

  constructor(resolve: (body: string) => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    if (status !== 200) this.#reject(new Error(`upstream: ${status}`));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    this.#resolve((this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks)).toString());
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}

async function read<Row>(path: string, authorization: string): Promise<Row> {
  const body = await new Promise<string>((resolve, reject) => {
    pool.dispatch(
      { method: 'GET', path, headers: { accept: 'application/json', authorization } },
      new Reply(resolve, reject),
    );
  });
  return JSON.parse(body);
}

/** Profile reads in flight: the operations of one screen share one call. */
const profiles = new Map<string, Promise<UserRow>>();

function profileOf(authorization: string): Promise<UserRow> {
  const known = profiles.get(authorization);
  if (known) return known;
  const profile = read<UserRow>(paths.profile, authorization).finally(() => profiles.delete(authorization));
  profiles.set(authorization, profile);
  return profile;
}

const classesOf = (first: number, authorization: string): Promise<PageRow<ClassRow>> =>
  read(paths.classes(first), authorization);

const structuresOf = (rows: readonly ClassRow[], authorization: string): Promise<StructureRow[]> =>
  Promise.all(rows.map(({ groupId }) => read<StructureRow>(paths.structure(groupId), authorization)));

/** Objectives per course, read once. */
async function objectivesOf(
  rows: readonly ClassRow[],
  authorization: string,
): Promise<Map<string, { id: string; name: string }[]>> {
  const ids = [...new Set(rows.map(({ course }) => course.courseId))];
  const lists = await Promise.all(
    ids.map(async (courseId) => {
      const rows = await read<ObjectiveRow[]>(paths.objectives(courseId), authorization);
      return rows.map(({ objectiveId, name }) => ({ id: objectiveId, name }));
    }),
  );
  return new Map(lists.map((list, index) => [ids[index] ?? '', list]));
}

const lessonOf = (row: LessonRow) => ({
  id: row.lessonId,
  name: row.name,
  description: row.description,
  profilePicId: row.profilePic,
  coverPhotoId: row.coverPhoto,
  media: row.media,
  isAssessment: row.isAssessment,
  expectedCompletionTime: row.expectedCompletionTime,
  instructorGraded: row.instructorGraded,
});

const operations: Record<string, (authorization: string) => Promise<unknown>> = {
  async Me(authorization) {
    const { userId, handle, firstName, lastName, profilePic, role, email } = await profileOf(authorization);
    return { me: { id: userId, handle, firstName, lastName, profilePicId: profilePic, role, email } };
  },

  async Courses(authorization) {
    const { docs, total } = await read<PageRow<CourseRow>>(paths.courses(100), authorization);
    const nodes = docs.map(({ courseId, name, description, profilePic, coverPhoto }) => ({
      id: courseId,
      name,
      description,
      profilePicId: profilePic,
      coverPhotoId: coverPhoto,
    }));
    return { courses: { nodes, totalCount: total } };
  },

  async Classes(authorization) {
    const { docs, total } = await classesOf(20, authorization);
    const [structures, objectives] = await Promise.all([
      structuresOf(docs, authorization),
      objectivesOf(docs, authorization),
    ]);
    const nodes = docs.map(({ groupId, name, course }, index) => ({
      id: groupId,
      name,
      course: { id: course.courseId, name: course.name, objectives: objectives.get(course.courseId) },
      students: structures[index]?.students.map(({ studentId, user }) => ({
        id: studentId,
        user: {
          id: user.userId,
          handle: user.handle,
          firstName: user.firstName ?? null,
          lastName: user.lastName ?? null,
          profilePicId: user.profilePic ?? null,
        },
      })),
    }));
    return { classes: { nodes, totalCount: total } };
  },

  async Course(authorization) {
    const [course, { levels }, objectives, performance] = await Promise.all([
      read<CourseRow>(paths.course('c-large'), authorization),
      read<LevelsRow>(paths.levels('c-large'), authorization),
      read<ObjectiveRow[]>(paths.objectives('c-large'), authorization),
      read<PerformanceRow[]>(paths.performance('c-large'), authorization),
    ]);
    const performances = new Map(
      performance.map(({ objectiveId, skill, skillDescription, score, lessonScores }) => [
        objectiveId,
        { skill, skillDescription, score, lessonScores },
      ]),
    );
    return {
      course: {
        id: course.courseId,
        name: course.name,
        description: course.description,
        levels: levels.map(({ levelId, name, lessons }) => ({
          id: levelId,
          name,
          lessons: lessons.map(lessonOf),
        })),
        objectives: objectives.map(({ objectiveId, name, lessonIds }) => ({
          id: objectiveId,
          name,
          lessonIds,
          performance: performances.get(objectiveId) ?? null,
        })),
      },
    };
  },

  Typename: () => Promise.resolve({ __typename: 'Query' }),

  async ScreenClasses(authorization) {
    const { docs, total } = await classesOf(10, authorization);
    const structures = await structuresOf(docs, authorization);
    const nodes = docs.map(({ groupId, name, course }, index) => ({
      id: groupId,
      name,
      course: { id: course.courseId, name: course.name, profilePicId: course.profilePic },
      instructors: structures[index]?.instructors.map(({ instructorId, user }) => ({
        id: instructorId,
        user: { id: user.userId, handle: user.handle, firstName: user.firstName, lastName: user.lastName },
      })),
    }));
    return { classes: { nodes, totalCount: total } };
  },

  async Unread(authorization) {
    const [{ userId }, rows] = await Promise.all([
      profileOf(authorization),
      read<NotificationRow[]>(paths.notifications(10), authorization),
    ]);
    const nodes = rows.map(({ notificationId, text, path = null }) => ({
      id: notificationId,
      text,
      path,
    }));
    return { me: { id: userId, notifications: { nodes, totalCount: null } } };
  },

  async Rank(authorization) {
    const [{ rank, score }, { userId, handle }] = await Promise.all([
      read<RankRow>(paths.rank, authorization),
      profileOf(authorization),
    ]);
    return { leaderboardRank: { rank, score, user: { id: userId, handle } } };
  },
};

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [first] = chunks;
      resolve((chunks.length === 1 && first ? first : Buffer.concat(chunks)).toString());
    });
    request.on('error', reject);
  });
}

async function respond(request: IncomingMessage): Promise<string> {
  const { operationName }: { operationName: string } = JSON.parse(await readBody(request));
  const operation = operations[operationName];
  if (!operation) throw new Error(`no operation ${operationName}`);
  return JSON.stringify({ data: await operation(request.headers.authorization ?? '') });
}

createServer((request, response) => {
  respond(request).then(
    (json) => {
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(json),
      });
      response.end(json);
    },
    () => response.writeHead(500).end(),
  );
}).listen(PORT, '127.0.0.1');
