import { describe, expect, it } from 'vitest';
import { json } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

const COURSE = 'c-first-aid';
const lessons = Array.from({ length: 200 }, (_, index) => ({ lessonId: `l${index}`, courseId: COURSE }));
const crowd = json({ courseId: COURSE, levels: [{ levelId: 'v', lessons }] });
const LEVELS = 'GET /edu/v1/course/levels';

/** Fields of each lesson that fail without a platform call. */
const failing = (count: number, argument = '""'): string =>
  `levels { lessons { ${Array.from({ length: count }, (_, number) => `f${number}: locked(studentId: ${argument})`).join(' ')} } }`;
const EXCEEDED = { code: 'OPERATION_TOO_EXPENSIVE', exceeded: expect.anything() };

describe('errors count like what a response holds', () => {
  const gateway = suiteGateway({
    environment: { LIMIT_OBJECTS: '2000', LIMIT_RESPONSE: '1200000' },
    // Predicts short lists, so that the operations below run.
    config: { listEstimate: 1 },
  });
  const send = (document: string, variables = {}) => {
    gateway.faults.set(LEVELS, crowd);
    return gateway.query(document, { as: as.instructor, variables });
  };

  it.each([
    ['of arguments', `{ course(id: "${COURSE}") { ${failing(30)} } }`, 'objects'],
    [
      'of variables',
      `query ($id: ID = "a") { course(id: "${COURSE}") { ${failing(30, '$id')} } }`,
      'objects',
    ],
    // The path of each error has the response key.
    ['under a long key', `{ course(id: "${COURSE}") { ${'k'.repeat(9000)}: ${failing(1)} } }`, 'characters'],
    [
      'of a field that is selected many times',
      `{ course(id: "${COURSE}") { levels { lessons { ${'locked(studentId: "") '.repeat(200)} } } } }`,
      'characters',
    ],
  ])('%s', async (_, document, counted) => {
    const { data, errors, text } = await send(document, { id: null });
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ extensions: EXCEEDED }]);
    expect(errors[0]?.message).toMatch(new RegExp(`^The response exceeds \\d+ ${counted} at course\\.`));
    expect(text.length).toBeLessThan(10_000);
  });

  it('but never hide what became of a write', async () => {
    const note = (key: string, fields: string) =>
      `${key}: createNote(input: { text: "${key}", courseId: "${COURSE}" }) { note { text course { ${fields} } } }`;
    const { data, errors } = await send(`mutation { ${note('one', failing(28))} ${note('two', 'name')} }`);
    expect(data.one.note.text).toContain('one');
    expect(data.two).toBeNull();
    expect(errors.filter(({ extensions }) => extensions.code === 'OPERATION_TOO_EXPENSIVE')).toHaveLength(1);
    expect(errors.length).toBeLessThan(2000);
  });

  it('and leave alone what is just within', async () => {
    const { data, errors } = await send(`{ course(id: "${COURSE}") { ${failing(5)} } }`);
    expect(data.course.levels[0].lessons).toHaveLength(lessons.length);
    expect(errors).toHaveLength(5 * lessons.length);
  });

  it('whose places in a document of many lines are searched once', async () => {
    const lines = '\n'.repeat(40_000);
    const startedAt = process.cpuUsage();
    const { errors } = await send(`{ ${lines} course(id: "${COURSE}") { ${failing(5)} } }`);
    const { user, system } = process.cpuUsage(startedAt);
    expect(new Set(errors.map(({ locations }) => locations?.[0]?.line))).toEqual(new Set([40_001]));
    // Milliseconds: a search takes two, and there are 1,000 errors.
    expect((user + system) / 1000).toBeLessThan(1500);
  });

  it('have a log line with their distinct codes', async () => {
    const { text } = await send(`{ course(id: "${COURSE}") { ${failing(5)} } }`);
    const { requestId } = JSON.parse(text).errors[0].extensions;
    const line = gateway.logLines.find((logged) => logged.includes(requestId)) ?? '';
    expect(JSON.parse(line).codes).toEqual(['BAD_USER_INPUT']);
    expect(line.length).toBeLessThan(600);
  });
});
