import { GraphQLError, parse } from 'graphql';
import { afterEach, describe, expect, it } from 'vitest';
import { differencesBetween } from '../../src/operations/comparison.ts';
import { UnusableValue } from '../../src/operations/execution/unusable-value.ts';
import { json } from '../support/faults.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { readMetrics } from '../support/metrics.ts';

const COURSES = '{ courses(first: 100) { nodes { id name objectives { id } } totalCount } me { handle } }';

describe('EXECUTOR=compare', () => {
  let gateway: TestGateway;
  afterEach(() => gateway.close());
  const start = async (): Promise<void> => {
    gateway = await startGateway({
      environment: { EXECUTOR: 'compare', METRICS_PORT: '0' },
      config: { comparedShare: 1 },
    });
  };
  const compared = async (outcome: string): Promise<number> =>
    (await readMetrics(gateway)).get(`gateway_executor_comparisons_total{outcome="${outcome}"}`) ?? 0;

  it('runs a query with both executors on the same rows, without another platform call', async () => {
    await start();
    const { calls } = await gateway.student(COURSES);
    await expect.poll(() => compared('same')).toBe(1);
    expect(gateway.requests).toHaveLength(calls.length);
    gateway.faults.set('GET /edu/v1/course/objectives', json({ not: 'a list' }));
    const { errors } = await gateway.query(COURSES, { as: as.student });
    expect(errors.length).toBeGreaterThan(0);
    await expect.poll(() => compared('same')).toBe(2);
    expect(gateway.logLines.filter((line) => line.includes('executors differ'))).toEqual([]);
  });

  it('does not compare what would need another call, such as random users', async () => {
    await start();
    const { calls } = await gateway.student('{ randomUsers(count: 2) { __typename } }');
    await expect.poll(() => compared('incomplete')).toBe(1);
    expect(gateway.requests).toHaveLength(calls.length);
  });

  it('does not compare mutations, nor queries beyond its share', async () => {
    await start();
    const { data } = await gateway.student(
      'mutation { createNote(input: { text: "a", courseId: "c-first-aid" }) { note { id } } }',
    );
    expect(data.createNote.note.id).toEqual(expect.any(String));
    await gateway.query(COURSES, { as: as.student });
    await expect.poll(() => compared('same')).toBe(1);
    await gateway.close();
    gateway = await startGateway({
      environment: { EXECUTOR: 'compare', METRICS_PORT: '0' },
      config: { comparedShare: 0 },
    });
    await gateway.query(COURSES, { as: as.student });
    expect(await Promise.all(['same', 'different', 'incomplete'].map(compared))).toEqual([0, 0, 0]);
  });
});

describe('the difference between two results', () => {
  const document = parse('{ notes { text: extra other: id } }');
  const result = (data: unknown, ...errors: GraphQLError[]) => ({ text: JSON.stringify(data), errors });
  const failure = (path: (string | number)[]): GraphQLError =>
    new GraphQLError('secret', { path, originalError: new UnusableValue('secret') });

  it('names response keys, kinds and codes, and nothing that the platform sent', () => {
    const differences = differencesBetween(document, [
      result({ notes: [{ text: { 'Ada Lovelace': 'secret' }, other: 'a' }] }),
      result({ notes: [{ text: { 'Ada Lovelace': 7 }, other: null }] }, failure(['notes', 0, 'other'])),
    ]);
    expect(differences).toEqual([
      { path: 'notes.*.text.*', compiled: 'string', reference: 'number' },
      { path: 'notes.*.other', compiled: 'string', reference: 'null' },
      { path: 'errors at notes.*.other', compiled: 'no error', reference: 'UPSTREAM_BAD_RESPONSE' },
    ]);
  });

  it('sees the order of members and the length of lists', () => {
    const inOrder = result({ notes: [{ text: 1, other: 2 }] });
    expect(differencesBetween(document, [inOrder, result({ notes: [{ other: 2, text: 1 }] })])).toEqual([
      { path: '', compiled: 'order', reference: 'order' },
    ]);
    expect(differencesBetween(document, [inOrder, result({ notes: [] })])).toEqual([
      { path: 'notes', compiled: 'list', reference: 'list of another length' },
    ]);
    expect(differencesBetween(document, [inOrder, inOrder])).toEqual([]);
  });

  it('leaves out further errors within a value that is null', () => {
    const gone = { notes: null };
    expect(
      differencesBetween(document, [
        result(gone, failure(['notes', 0, 'text'])),
        result(gone, failure(['notes', 0, 'text']), failure(['notes', 1, 'text'])),
      ]),
    ).toEqual([]);
  });
});
