import { describe, expect, it } from 'vitest';
import { json } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { IN_ORDER, suiteGateway } from '../support/suite.ts';

const QUESTIONS = 'GET /edu/v1/question/';
const LEVELS = 'GET /edu/v1/course/levels';
const OBJECTIVES = 'GET /edu/v1/course/objectives';
const FRIENDS = 'GET /user/v1/my/friends';
const COURSE = 'c-first-aid';
const ROWS = 40;

const questions = Array.from({ length: ROWS }, (_, index) => ({
  id: `q${index}`,
  _id: `q${index}`,
  course: COURSE,
  text: 'Which?',
}));
const lessons = Array.from({ length: ROWS }, (_, index) => ({ lessonId: `l${index}`, courseId: COURSE }));

/** A course whose selection leads back to the course, this many times. */
const cycles = (path: string, count: number, leaf = 'name'): string => {
  const fields = path.split(' ');
  const below = count === 0 ? leaf : cycles(path, count - 1, leaf);
  return count === 0 ? below : `${fields.join(' { ')} { ${below} ${'} '.repeat(fields.length)}`;
};

const PATHS = ['questions course', 'levels lessons course', 'objectives lessons course'];

describe('limits on the response', () => {
  const gateway = suiteGateway({
    environment: { LIMIT_OBJECTS: '2000', LIMIT_RESPONSE: '100000' },
    // Predicts short lists, so that the operations below run.
    config: { listEstimate: 1 },
  });

  const crowd = () => {
    gateway.faults.set(QUESTIONS, json(questions));
    gateway.faults.set(LEVELS, json({ courseId: COURSE, levels: [{ levelId: 'v', lessons }] }));
    gateway.faults.set(
      OBJECTIVES,
      json([{ objectiveId: 'o', name: 'o', lessonIds: lessons.map(({ lessonId }) => lessonId) }]),
    );
  };

  it.each(PATHS)('end a query whose objects multiply: %s', async (path) => {
    crowd();
    const { status, data, errors, text } = await gateway.query(
      `{ course(id: "${COURSE}") { ${cycles(path, 3)} } me { id } }`,
      { as: as.instructor },
    );
    expect({ status, data }).toEqual({ status: 200, data: null });
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toMatch(
      /^The response exceeds 2000 objects at course\.[a-z.]+\. Request fewer items at once, or use several operations\.$/,
    );
    expect(errors[0]?.extensions).toEqual({
      code: 'OPERATION_TOO_EXPENSIVE',
      requestId: expect.any(String),
      retryable: false,
      exceeded: { price: 'objects', value: expect.any(Number), limit: 2000 },
    });
    expect(errors[0]?.extensions.exceeded?.value).toBeGreaterThan(2000);
    expect(text.length).toBeLessThan(1000);
  });

  it('leave alone what is just within', async () => {
    crowd();
    const { data } = await gateway.instructor(`{ course(id: "${COURSE}") { ${cycles(PATHS[0] ?? '', 1)} } }`);
    expect(data.course.questions).toHaveLength(ROWS);
  });

  it('keep the payload of every write of a mutation, and null what follows the limit', async () => {
    crowd();
    const { data, errors, calls } = await gateway.query(
      `mutation {
        one: createNote(input: { text: "one", courseId: "${COURSE}" }) { note { id text } }
        two: createNote(input: { text: "two", courseId: "${COURSE}" }) {
          note { id text course { name ${cycles(PATHS[0] ?? '', 3)} } }
        }
        three: createNote(input: { text: "three", courseId: "${COURSE}" }) { note { id } }
      }`,
      { as: as.instructor },
    );
    expect(data.one.note).toEqual({ id: expect.any(String), text: expect.stringContaining('one') });
    expect(data.two.note).toMatchObject({
      id: expect.any(String),
      text: expect.stringContaining('two'),
      course: { name: 'Field First Aid' },
    });
    expect(data.three).toBeNull();
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['OPERATION_TOO_EXPENSIVE']);
    expect(calls.filter((call) => call.startsWith('PUT /edu/v1/note')).length).toBe(2);
  });

  it('end a query whose texts are too long, whether in objects, in lists or in JSON', async () => {
    const long = 'x'.repeat(2000);
    const friends = Array.from({ length: 100 }, (_, index) => ({
      userId: `u${index}`,
      handle: long,
      note: long,
    }));
    gateway.faults.set(FRIENDS, json(friends));
    gateway.faults.set(
      QUESTIONS,
      json(questions.map((question) => ({ ...question, answers: [long, long] }))),
    );
    gateway.faults.set(
      'GET /edu/v1/note/list',
      json(friends.map(({ note }, index) => ({ noteId: `n${index}`, remark: { in: [note] } }))),
    );
    for (const document of [
      '{ me { friends { user { handle } } } }',
      '{ notes { edges { extra } } }',
      `{ course(id: "${COURSE}") { questions { answers } } }`,
    ]) {
      const { data, errors } = await gateway.query(document, { as: as.instructor });
      expect(data, document).toBeNull();
      expect(errors.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^The response exceeds 100000 characters/),
      ]);
      expect(errors[0]?.extensions.exceeded).toMatchObject({ price: 'bytes', limit: 100_000 });
    }
    expect((await gateway.query('{ me { friends { user { id } } } }', { as: as.instructor })).errors).toEqual(
      [],
    );
  });

  it.each([
    ['control characters', '\u0001', 6],
    ['quotes', '"', 2],
    ['lone surrogates', '\ud800', 6],
  ])('count %s as they are written', async (_, character, factor) => {
    const rows = (length: number) => [{ noteId: 'n', text: 'n', remark: { in: [character.repeat(length)] } }];
    const friends = (length: number) => [{ userId: 'u', handle: character.repeat(length) }];
    for (const [route, document, body] of [
      ['GET /edu/v1/note/list', '{ notes { edges { extra } } }', rows],
      [FRIENDS, '{ me { friends { user { handle } } } }', friends],
    ] as const) {
      const within = Math.floor(95_000 / factor);
      gateway.faults.set(route, json(body(within)));
      const accepted = await gateway.query(document, { as: as.instructor });
      expect(accepted.errors).toEqual([]);
      expect(accepted.text.length).toBeLessThanOrEqual(100_000);
      gateway.faults.set(route, json(body(within + Math.ceil(10_000 / factor))));
      const { data, errors, text } = await gateway.query(document, { as: as.instructor });
      expect(data).toBeNull();
      expect(errors.map(({ extensions }) => extensions.exceeded)).toEqual([
        { price: 'bytes', value: expect.any(Number), limit: 100_000 },
      ]);
      expect(text.length).toBeLessThan(1000);
    }
    if (character === '\ud800') return;
    gateway.faults.clear();
    const create = 'createNote(input: { text: $text, courseId: "c-first-aid" }) { note { text } }';
    const written = await gateway.query(
      `mutation ($text: String!) { one: ${create} two: ${create} three: ${create} four: ${create} }`,
      { as: as.instructor, variables: { text: character.repeat(90_000 / 6) } },
    );
    const isNull = ['one', 'two', 'three', 'four'].map((key) => written.data[key] === null);
    expect(isNull, JSON.stringify(written.errors)).toEqual(
      factor === 6 ? [false, false, true, true] : [false, false, false, false],
    );
    expect(written.text.length).toBeLessThan(210_000);
  });
});

