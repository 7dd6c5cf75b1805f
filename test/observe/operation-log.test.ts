import { describe, expect, it, onTestFinished } from 'vitest';
import { REACHES, settle, walk } from '../reach/walk.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { json, reset, status } from '../support/faults.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { know, knownUsers } from '../support/known-users.ts';
import { newClient } from '../support/listen.ts';
import { IN_ORDER, suiteGateway } from '../support/suite.ts';
import { until } from '../support/until.ts';

const STUDENT = as.student.authorization ?? '';
const QUIET = { NOTIFICATION_POLL_INTERVAL: '100' };

// biome-ignore lint/suspicious/noExplicitAny: a test knows the fields of a line
type Line = Record<string, any>;

const linesIn = ({ logLines }: TestGateway, message: string): Line[] =>
  logLines.map((line) => JSON.parse(line)).filter(({ msg }: Line) => msg === message);

describe('the line of an operation', () => {
  const clock = new FakeClock();
  const gateway = suiteGateway({ clock, config: { slowOperation: 150 } });

  const named = (name: string, version: string) => ({
    'apollographql-client-name': name,
    'apollographql-client-version': version,
  });

  it('names the client application, its version and the platform calls', async () => {
    await gateway.query('query Both { a: course(id: "c-first-aid") { name } me { handle } b: me { id } }', {
      as: as.student,
      headers: named('@school/ios', '4.2.0 (118)'),
    });
    expect(linesIn(gateway, 'operation')).toContainEqual(
      expect.objectContaining({
        operation: 'Both',
        document: expect.stringMatching(/^[0-9a-f]{64}$/),
        root: ['course', 'me'],
        client: '@school/ios',
        clientVersion: '4.2.0 (118)',
        upstreamCalls: 2,
        ms: expect.any(Number),
      }),
    );
  });

  it('names the client application of a socket, also for its streams', async () => {
    const client = newClient(gateway.url, {
      client: { connectionParams: { authorization: STUDENT, ...named('web', '7') } },
    });
    await new Promise<void>((resolve, reject) => {
      const stop = client.subscribe(
        { query: 'subscription Socket { notificationReceived { cursor } }' },
        {
          next: () => {
            stop();
            resolve();
          },
          error: reject,
          complete: () => {},
        },
      );
    });
    await until(() => linesIn(gateway, 'operation').some(({ operation }) => operation === 'Socket'));
    await client.dispose();
    expect(linesIn(gateway, 'operation').filter(({ operation }) => operation === 'Socket')).toEqual([
      expect.objectContaining({
        root: ['notificationReceived'],
        client: 'web',
        clientVersion: '7',
        upstreamCalls: 1,
      }),
    ]);
  });

  it('bounds what a client calls itself, and stays a line of JSON', async () => {
    const seen = gateway.logLines.length;
    await gateway.query('query Named { __typename }', {
      headers: named(`we"b\\ {}<script>${'x'.repeat(5000)}`, ''),
    });
    const [line = {}] = linesIn(gateway, 'operation').slice(-1);
    expect(gateway.logLines.slice(seen)).toHaveLength(1);
    expect(line.client).toMatch(/^we_b_ ___script_x{48}$/);
    expect(line).not.toHaveProperty('clientVersion');
  });

  it('lists ten root fields at most', async () => {
    const fields = [
      'me',
      'classes',
      'courses',
      'notes',
      'leaderboard',
      'session',
      'friends',
      'a',
      'b',
      'c',
      'd',
    ];
    await gateway.query(`query Many { ${fields.map((field) => `${field} { id }`).join(' ')} }`);
    expect(linesIn(gateway, 'operation').at(-1)?.root).toEqual([...fields.slice(0, 10), '…']);
  });

  it('is followed by one with the platform calls by route if the operation is slow', async () => {
    gateway.faults.set('GET /edu/v1/course', (_request, response) => {
      clock.skip(300);
      response.writeHead(404).end();
    });
    await gateway.query('query Slow { course(id: "c-first-aid") { name } me { handle } }', {
      as: as.student,
      headers: { 'x-request-id': 'slow-1', ...named('web', '7') },
    });
    const slow = linesIn(gateway, 'slow operation').filter(({ operation }) => operation === 'Slow');
    expect(slow).toEqual([
      expect.objectContaining({
        requestId: 'slow-1',
        type: 'query',
        document: expect.stringMatching(/^[0-9a-f]{64}$/),
        root: ['course', 'me'],
        client: 'web',
        calls: [
          { route: 'GET /edu/v1/course', calls: 1, ms: expect.any(Number) },
          { route: 'GET /user/v1/my/profile', calls: 1, ms: expect.any(Number) },
        ],
        shared: 0,
      }),
    ]);
    const [
      {
        ms,
        calls: [{ ms: longest }],
      } = { ms: 0, calls: [{ ms: 0 }] },
    ] = slow;
    expect([longest, ms]).toEqual([300, 300]);
    expect(linesIn(gateway, 'operation').filter(({ requestId }) => requestId === 'slow-1')).toHaveLength(1);
  });
});

