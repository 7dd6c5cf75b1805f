import { describe, expect, it } from 'vitest';
import { json, status } from './support/faults.ts';
import { as, codesByPath, countByRoute } from './support/gateway.ts';
import { suiteGateway } from './support/suite.ts';

describe('courses', () => {
  const gateway = suiteGateway();

  it('primes courses from the list, so that reading one of them makes no call', async () => {
    const { data, calls } = await gateway.student(
      `{ courses(first: 2) { nodes { id name levels { lessons { course { name } } } } } }`,
    );
    const [first] = data.courses.nodes;
    expect(first.levels[0].lessons[0].course.name).toBe(first.name);
    expect(countByRoute(calls)).toEqual({ 'GET /edu/v1/course/list': 1, 'GET /edu/v1/course/levels': 2 });
  });

  describe('levels and locks', () => {
    const studentId = 's-first-aid-spring-ana';

    it("reads levels and one student's locks in one call", async () => {
      const { data, calls } = await gateway.student(
        `query ($student: ID!) {
          course(id: "c-first-aid") {
            levels { name lessons { ...Lock childLessons { ...Lock } } }
            objectives { lessons { ...Lock } performance { lessonScores { lesson { name } } } }
          }
        }
        fragment Lock on Lesson { id locked(studentId: $student) }`,
        { student: studentId },
      );
      const lessons = data.course.levels.flatMap(
        (level: { lessons: { locked: boolean }[] }) => level.lessons,
      );
      expect(lessons.some(({ locked }: { locked: boolean }) => locked)).toBe(true);
      expect(lessons.some(({ locked }: { locked: boolean }) => !locked)).toBe(true);
      expect(calls.filter((call) => call.includes('/levels'))).toEqual([
        `GET /edu/v1/course/levels?courseId=c-first-aid&studentId=${studentId}`,
      ]);
    });

    it.each([
      ['an unknown student', 'nobody', []],
      ['another student', 's-first-aid-spring-tomas', ['FORBIDDEN']],
    ])('returns the levels and loses only the locks of %s', async (_who, id, codes) => {
      const { data, errors, calls } = await gateway.query(
        `query ($id: ID!) { course(id: "c-first-aid") { levels { lessons { name locked(studentId: $id) } } } }`,
        { as: as.student, variables: { id } },
      );
      const [lesson] = data.course.levels[0].lessons;
      expect(lesson.name).toEqual(expect.any(String));
      expect(lesson.locked).toBeNull();
      expect([...new Set(Object.values(codesByPath(errors)))]).toEqual(codes);
      expect(calls.filter((call) => call.includes('/levels'))).toEqual([
        `GET /edu/v1/course/levels?courseId=c-first-aid&studentId=${id}`,
        'GET /edu/v1/course/levels?courseId=c-first-aid',
      ]);
    });

    it('reads without a student if the locks are skipped', async () => {
      const { calls } = await gateway.student(
        `query ($skip: Boolean!) { course(id: "c-first-aid") { levels { lessons { locked(studentId: "x") @skip(if: $skip) name } } } }`,
        { skip: true },
      );
      expect(calls.filter((call) => call.includes('/levels'))).toEqual([
        'GET /edu/v1/course/levels?courseId=c-first-aid',
      ]);
    });

    it("never mixes two students' locks", async () => {
      const { data, calls } = await gateway.student(
        `query ($own: ID!) { course(id: "c-first-aid") { levels { lessons { own: locked(studentId: $own) other: locked(studentId: "x") } } } }`,
        { own: studentId },
      );
      expect(data.course.levels[0].lessons[0]).toEqual({ own: false, other: null });
      expect(calls.filter((call) => call.includes('/levels'))).toEqual([
        `GET /edu/v1/course/levels?courseId=c-first-aid&studentId=${studentId}`,
        'GET /edu/v1/course/levels?courseId=c-first-aid&studentId=x',
      ]);
    });
  });

  describe('lessons without their levels', () => {
    const LEVELS = 'GET /edu/v1/course/levels?courseId=c-first-aid';
    const COURSE = 'GET /edu/v1/course?courseId=c-first-aid';
    const lesson = (lessonId: string, ...childLessons: object[]) => ({
      lessonId,
      courseId: 'c-first-aid',
      childLessons,
    });
    const nested = lesson('l-1', lesson('l-2', lesson('l-3')), { lessonId: 'l-4', courseId: 'c-first-aid' });
    const OUTLINE = '{ course(id: "c-first-aid") { lessons { id } third: lesson(id: "l-3") { id } } }';

    it('lists all lessons in order, each before its child lessons, in the call of the levels', async () => {
      const { data, calls } = await gateway.student(
        '{ course(id: "c-first-aid") { lessons { id } levels { lessons { id childLessons { id } } } } }',
      );
      const inLevels = data.course.levels.flatMap(({ lessons }: { lessons: { childLessons: object[] }[] }) =>
        lessons.flatMap(({ childLessons, ...one }) => [one, ...childLessons]),
      );
      expect(data.course.lessons).toEqual(inLevels);
      expect(data.course.lessons).toContainEqual({ id: 'l-airway' });
      expect(calls).toEqual([COURSE, LEVELS]);
    });

    it('finds a lesson at any depth, with the locks of a student in the same call', async () => {
      const student = 's-first-aid-spring-ana';
      const { data, calls } = await gateway.student(`{ course(id: "c-first-aid") {
        child: lesson(id: "l-airway") { id name locked(studentId: "${student}") course { id } }
        top: lesson(id: "l-tourniquet") { name }
        none: lesson(id: "l-of-another-course") { name }
      } }`);
      expect(data.course).toEqual({
        child: { id: 'l-airway', name: 'Airway', locked: false, course: { id: 'c-first-aid' } },
        top: { name: 'Tourniquet' },
        none: null,
      });
      expect(calls).toEqual([COURSE, `${LEVELS}&studentId=${student}`]);
    });

    const deep = { courseId: 'c-first-aid', levels: [{ levelId: 'lv', lessons: [nested] }] };

    it.each([
      ['as documented', deep],
      ['in `data`', { data: deep }],
      ['in a result', { success: true, result: deep }],
    ])('reads lessons nested more deeply than any document could select, %s', async (_, levels) => {
      gateway.faults.set('GET /edu/v1/course/levels', json(levels));
      const { data, calls } = await gateway.student(OUTLINE);
      expect(data.course.lessons).toEqual(['l-1', 'l-2', 'l-3', 'l-4'].map((id) => ({ id })));
      expect(data.course.third).toEqual({ id: 'l-3' });
      expect(calls).toEqual([COURSE, LEVELS]);
    });

    it.each([
      ['has no levels', { courseId: 'c-first-aid' }],
      ['has levels without lessons', { courseId: 'c-first-aid', levels: [{ levelId: 'lv' }] }],
    ])('has none of a course that %s', async (_which, levels) => {
      gateway.faults.set('GET /edu/v1/course/levels', json(levels));
      const { data } = await gateway.student(OUTLINE);
      expect(data.course).toEqual({ lessons: [], third: null });
    });

    it('is null for a course whose levels the platform does not have', async () => {
      gateway.faults.set('GET /edu/v1/course/levels', status(404));
      const { data } = await gateway.student(OUTLINE);
      expect(data.course).toEqual({ lessons: null, third: null });
    });
  });

  describe('paging', () => {
    it('reads an aligned page in one call', async () => {
      const first = await gateway.query(
        `{ courses(first: 5) { nodes { id } pageInfo { endCursor hasNextPage hasPreviousPage } totalCount } }`,
        {
          as: as.student,
        },
      );
      expect(first.calls).toEqual(['GET /edu/v1/course/list?limit=5&page=1']);
      expect(first.data.courses.totalCount).toBeGreaterThanOrEqual(12);
      expect(first.data.courses.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });

      const second = await gateway.student(
        `query ($after: String) { courses(first: 5, after: $after) { nodes { id } pageInfo { hasPreviousPage } } }`,
        { after: first.data.courses.pageInfo.endCursor },
      );
      expect(second.calls).toEqual(['GET /edu/v1/course/list?limit=5&page=2']);
      expect(second.data.courses.pageInfo.hasPreviousPage).toBe(true);
    });

    it('reads an unaligned page in two calls', async () => {
      const { data } = await gateway.student(`{ courses(first: 8) { edges { cursor node { id } } } }`);
      const { edges } = data.courses;
      const { data: next, calls } = await gateway.student(
        `query ($after: String) { courses(first: 4, after: $after) { nodes { id } } }`,
        { after: edges[1].cursor },
      );
      expect(calls).toEqual([
        'GET /edu/v1/course/list?limit=4&page=1',
        'GET /edu/v1/course/list?limit=4&page=2',
      ]);
      expect(next.courses.nodes).toEqual(edges.slice(2, 6).map(({ node }: { node: { id: string } }) => node));
    });

    it('rejects the cursor of another list', async () => {
      const { data } = await gateway.student(`{ courses { pageInfo { endCursor } } }`);
      const { errors } = await gateway.query(
        `query ($after: String) { classes(after: $after) { nodes { id } } }`,
        {
          as: as.student,
          variables: { after: data.courses.pageInfo.endCursor },
        },
      );
      expect(codesByPath(errors)).toEqual({ classes: 'BAD_USER_INPUT' });
    });
  });

  it('has one value, whichever route it is read from', async () => {
    const reference = { courseId: 'c-knots', name: 'Knots and Ropes' };
    const whole = { ...reference, description: 'Tie them.', profilePic: 'p', coverPhoto: 'c' };
    gateway.faults.set('GET /edu/v1/course', json(whole));
    gateway.faults.set('GET /edu/v1/course/list', json({ docs: [reference], total: 1 }));
    gateway.faults.set(
      'GET /edu/v1/class/list',
      json({ docs: [{ groupId: 'g', course: { courseId: 'c-knots' } }] }),
    );
    const { data, calls } = await gateway.student(`{
        courses { nodes { ...Whole } }
        classes { nodes { course { ...Whole } } }
        course(id: "c-knots") { ...Whole levels { lessons { course { ...Whole } } } }
      } fragment Whole on Course { id name description profilePicId coverPhotoId }`);
    gateway.faults.clear();
    const { courseId: id, profilePic: profilePicId, coverPhoto: coverPhotoId, ...rest } = whole;
    const members = { ...rest, profilePicId, coverPhotoId };
    expect(data.courses.nodes).toEqual([{ id, ...members }]);
    expect(data.course).toMatchObject({ id, ...members });
    // A row with a member keeps it: only what it lacks comes from the course's own route.
    expect(data.classes.nodes).toEqual([{ course: { id, ...members } }]);
    expect(calls.filter((call) => call.startsWith('GET /edu/v1/course?'))).toHaveLength(1);
  });

  it('reads no course for a cover photo that a whole row omits: it may be null', async () => {
    const row = { courseId: 'c-1', name: 'n', description: 'd', profilePic: 'p' };
    gateway.faults.set('GET /edu/v1/course/list', json({ docs: [row], total: 1 }));
    const { data, calls } = await gateway.student('{ courses { nodes { name coverPhotoId } } }');
    gateway.faults.clear();
    expect(data.courses.nodes).toEqual([{ name: 'n', coverPhotoId: null }]);
    expect(calls).toHaveLength(1);
  });
});
