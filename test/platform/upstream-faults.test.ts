import { describe, expect, it } from 'vitest';
import { json } from '../support/faults.ts';
import { as, codesByPath } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

/** Faults that any route may have are in the fault matrix (`test/faults/upstream-matrix.test.ts`). */
describe('a platform that fails', () => {
  const gateway = suiteGateway();

  it.each([
    ['an id that is an object', { courseId: { a: 1 }, name: 'x' }],
    ['an id that is a number and not exact', { courseId: 2 ** 53, name: 'x' }],
    ['an id that is a fraction', { courseId: 1.5, name: 'x' }],
    ['no id', { name: 'x' }],
    ['a list instead of an object', [{ courseId: 'x' }, { courseId: 'y' }]],
  ])('sends %s: UPSTREAM_BAD_RESPONSE', async (_, body) => {
    gateway.faults.set('GET /edu/v1/course', json(body));
    const { data, errors } = await gateway.query('{ course(id: "x") { name } me { id } }', {
      as: as.student,
    });
    expect(data).toEqual({ course: null, me: { id: 'u-ana' } });
    expect(codesByPath(errors)).toEqual({ course: 'UPSTREAM_BAD_RESPONSE' });
  });

  it('sends a value that the scalar rejects: only that field fails, and the value is not shown', async () => {
    gateway.faults.set(
      'GET /edu/v1/course',
      json({ courseId: 7, name: { secret: 'inner' }, description: 'fine' }),
    );
    const { data, errors, text } = await gateway.query('{ course(id: "x") { id name description } }', {
      as: as.student,
    });
    expect(data).toEqual({ course: { id: '7', name: null, description: 'fine' } });
    expect(codesByPath(errors)).toEqual({ 'course.name': 'UPSTREAM_BAD_RESPONSE' });
    expect(text).not.toContain('inner');
  });

  it('uses smaller pages than requested: nothing is skipped', async () => {
    const all = Array.from({ length: 23 }, (_, index) => ({ courseId: `k${index}` }));
    gateway.faults.set('GET /edu/v1/course/list', (request, response) => {
      const query = new URL(request.url ?? '', 'http://platform').searchParams;
      const limit = Math.min(Number(query.get('limit')), 4);
      const start = (Number(query.get('page')) - 1) * limit;
      json({ docs: all.slice(start, start + limit), total: all.length, limit })(request, response);
    });
    const { data } = await gateway.student('{ courses(first: 10) { nodes { id } pageInfo { endCursor } } }');
    expect(data.courses.nodes.map(({ id }: { id: string }) => id)).toEqual(
      all.slice(0, 10).map(({ courseId }) => courseId),
    );
    const next = await gateway.student(
      'query ($after: String) { courses(first: 100, after: $after) { nodes { id } pageInfo { hasNextPage } } }',
      { after: data.courses.pageInfo.endCursor },
    );
    expect(next.data.courses.nodes.map(({ id }: { id: string }) => id)).toEqual(
      all.slice(10).map(({ courseId }) => courseId),
    );
    expect(next.data.courses.pageInfo.hasNextPage).toBe(false);
  });
});