describe('the record of writes', IN_ORDER, () => {
  const gateway = suiteGateway({ environment: { ...QUIET, CURSOR_SECRET: 'a secret' } });

  it('has a line for every mutation of the graph, without anything that was sent', async () => {
    await walk(gateway, await settle(gateway));
    const fieldsOf = (fields: readonly string[]) =>
      fields.flatMap((field) => (field.startsWith('Mutation.') ? [field.slice('Mutation.'.length)] : []));
    const lines = linesIn(gateway, 'write');
    const expected = REACHES.flatMap(({ fields }) => fieldsOf(fields));
    expect(expected.length).toBeGreaterThan(20);
    const found = lines.map(({ field }) => field);
    expect(expected.filter((field) => !found.includes(field))).toEqual([]);
    expect(new Set(lines.map(({ outcome }) => outcome))).toEqual(new Set(['success']));
    for (const line of lines)
      expect(Object.keys(line).toSorted()).toEqual(
        [
          'caller',
          'document',
          'field',
          'level',
          'msg',
          'outcome',
          'requestId',
          'severity_text',
          'time',
          'client',
          'clientVersion',
        ]
          .filter((name) => name in line)
          .toSorted(),
      );
  });

  it('contains no value of an input, no token and no ID', async () => {
    const canary = 'Kanarienvogel-4711';
    await gateway.query(
      `mutation Write($input: CreateNoteInput!) {
        createNote(input: $input) { note { id } }
        deleteNote(input: { id: "${canary}-note" }) { deletedId }
        createBucket(input: { id: "${canary}-bucket", data: { key: "${canary}" } }) { bucket { id } }
      }`,
      {
        as: as.bearer(`${canary}-token`),
        variables: { input: { text: `${canary}-text`, courseId: canary } },
      },
    );
    await gateway.query(`mutation { deleteNote(input: { id: "${canary}-note" }) { deletedId } }`, {
      as: as.student,
    });
    expect(linesIn(gateway, 'write').slice(-1)).toEqual([expect.objectContaining({ field: 'deleteNote' })]);
    expect(gateway.logLines.filter((line) => line.includes('Kanarienvogel'))).toEqual([]);
    expect(gateway.logLines.filter((line) => line.includes('demo-student-token'))).toEqual([]);
  });

  it('has no line for a write whose response the client does not accept: it does not run', async () => {
    const { status: code, calls } = await gateway.query(
      'mutation { deleteNote(input: { id: "none" }) { deletedId } }',
      { as: as.student, headers: { accept: 'text/html', 'x-request-id': 'unaccepted' } },
    );
    expect([code, calls]).toEqual([406, []]);
    const lines = linesIn(gateway, 'write').filter(({ requestId }) => requestId === 'unaccepted');
    expect(lines).toEqual([]);
  });

  it('says how each write ended', async () => {
    const write = async (requestId: string) => {
      await gateway.query('mutation { deleteNote(input: { id: "none" }) { deletedId } }', {
        as: as.student,
        headers: { 'x-request-id': requestId },
      });
      return linesIn(gateway, 'write').filter((line) => line.requestId === requestId);
    };
    const route = 'POST /edu/v1/note/remove';
    const outcomes = [
      ['success', json({})],
      ['FORBIDDEN', status(403)],
      ['unknown', reset],
    ] as const;
    for (const [outcome, fault] of outcomes) {
      gateway.faults.set(route, fault);
      expect(await write(`write-${outcome}`)).toEqual([
        expect.objectContaining({ field: 'deleteNote', outcome }),
      ]);
    }
  });

  it('names callers by a hash that is the same in all instances with the same secret', async () => {
    const write = 'mutation { deleteNote(input: { id: "none" }) { deletedId } }';
    const other = await startGateway({ environment: { ...QUIET, CURSOR_SECRET: 'a secret' } });
    const foreign = await startGateway({ environment: { ...QUIET, CURSOR_SECRET: 'another' } });
    const callerIn = async (target: TestGateway, credential: Record<string, string>): Promise<string> => {
      await know(target, credential);
      await target.query(write, { as: credential });
      return linesIn(target, 'write').at(-1)?.caller;
    };
    const again = as.bearer(gateway.sandbox.issueToken('u-ana'));
    const [here, there, elsewhere, instructor, nobody, stranger, another] = [
      await callerIn(gateway, as.student),
      await callerIn(other, as.student),
      await callerIn(foreign, as.student),
      await callerIn(gateway, as.instructor),
      await callerIn(gateway, as.nobody),
      await callerIn(gateway, as.bearer('made-up')),
      await callerIn(gateway, again),
    ];
    await Promise.all([other.close(), foreign.close()]);
    expect(here).toMatch(/^user:[\w-]{16}$/);
    expect(nobody).toMatch(/^network:/);
    expect(there).toBe(here);
    // Another sign-in of the same user.
    expect(another).toBe(here);
    expect([elsewhere, instructor, nobody]).not.toContain(here);
    // Made-up tokens are nobody: the address stands for all.
    expect(stranger).toBe(nobody);
  });
});

describe('changes of state', () => {
  it('are logged once when a circuit opens, and once when it closes', async () => {
    const clock = new FakeClock();
    const gateway = await startGateway({ clock, environment: QUIET });
    onTestFinished(() => gateway.close());
    const lines = (message: string): Line[] => linesIn(gateway, message);
    const callers = await knownUsers(gateway);
    const call = (number: number) =>
      gateway.query(`{ me { id m${number}: handle } }`, { as: callers[number % callers.length] ?? {} });
    gateway.faults.set('GET /user/v1/my/profile', reset);
    for (let number = 0; number < 60; number += 1) await clock.during(call(number));
    expect(lines('circuit open')).toEqual([expect.objectContaining({ route: 'GET /user/v1/my/profile' })]);
    gateway.faults.clear();
    // A circuit lets a trial through two seconds after it opened.
    await clock.advance(2000);
    await call(0);
    expect([lines('circuit open').length, lines('circuit closed').length]).toEqual([1, 1]);
  });

  it('are logged once when the process drains', async () => {
    const gateway = await startGateway();
    await gateway.close();
    expect(linesIn(gateway, 'draining')).toHaveLength(1);
  });
});
