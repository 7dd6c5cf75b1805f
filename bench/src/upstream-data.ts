import { type Sandbox, startSandbox } from 'learning-platform-kit/sandbox';

/** JSON response by path and query, for every call that a workload may cause. */
export type Responses = Map<string, string>;

export interface School {
  courses: number;
  classes: number;
  /** Students per class. */
  students: number;
  /** Number of times the large course repeats the levels of the real one. */
  levels: number;
}

export const SCHOOL: School = { courses: 100, classes: 20, students: 25, levels: 11 };
/** Number of courses that the classes share. */
const DISTINCT_COURSES = 5;

type Row = Record<string, unknown>;

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function rowIn(json: unknown): Row {
  if (!isRow(json)) throw new Error('the sandbox response is not of the expected shape');
  return json;
}

function rowsIn(json: unknown): Row[] {
  const list: unknown = isRow(json) ? json.docs : json;
  if (!Array.isArray(list)) throw new Error('the sandbox response is not of the expected shape');
  return list.map(rowIn);
}

/** Repeats the given rows up to a count. */
const repeated = (rows: readonly Row[], count: number, idField: string): Row[] =>
  Array.from({ length: count }, (_, index) => {
    const row = rowIn(rows[index % rows.length]);
    const round = Math.floor(index / rows.length);
    return round === 0 ? row : { ...row, [idField]: `${row[idField]}-${round}` };
  });

const pageOf = (rows: readonly Row[], limit: number, page = 1): string =>
  JSON.stringify({
    docs: rows.slice((page - 1) * limit, page * limit),
    total: rows.length,
    limit,
    page,
    pages: Math.ceil(rows.length / limit),
  });

/**
 * The upstream's responses: rows as the embedded platform sends them, repeated to the requested size. All are prepared
 * in advance, so that every contestant is served the same at the same cost.
 */
export async function prepareAnswers(school: School): Promise<Responses> {
  const sandbox = await startSandbox();
  try {
    return await derive(sandbox, school);
  } finally {
    await sandbox.close();
  }
}

async function derive(sandbox: Sandbox, school: School): Promise<Responses> {
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(sandbox.url + path, {
      headers: { authorization: `Bearer ${sandbox.credentials.student}` },
    });
    if (!response.ok) throw new Error(`the sandbox responded ${response.status} to ${path}`);
    return response.json();
  };
  const responses: Responses = new Map();
  const give = (path: string, json: unknown): void => {
    responses.set(path, typeof json === 'string' ? json : JSON.stringify(json));
  };
  for (const path of ['/user/v1/my/profile', '/leaderboard/v1/rank']) give(path, await read(path));
  const notifications = '/notifications/v1?acknowledge=false&limit=10&page=1';
  give(notifications, await read(notifications));
  const realCourses = rowsIn(await read('/edu/v1/course/list?limit=100&page=1'));
  const courses = repeated(realCourses, school.courses, 'courseId');
  for (const limit of [10, 20, 100])
    give(`/edu/v1/course/list?limit=${limit}&page=1`, pageOf(courses, limit));

  const taken = courses.slice(0, DISTINCT_COURSES);
  for (const { courseId } of taken) {
    give(
      `/edu/v1/course/objectives?courseId=${courseId}`,
      await read(`/edu/v1/course/objectives?courseId=${courseId}`),
    );
  }
  const structure = rowIn(await read('/edu/v1/class/structure?classId=g-first-aid-spring'));
  const students = repeated(rowsIn(structure.students), school.students, 'studentId');
  const classRows = repeated(
    rowsIn(await read('/edu/v1/class/list?limit=100&page=1')),
    school.classes,
    'groupId',
  ).map((row, index): Row => ({ ...row, course: taken[index % DISTINCT_COURSES] }));
  for (const limit of [1, 5, 10, 20, 50, 100]) {
    for (let page = 1; page === 1 || (page - 1) * limit < classRows.length; page += 1) {
      give(`/edu/v1/class/list?limit=${limit}&page=${page}`, pageOf(classRows, limit, page));
    }
  }
  for (const { groupId, name, course } of classRows) {
    give(`/edu/v1/class/structure?classId=${groupId}`, { ...structure, groupId, name, course, students });
  }
  await giveLargeCourse(school, read, give);
  return responses;
}

/** One course with more levels, objectives and results than any in the sandbox. */
async function giveLargeCourse(
  { levels }: School,
  read: (path: string) => Promise<unknown>,
  give: (path: string, json: unknown) => void,
): Promise<void> {
  const ask = (path: string): Promise<unknown> => read(`${path}?courseId=c-first-aid`);
  const course = { ...rowIn(await ask('/edu/v1/course')), courseId: 'c-large' };
  const realLevels = rowsIn(rowIn(await ask('/edu/v1/course/levels')).levels);
  const objectives = rowsIn(await ask('/edu/v1/course/objectives'));
  const performance = rowsIn(await ask('/edu/v1/course/objectives/performance'));
  const times = (rows: Row[], idField: string): Row[] => repeated(rows, rows.length * levels, idField);
  give('/edu/v1/course?courseId=c-large', course);
  give('/edu/v1/course/levels?courseId=c-large', { ...course, levels: times(realLevels, 'levelId') });
  give('/edu/v1/course/objectives?courseId=c-large', times(objectives, 'objectiveId'));
  give('/edu/v1/course/objectives/performance?courseId=c-large', times(performance, 'objectiveId'));
}
