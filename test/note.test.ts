import { describe, expect, it } from 'vitest';
import { json, status } from './support/faults.ts';
import { as, codesByPath } from './support/gateway.ts';
import { suiteGateway, testGateway } from './support/suite.ts';

describe('notes', () => {
  const gateway = suiteGateway();

  it('reads a note from the notes host, with the records that it is about', async () => {
    const { data, calls } = await gateway.instructor(`{ note(id: "n-ana-tourniquet") {
        id text studentId lessonId courseId classId
        authorId author { handle } createdDate
        lesson { name locked(studentId: "s-first-aid-spring-ana") } course { name } class { name } userId user { handle } extra
      } }`);
    expect(data.note).toMatchObject({
      id: 'n-ana-tourniquet',
      studentId: 's-first-aid-spring-ana',
      lesson: { name: 'Tourniquet' },
      course: { name: 'Field First Aid' },
      class: { name: 'First Aid, Spring Group' },
      userId: 'u-ana',
      user: null,
      authorId: 'u-marcus',
      author: { handle: '@marcus.oyelaran' },
      createdDate: '2026-04-20T15:10:00.000Z',
      extra: {},
    });
    expect(calls[0]).toBe('GET /edu/v1/note?noteId=n-ana-tourniquet');
    expect(gateway.requests.find(({ path }) => path === '/edu/v1/note')?.listener).toBe('notes');
    expect(calls.filter((call) => call.startsWith('GET /edu/v1/course/levels'))).toEqual([
      'GET /edu/v1/course/levels?courseId=c-first-aid&studentId=s-first-aid-spring-ana',
    ]);
  });

  it('lists notes with one call per distinct filter', async () => {
    const { data, calls } = await gateway.instructor(`{
        notes(filter: { courseId: "c-first-aid", studentId: "s-first-aid-spring-ana" }) { nodes { id } }
        again: notes(filter: { studentId: "s-first-aid-spring-ana", courseId: "c-first-aid" }) { nodes { text } }
      }`);
    expect(data.notes.nodes).toEqual([{ id: 'n-ana-tourniquet' }, { id: 'n-ana-airway' }]);
    expect(data.again.nodes).toHaveLength(2);
    expect(calls).toEqual(['GET /edu/v1/note/list?studentId=s-first-aid-spring-ana&courseId=c-first-aid']);
  });

  describe('the notes of a student', () => {
    const STUDENT = 's-first-aid-spring-ana';
    const LIST = `GET /edu/v1/note/list?studentId=${STUDENT}`;
    const DASHBOARD = `query ($first: Int, $after: String) { theClass: class(id: "g-first-aid-spring") { viewer {
      notes { nodes { id } totalCount }
      lessons { lesson { id } notes(first: $first, after: $after) { nodes { id } totalCount pageInfo { hasNextPage endCursor } } }
    } } }`;
    const notesOf = (lessons: { lesson: { id: string }; notes: { nodes: { id: string }[] } }[]) =>
      Object.fromEntries(
        lessons
          .filter(({ notes }) => notes.nodes.length > 0)
          .map(({ lesson, notes }) => [lesson.id, notes.nodes.map(({ id }) => id)]),
      );
    const rows = [
      { noteId: 'n1', studentId: STUDENT, lessonId: 'l-airway' },
      { noteId: 'n2', studentId: STUDENT },
      { noteId: 'n0', studentId: STUDENT, lessonId: null },
      { noteId: 'n3', studentId: STUDENT, lessonId: 'l-tourniquet' },
      { noteId: 'n4', studentId: STUDENT, lessonId: 'l-airway' },
      { noteId: 'n5', studentId: STUDENT, lessonId: 'l-of-another-course' },
    ];

    it('are read with one call, and grouped by the lesson that they name, if any', async () => {
      gateway.faults.set('GET /edu/v1/note/list', json(rows));
      const { data, calls } = await gateway.student(DASHBOARD);
      const { notes, lessons } = data.theClass.viewer;
      expect(notes).toEqual({ nodes: rows.map(({ noteId }) => ({ id: noteId })), totalCount: 6 });
      expect(notesOf(lessons)).toEqual({ 'l-airway': ['n1', 'n4'], 'l-tourniquet': ['n3'] });
      expect(calls).toEqual([
        'GET /edu/v1/class/structure?classId=g-first-aid-spring',
        'GET /edu/v1/class/list?limit=100&page=1',
        expect.stringMatching(/note|levels/),
        expect.stringMatching(/note|levels/),
      ]);
      expect(calls).toContain(LIST);
      expect(calls).toContain(`GET /edu/v1/course/levels?courseId=c-first-aid&studentId=${STUDENT}`);
    });

    it('of a lesson are pages of their own', async () => {
      gateway.faults.set('GET /edu/v1/note/list', json(rows));
      const airway = async (variables: Record<string, unknown>) => {
        const { data } = await gateway.student(DASHBOARD, variables);
        return data.theClass.viewer.lessons.find(
          ({ lesson }: { lesson: { id: string } }) => lesson.id === 'l-airway',
        ).notes;
      };
      const first = await airway({ first: 1 });
      expect(first).toMatchObject({ nodes: [{ id: 'n1' }], totalCount: 2, pageInfo: { hasNextPage: true } });
      const filter = `{ notes(filter: { studentId: "${STUDENT}", lessonId: "l-airway" }, first: 1) { pageInfo { endCursor } } }`;
      const { data } = await gateway.student(filter);
      expect(data.notes.pageInfo.endCursor).toBe(first.pageInfo.endCursor);
    });

    it('are missing with an error if the list cannot be read, at each field that needs it', async () => {
      gateway.faults.set('GET /edu/v1/note/list', json('unreadable'));
      const { data, errors, calls } = await gateway.query(DASHBOARD, { as: as.student });
      expect(data.theClass.viewer.notes).toBeNull();
      expect(new Set(Object.values(codesByPath(errors)))).toEqual(new Set(['UPSTREAM_BAD_RESPONSE']));
      expect(calls.filter((call) => call.includes('/note/list'))).toEqual([LIST]);
    });

    it('cost one call for each student of a class', async () => {
      const { data, calls } = await gateway.instructor(`{ theClass: class(id: "g-first-aid-spring") {
        students { id notes { nodes { id } } lessons { notes { nodes { id } } lesson { id } } }
      } }`);
      const { students } = data.theClass;
      const ana = students.find(({ id }: { id: string }) => id === STUDENT);
      expect(ana.notes.nodes).toEqual([{ id: 'n-ana-tourniquet' }, { id: 'n-ana-airway' }]);
      expect(notesOf(ana.lessons)).toEqual({
        'l-airway': ['n-ana-airway'],
        'l-tourniquet': ['n-ana-tourniquet'],
      });
      expect(calls.filter((call) => call.includes('/note/list')).toSorted()).toEqual(
        students.map(({ id }: { id: string }) => `GET /edu/v1/note/list?studentId=${id}`).toSorted(),
      );
    });

    it('are read again after a note about the student was created', async () => {
      const { instructor } = await testGateway();
      const { data } = await instructor(`mutation {
        createTrainingNote(input: { text: "Better", studentId: "${STUDENT}", lessonId: "l-tourniquet" }) {
          noteId
          note { class { students { id lessons { lesson { id } notes { nodes { text } } } } } }
        }
        second: createTrainingNote(input: { text: "Done", studentId: "${STUDENT}", lessonId: "l-tourniquet" }) {
          note { class { students { id lessons { lesson { id } notes { nodes { text } } } } } }
        }
      }`);
      const textsOf = ({ note }: { note: { class: { students: { id: string; lessons: [] }[] } } }) =>
        note.class.students
          .find(({ id }) => id === STUDENT)
          ?.lessons.flatMap(({ notes }: { notes: { nodes: { text: string }[] } }) =>
            notes.nodes.map(({ text }) => text),
          );
      expect(textsOf(data.createTrainingNote)).not.toContain('Done');
      expect(textsOf(data.second)).toEqual(expect.arrayContaining(['Better', 'Done']));
    });
  });

  it('finds a lesson through the class only if the note names no course', async () => {
    gateway.faults.set(
      'GET /edu/v1/note',
      json({ _id: 5, text: 'x', lessonId: 'l-tourniquet', classId: 'g-first-aid-spring' }),
    );
    const { data, calls } = await gateway.instructor(`{ note(id: "5") { id lesson { name } } }`);
    expect(data.note).toEqual({ id: '5', lesson: { name: 'Tourniquet' } });
    expect(calls[1]).toBe('GET /edu/v1/course/levels?classId=g-first-aid-spring');
  });

  it.each([
    ['`courseId` as a list', { courseId: ['c-knots', 'c-first-aid'] }],
    ['`courseIds`', { courseIds: ['c-knots', 'c-first-aid'] }],
    ['both', { courseId: 'c-knots', courseIds: ['c-knots', 'c-first-aid'] }],
  ])('lists a note that names several courses by %s, with the first as the link', async (_how, named) => {
    gateway.faults.set(
      'GET /edu/v1/note/list',
      json([{ noteId: 'n1', text: 'x', ...named }, { noteId: 'n2', courseId: 7 }, { noteId: 'n3' }]),
    );
    const { data, calls } = await gateway.student(
      `{ notes { nodes { id courseId courseIds } } first: notes(first: 1) { nodes { course { id } } } }`,
    );
    expect(data.notes.nodes).toEqual([
      { id: 'n1', courseId: 'c-knots', courseIds: ['c-knots', 'c-first-aid'] },
      { id: 'n2', courseId: '7', courseIds: ['7'] },
      { id: 'n3', courseId: null, courseIds: null },
    ]);
    expect(data.first.nodes).toEqual([{ course: { id: 'c-knots' } }]);
    expect(calls).toContain('GET /edu/v1/course?courseId=c-knots');
    expect(calls).not.toContain('GET /edu/v1/course?courseId=c-first-aid');
  });

  describe('the user of a note', () => {
    const about = (userId: string) => json([{ noteId: 'n1', text: 'x', userId }]);

    it('is in `extra` if the platform sends more than the ID', async () => {
      const userId = { userId: 'u-stranger', handle: '@stranger' };
      gateway.faults.set('GET /edu/v1/note/list', json([{ noteId: 'n1', text: 'x', userId }]));
      const { data } = await gateway.student(`{ notes { edges { extra node { userId user { id } } } } }`);
      expect(data.notes.edges).toEqual([{ extra: { userId }, node: { userId: 'u-stranger', user: null } }]);
    });

    it('is the signed-in user, with one call', async () => {
      gateway.faults.set('GET /edu/v1/note/list', about('u-ana'));
      const { data, calls } = await gateway.student(`{ notes { nodes { user { handle } } } }`);
      expect(data.notes.nodes).toEqual([{ user: { handle: '@ana.ferreira' } }]);
      expect(calls).toEqual(['GET /edu/v1/note/list', 'GET /user/v1/my/profile']);
    });

    it('is a friend, with two calls, and null for anyone else', async () => {
      gateway.faults.set(
        'GET /edu/v1/note/list',
        json([
          { noteId: 'n1', text: 'One', userId: 'u-priya' },
          { noteId: 'n2', text: 'Two', userId: 'u-stranger' },
        ]),
      );
      const { data, calls } = await gateway.student(`{ notes { nodes { userId user { id handle } } } }`);
      expect(data.notes.nodes[0].user.handle).toMatch(/^@priya/);
      expect(data.notes.nodes[1]).toEqual({ userId: 'u-stranger', user: null });
      expect(calls.slice(1)).toEqual(['GET /user/v1/my/profile', 'GET /user/v1/my/friends']);
    });
  });

  it('creates a note, visible to later fields of the operation', async () => {
    const own = await testGateway();
    const { data, calls } = await own.student(`mutation {
        first: createNote(input: { text: "one", lessonId: "l-tourniquet" }) { note { id course { notes { nodes { text } } } } extra }
        second: createNote(input: { text: "two", lessonId: "l-tourniquet" }) { note { course { notes { nodes { text } } } } }
      }`);
    expect(data.first.note.course.notes.nodes.slice(1)).toEqual([{ text: 'one' }]);
    expect(data.second.note.course.notes.nodes.slice(1)).toEqual([{ text: 'one' }, { text: 'two' }]);
    expect(data.first.extra).toEqual({ creatorId: 'u-ana', createdDate: expect.any(String) });
    expect(calls.filter((call) => call.startsWith('PUT'))).toEqual(['PUT /edu/v1/note', 'PUT /edu/v1/note']);
    expect(JSON.parse(own.requests.findLast(({ method }) => method === 'PUT')?.body ?? '')).toEqual({
      text: 'two',
      lessonId: 'l-tourniquet',
    });
  });

  it('reads a new note again if the platform returns only its ID', async () => {
    gateway.faults.set('PUT /edu/v1/note', json({ data: { noteId: 'n-spring-parking' }, ok: true }));
    const { data, calls } = await gateway.instructor(
      `mutation { createNote(input: { text: "x" }) { note { text } extra } }`,
    );
    expect(data.createNote.note.text).toMatch(/^Field exam/);
    expect(data.createNote.extra).toEqual({ ok: true });
    expect(calls).toEqual(['PUT /edu/v1/note', 'GET /edu/v1/note?noteId=n-spring-parking']);
  });

  it('reads a new note again if the response is only an echo of the input', async () => {
    const input = { text: 'x', lessonId: 'l-tourniquet', studentId: 's-first-aid-spring-ana' };
    gateway.faults.set('PUT /edu/v1/note', json({ noteId: 'n-ana-tourniquet', ...input }));
    const { data, calls } = await gateway.instructor(
      `mutation ($input: CreateTrainingNoteInput!) {
        createTrainingNote(input: $input) { note { text courseId classId authorId createdDate } }
      }`,
      { input },
    );
    expect(data.createTrainingNote.note).toEqual({
      text: expect.stringMatching(/^Ana places/),
      courseId: 'c-first-aid',
      classId: 'g-first-aid-spring',
      authorId: 'u-marcus',
      createdDate: '2026-04-20T15:10:00.000Z',
    });
    expect(calls).toEqual(['PUT /edu/v1/note', 'GET /edu/v1/note?noteId=n-ana-tourniquet']);
  });

  it('shows the documented members of whichever row holds the note, without another call', async () => {
    const rows = Array.from({ length: 400 }, (_, index) => ({ noteId: `n${index}`, text: `Text ${index}` }));
    gateway.faults.set('GET /edu/v1/note/list', json([...rows, { noteId: 'n-bare' }]));
    const { data, calls } = await gateway.student(
      '{ notes { nodes { id text courseId courseIds lessonId classId studentId userId lesson { id } } totalCount } }',
    );
    expect(data.notes.totalCount).toBe(401);
    expect(data.notes.nodes[399]).toMatchObject({ id: 'n399', text: 'Text 399', courseId: null });
    expect(data.notes.nodes[400]).toMatchObject({ id: 'n-bare', text: null });
    expect(calls).toEqual(['GET /edu/v1/note/list']);
  });

  it('shows pages of a list that the platform returns whole', async () => {
    gateway.faults.set('GET /edu/v1/note/list', json([{ noteId: 'n1' }, { noteId: 'n2' }, { noteId: 'n3' }]));
    const page = async (after: string | null) => {
      const { data, calls } = await gateway.student(
        `query ($after: String) {
          notes(first: 2, after: $after) { nodes { id } totalCount pageInfo { hasNextPage hasPreviousPage endCursor } }
        }`,
        { after },
      );
      expect(calls).toEqual(['GET /edu/v1/note/list']);
      return data.notes;
    };
    const first = await page(null);
    expect(first).toMatchObject({ nodes: [{ id: 'n1' }, { id: 'n2' }], totalCount: 3 });
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const second = await page(first.pageInfo.endCursor);
    expect(second.nodes).toEqual([{ id: 'n3' }]);
    expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  });

  const EDGE = 'authorId author { handle firstName lastName profilePicId } createdDate extra';

  it('shows what only a row says at the edges, without another call', async () => {
    const author = { userId: 'u-9', handle: '@nine', firstName: 'Nina', profilePic: 7, team: 'blue' };
    gateway.faults.set(
      'GET /edu/v1/note/list',
      json([
        { noteId: 'n1', text: 'x', author, createdAt: '2026-04-20T15:10:00Z', pinned: true },
        { noteId: 'n2', text: 'x', creatorId: 'u-9' },
      ]),
    );
    const { data, calls } = await gateway.student(`{ notes { edges { ${EDGE} node { id } } } }`);
    expect(data.notes.edges).toEqual([
      {
        authorId: 'u-9',
        author: { handle: '@nine', firstName: 'Nina', lastName: null, profilePicId: '7' },
        createdDate: '2026-04-20T15:10:00.000Z',
        extra: { author: { team: 'blue' }, pinned: true },
        node: { id: 'n1' },
      },
      { authorId: 'u-9', author: null, createdDate: null, extra: {}, node: { id: 'n2' } },
    ]);
    expect(calls).toEqual(['GET /edu/v1/note/list']);
  });

  it('reads the author, the date and `extra` of a note from its own route, whichever list has it', async () => {
    gateway.faults.set(
      'GET /edu/v1/note/list',
      json([{ noteId: 'n-ana-tourniquet', text: 'x', creatorId: 'u-other', color: 'red' }]),
    );
    const OWN = 'id authorId author { handle } createdDate extra';
    const { data, calls } = await gateway.instructor(
      `{ notes { nodes { ${OWN} } } note(id: "n-ana-tourniquet") { ${OWN} } }`,
    );
    expect(data.notes.nodes).toEqual([data.note]);
    expect(data.note).toEqual({
      id: 'n-ana-tourniquet',
      authorId: 'u-marcus',
      author: { handle: '@marcus.oyelaran' },
      createdDate: '2026-04-20T15:10:00.000Z',
      extra: {},
    });
    expect(calls.filter((call) => call.includes('/note')).toSorted()).toEqual([
      'GET /edu/v1/note/list',
      'GET /edu/v1/note?noteId=n-ana-tourniquet',
    ]);
  });

  it('has no author, date and `extra` of a note that its own route no longer finds', async () => {
    gateway.faults.set('GET /edu/v1/note/list', json([{ noteId: 'n-gone', text: 'x', creatorId: 'u-ana' }]));
    const { data } = await gateway.student(
      '{ notes { nodes { text authorId author { id } createdDate extra } } }',
    );
    expect(data.notes.nodes).toEqual([
      { text: 'x', authorId: null, author: null, createdDate: null, extra: null },
    ]);
  });

  it.each([
    ['an ID', { authorId: 7 }, '7', {}],
    ['an object', { author: { userId: 'u-marcus', firstName: 'Marcus' } }, 'u-marcus', {}],
    ['an object under `createdBy`', { createdBy: { userId: 'u-marcus' } }, 'u-marcus', {}],
    ['a name', { author: 'Marcus' }, null, { author: 'Marcus' }],
    ['something else', { creatorId: [true] }, null, { creatorId: [true] }],
    ['two IDs', { creatorId: 'u-1', authorId: 'u-2' }, 'u-1', { authorId: 'u-2' }],
  ])('reads the author sent as %s; `extra` has the rest', async (_form, sent, authorId, extra) => {
    gateway.faults.set('GET /edu/v1/note/list', json([{ noteId: 'n', text: 'x', ...sent }]));
    const { data } = await gateway.student('{ notes { edges { authorId extra } } }');
    expect(data.notes.edges).toEqual([{ authorId, extra }]);
  });

  it('keeps a response without a note in `extra`', async () => {
    gateway.faults.set('PUT /edu/v1/note', json({ success: true }));
    const { data, errors } = await gateway.query(
      `mutation { createNote(input: { text: "x" }) { note { text } extra } }`,
      { as: as.student },
    );
    expect(codesByPath(errors)).toEqual({ 'createNote.note': 'UPSTREAM_BAD_RESPONSE' });
    expect(data.createNote).toEqual({ note: null, extra: { success: true } });
  });

  it.each([
    ['a text alone', '', {}],
    ['a lesson', 'lessonId: "l-1"', { lessonId: 'l-1', courseId: 'c-1' }],
  ])(
    'returns a new note about %s from the response to the creation if that has every documented member',
    async (_what, subject, reply) => {
      gateway.faults.set('PUT /edu/v1/note', json({ noteId: 'n-5', text: 'Tx', ...reply }));
      gateway.faults.set('GET /edu/v1/note', status(404));
      const { data, calls } = await gateway.student(`mutation {
        createNote(input: { text: "Tx", ${subject} }) { noteId note { id text lessonId courseId classId } }
      }`);
      const note = { id: 'n-5', text: 'Tx', lessonId: null, courseId: null, classId: null, ...reply };
      expect(data.createNote).toEqual({ noteId: 'n-5', note });
      expect(calls).toEqual(['PUT /edu/v1/note']);
    },
  );

  it.each([
    ['the course of a lesson', 'lessonId: "l-1"', { lessonId: 'l-1' }],
    ['the lesson', 'lessonId: "l-1"', { courseId: 'c-1' }],
    ['the class of a student', 'studentId: "s-1"', { studentId: 's-1', userId: 'u-1', courseId: 'c-1' }],
  ])('reads a new note if the response to the creation lacks %s', async (_what, subject, reply) => {
    gateway.faults.set('PUT /edu/v1/note', json({ noteId: 'n-5', text: 'Tx', ...reply }));
    gateway.faults.set('GET /edu/v1/note', json({ noteId: 'n-5', text: 'Tx', courseId: 'c-2' }));
    const { data, calls } = await gateway.student(
      `mutation { createNote(input: { text: "Tx", ${subject} }) { note { courseId } } }`,
    );
    expect(data.createNote.note).toEqual({ courseId: 'c-2' });
    expect(calls).toEqual(['PUT /edu/v1/note', 'GET /edu/v1/note?noteId=n-5']);
  });
});