describe('responses of the platform', IN_ORDER, () => {
  /** 500,000 bytes per address. */
  const gateway = suiteGateway({ environment: { LIMIT_HELD: '250000' } });
  const read = (...ids: string[]) =>
    gateway.query(`{ ${ids.map((id) => `${id}: course(id: "${id}") { name }`).join(' ')} }`, {
      as: as.student,
    });
  const answer = (levels: unknown) =>
    gateway.faults.set('GET /edu/v1/course', json({ courseId: COURSE, name: 'First aid', levels }));

  it('are held by an address up to a limit, and until its operations have their results', async () => {
    answer('x'.repeat(100_000));
    for (let turn = 0; turn < 4; turn += 1) expect((await read('a', 'b')).errors).toEqual([]);
    const { data, errors } = await read('a', 'b', 'c');
    expect(errors).toHaveLength(1);
    expect(errors[0]?.extensions).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryable: true });
    expect(errors[0]?.message).toContain('too much memory');
    expect(Object.values(data).filter((course) => course === null)).toHaveLength(1);
    expect((await read('a', 'b')).errors).toEqual([]);
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toContain('gateway_refused_requests_total{reason="responses"} 1');
  });

  it('count as what they take when they are parsed', async () => {
    answer(Array.from({ length: 25_000 }, () => []));
    const { errors } = await read('a');
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['UPSTREAM_BAD_RESPONSE']);
  });
});
