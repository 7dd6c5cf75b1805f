import { describe, expect, it } from 'vitest';
import { json } from './support/faults.ts';
import { as, codesByPath, countByRoute } from './support/gateway.ts';
import { suiteGateway } from './support/suite.ts';

describe('classes', () => {
  const gateway = suiteGateway();
  const id = 'g-first-aid-spring';

  it("shows the caller's locked lessons in one operation, with three calls", async () => {
    const { data, calls } = await gateway.student(
      `query ($id: ID!) { theClass: class(id: $id) { viewer { id lessons { lesson { id name } locked } } } }`,
      { id },
    );
    const { viewer } = data.theClass;
    expect(viewer.id).toBe('s-first-aid-spring-ana');
    expect(calls).toEqual([
      `GET /edu/v1/class/structure?classId=${id}`,
      'GET /edu/v1/class/list?limit=100&page=1',
      'GET /edu/v1/course/levels?courseId=c-first-aid&studentId=s-first-aid-spring-ana',
    ]);
    const tree = await gateway.student(
      `query ($student: ID!) { course(id: "c-first-aid") { levels { lessons { ...Lock childLessons { ...Lock } } } } }
      fragment Lock on Lesson { id locked(studentId: $student) }`,
      { student: viewer.id },
    );
    interface Lock {
      id: string;
      locked: boolean;
      childLessons?: Lock[];
    }
    const inOrder = ({ childLessons = [], ...lock }: Lock): Lock[] => [lock, ...childLessons];
    const expected = tree.data.course.levels.flatMap(({ lessons }: { lessons: Lock[] }) =>
      lessons.flatMap(inOrder),
    );
    expect(
      viewer.lessons.map(({ lesson, locked }: { lesson: Lock; locked: boolean }) => ({
        id: lesson.id,
        locked,
      })),
    ).toEqual(expected);
    expect(new Set(expected.map(({ locked }: Lock) => locked)).size).toBe(2);
  });

  it("has the caller's user from the structure, and no viewer for anyone but students", async () => {
    const document = '{ classes { nodes { id viewer { id userId user { handle } details { role } } } } }';
    const { data, calls } = await gateway.student(document);
    for (const { viewer } of data.classes.nodes)
      if (viewer) {
        expect(viewer).toMatchObject({ userId: 'u-ana', user: { handle: '@ana.ferreira' } });
        expect(viewer.details).toEqual({ role: expect.any(String) });
      }
    const viewed = data.classes.nodes.filter(({ viewer }: { viewer: object | null }) => viewer);
    expect(countByRoute(calls)).toEqual({
      'GET /edu/v1/class/list': 1,
      'GET /edu/v1/class/structure': viewed.length,
    });
    const taught = await gateway.instructor('{ classes { nodes { viewer { id } } } }');
    expect(taught.data.classes.nodes).toContainEqual({ viewer: null });
  });

  it('shows all kinds of members to one fragment', async () => {
    const { data } = await gateway.student(
      `query ($id: ID!) { theClass: class(id: $id) { instructors { ...Name } students { ...Name } viewer { ...Name } } }
      fragment Name on ClassMember { id user { handle } }`,
      { id },
    );
    const { instructors, students, viewer } = data.theClass;
    expect(students).toContainEqual(viewer);
    expect(instructors[0]).toEqual({ id: expect.any(String), user: { handle: expect.stringMatching('@') } });
  });

  it('reads levels and locks of a class without a course ID with one call', async () => {
    const studentId = 's-first-aid-spring-ana';
    gateway.faults.set('GET /edu/v1/class/structure', json({ groupId: id, name: 'Nameless' }));
    gateway.faults.set('GET /edu/v1/class/list', json({ docs: [{ groupId: id, name: 'Nameless' }] }));
    const { data, calls } = await gateway.student(
      `query ($id: ID!, $studentId: ID!) { theClass: class(id: $id) {
        course { id } levels { lessons { id course { id } locked(studentId: $studentId) } }
      } }`,
      { id, studentId },
    );
    expect(data.theClass.course).toBeNull();
    const lessons = data.theClass.levels.flatMap(({ lessons: inLevel }: { lessons: object[] }) => inLevel);
    expect(lessons.length).toBeGreaterThan(1);
    for (const lesson of lessons)
      expect(lesson).toMatchObject({ course: { id: 'c-first-aid' }, locked: expect.any(Boolean) });
    expect(calls.filter((call) => call.includes('/levels'))).toEqual([
      `GET /edu/v1/course/levels?classId=${id}&studentId=${studentId}`,
    ]);
  });

  it('reads the levels of such a class a second time, not a third, if the student is unknown', async () => {
    gateway.faults.set('GET /edu/v1/class/structure', json({ groupId: id, name: 'Nameless' }));
    const { data, calls } = await gateway.student(
      `query ($id: ID!) { theClass: class(id: $id) { levels { lessons { name locked(studentId: "s-nobody") } } } }`,
      { id },
    );
    expect(data.theClass.levels[0].lessons[0]).toEqual({ name: expect.any(String), locked: null });
    expect(calls.slice(1)).toEqual([
      `GET /edu/v1/course/levels?classId=${id}&studentId=s-nobody`,
      `GET /edu/v1/course/levels?classId=${id}`,
    ]);
  });

  describe('has one value', () => {
    /** The three ways to read a class. */
    const WAYS = `query ($id: ID!) {
      theClass: class(id: $id) { ...Whole } classes { nodes { id ...Whole } } notes { nodes { class { ...Whole } } }
    } fragment Whole on Class { name joinCode viewer { id } course { id name description profilePicId coverPhotoId } }`;
    const course = { courseId: 'c-x', name: 'X', description: 'd', profilePic: 'p', coverPhoto: null };
    const shown = { id: 'c-x', name: 'X', description: 'd', profilePicId: 'p', coverPhotoId: null };
    const listRow = { groupId: 'g-x', name: 'Class X', joinCode: 'JOIN', studentId: 's-x', course };

    it.each([
      ['the list has no name', { ...listRow, name: undefined }, { groupId: 'g-x', name: 'Class X', course }],
      ['the structure has neither name nor course', listRow, { groupId: 'g-x' }],
      [
        'the structure has a join code of its own',
        listRow,
        { groupId: 'g-x', name: 'Class X', joinCode: 'OTHER', studentId: 's-other', course },
      ],
      [
        'the course of a list row is only a reference',
        { ...listRow, course: { courseId: 'c-x', name: 'X' } },
        { groupId: 'g-x', name: 'Class X', course },
      ],
    ])('if %s', async (_how, row, structure) => {
      gateway.faults.set('GET /edu/v1/class/list', json({ docs: [row], total: 1 }));
      gateway.faults.set('GET /edu/v1/class/structure', json(structure));
      gateway.faults.set('GET /edu/v1/course', json(course));
      gateway.faults.set('GET /edu/v1/note/list', json([{ noteId: 'n', text: 'x', classId: 'g-x' }]));
      const { data } = await gateway.student(WAYS, { id: 'g-x' });
      const whole = { name: 'Class X', joinCode: 'JOIN', viewer: { id: 's-x' }, course: shown };
      expect(data).toEqual({
        theClass: whole,
        classes: { nodes: [{ id: 'g-x', ...whole }] },
        notes: { nodes: [{ class: whole }] },
      });
    });

    it('or an error, never null, if the class is past the first 300 of a longer list', async () => {
      const classAt = (index: number) => ({
        groupId: `g-${index}`,
        name: `Class ${index}`,
        joinCode: `J${index}`,
        course,
      });
      gateway.faults.set('GET /edu/v1/class/list', (request, response) => {
        const query = new URL(request.url ?? '', 'http://platform').searchParams;
        const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
        const docs = Array.from({ length: limit }, (_, index) => classAt((page - 1) * limit + index));
        json({ docs, total: 1000, page, limit })(request, response);
      });
      gateway.faults.set('GET /edu/v1/class/structure', json({ ...classAt(420), joinCode: undefined }));
      const { data, errors, calls } = await gateway.query(
        `{ theClass: class(id: "g-420") { name joinCode } }`,
        { as: as.student },
      );
      expect(data.theClass).toEqual({ name: 'Class 420', joinCode: null });
      expect(codesByPath(errors)).toEqual({ 'theClass.joinCode': 'OPERATION_TOO_EXPENSIVE' });
      expect(countByRoute(calls)).toEqual({ 'GET /edu/v1/class/structure': 1, 'GET /edu/v1/class/list': 3 });
    });
  });

  it('takes the join code and the viewer from the list if the operation reads it anyway', async () => {
    const { calls } = await gateway.student(`{ classes { nodes { joinCode viewer { id } } } }`);
    expect(calls).toEqual(['GET /edu/v1/class/list?limit=10&page=1']);
  });

  it("shares a class's levels with its course", async () => {
    const { data, calls } = await gateway.student(
      `{ classes(first: 1) { nodes { course { id levels { name } } levels { name lessons { course { name } } } } } }`,
    );
    const [{ course, levels }] = data.classes.nodes;
    expect(levels.map(({ name }: { name: string }) => name)).toEqual(
      course.levels.map(({ name }: { name: string }) => name),
    );
    expect(calls).toEqual([
      'GET /edu/v1/class/list?limit=1&page=1',
      `GET /edu/v1/course/levels?courseId=${course.id}`,
    ]);
  });
});
