import { parse, validate } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSchema } from '../../src/domains/schema.ts';
import { json } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { listen } from '../support/listen.ts';
import { suiteGateway } from '../support/suite.ts';
import { TASKS } from './tasks.ts';

const schema = createSchema();

const gateway = suiteGateway();
let reference: string;
beforeAll(async () => {
  reference = await (await fetch(`${gateway.url}/schema.md`)).text();
});

const valueAt = (data: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => Object(value)[step], data);

describe('a document written from the Markdown reference', () => {
  it.each(TASKS)('is valid and runs: $asks', async ({ document, variables, as: identity, shows }) => {
    expect(validate(schema, parse(document))).toEqual([]);
    if (document.startsWith('subscription')) {
      const stream = listen(gateway.url, document, { ...as[identity], variables });
      const [first] = await stream.reach(1);
      stream.stop();
      expect(stream.errors).toEqual([]);
      expect(first.cursor).toEqual(expect.any(String));
      return;
    }
    const { data, errors } = await gateway.query(document, { as: as[identity], variables });
    expect(errors).toEqual([]);
    for (const path of shows) expect([path, valueAt(data, path)]).toEqual([path, expect.anything()]);
  });

  it.each(TASKS)('uses only what the reference names: $asks', ({ document }) => {
    const names = document.match(/\b[a-z]\w+\b(?=[\s(){}]|$)/g) ?? [];
    const keywords = ['query', 'mutation', 'subscription', 'fragment', 'on', 'theClass', 'false'];
    for (const name of names.filter((one) => !keywords.includes(one))) {
      expect(reference).toMatch(new RegExp(`\\b${name}\\b`));
    }
  });
});

/** Written by a maintainer from `/schema.md`, for what 1.0 added or renamed. */
describe('a task of 1.0', () => {
  const run = async (document: string, credential: Record<string, string>, variables = {}) => {
    expect(validate(schema, parse(document))).toEqual([]);
    const { data, errors, calls } = await gateway.query(document, { as: credential, variables });
    expect(errors).toEqual([]);
    return { data, calls };
  };

  it('shows a leaderboard with the names that its rows have, without a further call', async () => {
    const holder = { handle: '@nine', firstName: 'Nina', lastName: null, profilePicId: null };
    gateway.faults.set(
      'GET /leaderboard/v1',
      json([{ user: { userId: 'u-9', handle: '@nine', firstName: 'Nina' }, score: 3, rank: 1 }]),
    );
    const { data, calls } = await run(
      '{ leaderboard { nodes { rank score userId holder { handle firstName lastName profilePicId } } } }',
      as.student,
    );
    gateway.faults.clear();
    expect(data.leaderboard.nodes).toEqual([{ rank: 1, score: 3, userId: 'u-9', holder }]);
    expect(calls).toHaveLength(1);
  });

  it('shows which lessons of a class are locked for me, in one operation', async () => {
    const { data } = await run(
      `query ($id: ID!) {
        theClass: class(id: $id) { id name viewer { id lessons { lesson { id name } locked } } }
      }`,
      as.student,
      { id: 'g-first-aid-spring' },
    );
    const { lessons } = data.theClass.viewer;
    const locks = new Set(lessons.map(({ locked }: { locked: boolean }) => locked));
    expect(locks).toEqual(new Set([true, false]));
  });

  it('lists the notes of a class with their authors and dates, with one call for all of them', async () => {
    const { data, calls } = await run(
      `query ($id: ID!) {
        theClass: class(id: $id) { notes { edges { authorId createdDate node { id text } } totalCount } }
      }`,
      as.instructor,
      { id: 'g-first-aid-spring' },
    );
    expect(data.theClass.notes.edges[0]).toMatchObject({
      authorId: expect.any(String),
      createdDate: expect.any(String),
    });
    expect(calls.filter((call) => call.includes('/note'))).toHaveLength(1);
  });

  it('deletes the note that was just created', async () => {
    const created = await run(
      'mutation ($input: CreateNoteInput!) { createNote(input: $input) { noteId note { text } } }',
      as.student,
      { input: { text: 'Bring gloves', courseId: 'c-knots' } },
    );
    const { noteId } = created.data.createNote;
    const deleted = await run(
      'mutation ($input: DeleteNoteInput!) { deleteNote(input: $input) { deletedId } }',
      as.student,
      { input: { id: noteId } },
    );
    expect(deleted.data.deleteNote.deletedId).toBe(noteId);
  });

  it('refreshes the session of an ATO sign-on, raises an alert with it, and lists the alerts', async () => {
    const { requestId } = await gateway.sandbox.startAtoRequest({ userId: 'u-ana' });
    const { code, state } = gateway.sandbox.signOnToAto(requestId);
    const signedOn = await run(
      `mutation ($input: CompleteAtoSignOnInput!) {
        completeAtoSignOn(input: $input) { token { refreshToken } requestId bound }
      }`,
      {},
      { input: { code, state } },
    );
    const { refreshToken } = signedOn.data.completeAtoSignOn.token;
    const refreshed = await run(
      `mutation ($input: RefreshSessionInput!) {
        refreshSession(input: $input) { token { accessToken refreshToken } requestId }
      }`,
      {},
      { input: { refreshToken, registration: 'ATO' } },
    );
    const { token, requestId: bound } = refreshed.data.refreshSession;
    expect(bound).toBe(requestId);
    const ato = as.bearer(token.accessToken);
    await run(
      'mutation ($input: RaiseAtoAlertInput!) { raiseAtoAlert(input: $input) { alert { title } } }',
      ato,
      {
        input: { requestId, title: 'Scan', text: 'Started.' },
      },
    );
    const { data } = await run(
      'query ($id: ID!) { atoRequest(id: $id) { alerts { nodes { title raisedAt } isComplete } } }',
      ato,
      { id: requestId },
    );
    expect(data.atoRequest.alerts).toMatchObject({ nodes: [{ title: 'Scan' }], isComplete: true });
  });
});
