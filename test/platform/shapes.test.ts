import { writeFileSync } from 'node:fs';
import { routeNamed } from 'learning-platform-kit/contract/routes';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SHAPED_ROUTES } from '../../src/domains/platform-readers.ts';
import { json } from '../support/faults.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { temporaryFile } from '../support/temporary-file.ts';

/** A file of shapes, of which a test replaces the content. */
function shapesFile(shapes: unknown): { path: string; write(shapes: unknown): void } {
  const path = temporaryFile(JSON.stringify(shapes));
  const write = (content: unknown): void => writeFileSync(path, JSON.stringify(content));
  return { path, write };
}

async function start(path: string): Promise<TestGateway> {
  const gateway = await startGateway({ environment: { PLATFORM_SHAPES: path } });
  onTestFinished(() => gateway.close());
  return gateway;
}

const NOTES = '{ notes { nodes { id text } } }';
const COURSES = '{ courses(first: 1) { totalCount pageInfo { hasNextPage } nodes { id name } } }';

describe('PLATFORM_SHAPES', () => {
  it('knows every route by its ID in the contract', () => {
    for (const { id, name } of SHAPED_ROUTES) expect(routeNamed(name)?.id).toBe(id);
  });

  it('says where the rows of a response are, and what their members are called', async () => {
    const { path } = shapesFile({
      listNotes: { at: '/answer/0/found', members: { noteId: 'number', text: 'said' } },
    });
    const gateway = await start(path);
    const rows = [{ number: 7, said: 'Bring a pencil', text: 'a label', by: 'Ana' }];
    gateway.faults.set(
      'GET /edu/v1/note/list',
      json({ answer: [{ found: rows, other: [] }, { found: [] }] }),
    );
    const { data } = await gateway.instructor(NOTES);
    expect(data.notes.nodes).toEqual([{ id: '7', text: 'Bring a pencil' }]);
  });

  it('keeps the totals beside the rows of a page', async () => {
    const { path } = shapesFile({ listCourses: { at: '/page/list/of~1courses' } });
    const gateway = await start(path);
    const found = { 'of/courses': [{ courseId: 'c1', name: 'One' }], total: 3, limit: 1, other: [1] };
    gateway.faults.set('GET /edu/v1/course/list', json({ page: { list: found }, more: [{}] }));
    const { data } = await gateway.student(COURSES);
    expect(data.courses).toEqual({
      totalCount: 3,
      pageInfo: { hasNextPage: true },
      nodes: [{ id: 'c1', name: 'One' }],
    });
  });

  it('is read again on SIGHUP, and stays as it was if it is wrong', async () => {
    const { path, write } = shapesFile({});
    const gateway = await start(path);
    gateway.faults.set('GET /edu/v1/note/list', json({ a: [{ id: 1 }], b: [{ id: 2 }] }));
    expect((await gateway.query(NOTES, { as: as.instructor })).errors).toHaveLength(1);
    write({ listNotes: { at: '/b' } });
    expect(gateway.reload()).toBe(true);
    expect((await gateway.instructor(NOTES)).data.notes.nodes).toEqual([{ id: '2', text: null }]);
    write({ listNotes: { at: 'b' } });
    expect(gateway.reload()).toBe(false);
    expect((await gateway.instructor(NOTES)).data.notes.nodes).toEqual([{ id: '2', text: null }]);
  });

  it('fails only the fields of a route whose response has nothing there', async () => {
    const { path } = shapesFile({ listNotes: { at: '/items' } });
    const gateway = await start(path);
    const { data, errors } = await gateway.query(`{ me { id } ${NOTES.slice(1)}`, { as: as.instructor });
    expect(data).toEqual({ me: { id: 'u-marcus' }, notes: null });
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['UPSTREAM_BAD_RESPONSE']);
  });

  it('is refused at the start with everything that is wrong with it', async () => {
    const { path } = shapesFile({
      listNote: {},
      listNotes: { at: 'items', members: { noteId: 7, motto: 'x' }, where: '/' },
      listNotifications: { members: { text: 'senderName' } },
    });
    await expect(start(path)).rejects.toThrow(
      [
        'has no route listNote: the IDs are in docs/platform-api.md',
        'listNotes: where is unknown: an entry has `at` and `members`',
        'listNotes: `at` is no JSON pointer, such as /payload/items',
        'listNotes: the name of noteId is no text',
        'listNotes: the gateway reads no motto here',
        'listNotifications: text may be stored, so no other member may become it',
      ]
        .map((problem) => `PLATFORM_SHAPES (${path}) ${problem}`)
        .join('\n'),
    );
  });
});
