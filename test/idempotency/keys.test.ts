import { describe, expect, it } from 'vitest';
import { reset, status } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { overSocket } from '../support/over-socket.ts';
import { suiteGateway } from '../support/suite.ts';

const CREATE = `mutation ($key: String!, $text: String!) {
  createNote(input: { text: $text, lessonId: "l-tourniquet" }) @idempotent(key: $key) { noteId note { id text } }
}`;
const WITHOUT = 'mutation { createNote(input: { text: "Cold", lessonId: "l-tourniquet" }) { noteId } }';
const PUT = 'PUT /edu/v1/note';

describe('an idempotency key', () => {
  const gateway = suiteGateway();
  let number = 0;

  const newKey = (): string => `key-of-a-test-${++number}`;
  const create = (key: string, text = 'Cold', who = as.instructor) =>
    gateway.query(CREATE, { as: who, variables: { key, text } });
  const withHeader = (header: string, document = WITHOUT) =>
    gateway.query(document, { as: as.instructor, headers: { 'idempotency-key': header } });
  const writesIn = ({ calls }: { calls: readonly string[] }): string[] =>
    calls.filter((call) => !call.startsWith('GET'));

  it('answers a repeat with the same IDs, and writes nothing', async () => {
    const key = newKey();
    const first = await create(key);
    const again = await create(key);
    expect(first.errors).toEqual([]);
    expect(again.errors).toEqual([]);
    expect(writesIn(first)).toEqual([PUT]);
    expect(writesIn(again)).toEqual([]);
    expect(again.data).toEqual(first.data);
  });

  it('costs one read of the profile per token, and no call without a key', async () => {
    await create(newKey());
    expect((await create(newKey())).calls).toEqual([PUT]);
    expect((await gateway.query(WITHOUT, { as: as.instructor })).calls).toEqual([PUT]);
  });

  it('is taken from the header by an operation with one field, quoted or not', async () => {
    const key = newKey();
    const first = await withHeader(`"${key}"`);
    const again = await withHeader(key);
    expect(first.errors).toEqual([]);
    expect(again.data).toEqual(first.data);
    expect(writesIn(again)).toEqual([]);
    // Reads are safe to repeat as they are.
    expect((await withHeader(key, '{ me { id } }')).errors).toEqual([]);
  });

  it('is the same over a socket, and over an event stream by its header', async () => {
    const key = newKey();
    const query = `mutation { createNote(input: { text: "Cold", lessonId: "l-tourniquet" }) @idempotent(key: "${key}") { noteId } }`;
    const [first, again] = [
      await overSocket(gateway.url, { query }),
      await overSocket(gateway.url, { query }),
    ];
    const { noteId } = JSON.parse(first).payload.data.createNote;
    expect(JSON.parse(again).payload.data.createNote.noteId).toBe(noteId);
    const streamed = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: {
        ...as.student,
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'idempotency-key': `"${key}"`,
      },
      body: JSON.stringify({ query: WITHOUT }),
    });
    expect(await streamed.text()).toContain(noteId);
  });

  it('is refused for another write', async () => {
    const key = newKey();
    await create(key);
    const { errors, calls } = await create(key, 'Warm');
    expect(errors).toMatchObject([
      { path: ['createNote'], extensions: { code: 'BAD_USER_INPUT', reason: 'KEY_REUSED' } },
    ]);
    expect(writesIn({ calls })).toEqual([]);
  });

  it('goes on under a refreshed token, which belongs to the same user', async () => {
    const key = newKey();
    const { accessToken, refreshToken } = gateway.sandbox.issueSession('u-ana');
    const first = await create(key, 'Cold', as.bearer(accessToken));
    const { data } = await gateway.query(
      'mutation ($input: RefreshSessionInput!) { refreshSession(input: $input) { token { accessToken } } }',
      { variables: { input: { refreshToken } } },
    );
    const again = await create(key, 'Cold', as.bearer(data.refreshSession.token.accessToken));
    expect(again.errors).toEqual([]);
    expect(again.data).toEqual(first.data);
    expect(writesIn(again)).toEqual([]);
  });

  it('belongs to its user', async () => {
    const key = newKey();
    const mine = await create(key);
    const others = await create(key, 'Cold', as.student);
    expect(writesIn(others)).toEqual([PUT]);
    expect(others.data.createNote.noteId).not.toBe(mine.data.createNote.noteId);
  });

  it('is free again once the platform has refused the write', async () => {
    const key = newKey();
    gateway.faults.set(PUT, status(422));
    expect((await create(key)).errors[0]?.extensions.reason).toBe('REJECTED');
    gateway.faults.clear();
    const again = await create(key);
    expect(again.errors).toEqual([]);
    expect(writesIn(again)).toEqual([PUT]);
  });

  it('does not write again while nobody knows whether the platform has written', async () => {
    for (const fault of [status(503), reset]) {
      const key = newKey();
      gateway.faults.set(PUT, fault);
      expect((await create(key)).errors[0]?.extensions.retryable).toBe(false);
      gateway.faults.clear();
      const again = await create(key);
      expect(writesIn(again)).toEqual([]);
      expect(again.errors).toMatchObject([
        {
          path: ['createNote'],
          message: expect.stringContaining('read `notes`'),
          extensions: { code: 'OUTCOME_UNKNOWN', retryable: false },
        },
      ]);
    }
  });

  it('makes a repeat wait for the request that is running', async () => {
    const key = newKey();
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    gateway.faults.set(PUT, (_request, response) => {
      hold();
      void released.then(() => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{"noteId":"n-held"}');
      });
    });
    const before = gateway.requests.length;
    const first = create(key);
    await isHeld;
    const others = [create(key), create(key)];
    release();
    const answers = await Promise.all([first, ...others]);
    for (const { data } of answers) expect(data.createNote.noteId).toBe('n-held');
    expect(gateway.requests.slice(before).filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  it('has one field, and a field one key', async () => {
    const note = (name: string, key: string) =>
      `${name}: createNote(input: { text: "Cold" }) @idempotent(key: "${key}") { noteId }`;
    const [key, other] = [newKey(), newKey()];
    for (const fields of [
      `${note('one', key)} ${note('two', key)}`,
      `${note('one', key)} ${note('one', other)}`,
    ]) {
      const { errors, calls } = await gateway.query(`mutation { ${fields} }`, { as: as.instructor });
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', reason: 'KEY_REUSED' } }]);
      expect(calls).toEqual([]);
    }
    const both = await withHeader(key, `mutation { ${note('one', other)} }`);
    const several = await withHeader(
      key,
      `mutation { one: ${WITHOUT.slice(11, -1)} two: ${WITHOUT.slice(11, -1)} }`,
    );
    for (const { errors } of [both, several]) expect(errors[0]?.extensions.reason).toBe('NOT_ALLOWED');
  });

  it.each([
    ['7 chars', 'OUT_OF_RANGE'],
    ['x'.repeat(129), 'OUT_OF_RANGE'],
    ['', 'REQUIRED'],
    ['schlüssel', 'INVALID'],
  ])('has 8 to 128 printable ASCII characters, unlike %s', async (key, reason) => {
    const { errors, calls } = await create(key);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', reason, variable: ['key'] } }]);
    expect(calls).toEqual([]);
  });

  it.each([
    'mutation { signOut @idempotent(key: "12345678") { extra } }',
    'mutation { beginSignIn(input: { redirectUri: "https://app.example" }) @idempotent(key: "12345678") { url } }',
    '{ me @idempotent(key: "12345678") { id } }',
    'mutation { createNote(input: { text: "Cold" }) { note { id @idempotent(key: "12345678") } } }',
    'query { me { ...F } } fragment F on Viewer { id @idempotent(key: "12345678") }',
  ])('is refused where nothing takes it: %s', async (document) => {
    const { errors, calls } = await gateway.query(document, { as: as.instructor });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', reason: 'NOT_ALLOWED' } }]);
    expect(calls).toEqual([]);
  });
});
