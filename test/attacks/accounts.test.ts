import { describe, expect, it, onTestFinished } from 'vitest';
import { FakeClock } from '../support/fake-clock.ts';
import { answer } from '../support/faults.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { know, knownUsers } from '../support/known-users.ts';
import { listen } from '../support/listen.ts';
import { readMetrics } from '../support/metrics.ts';
import { streamBytes, streamLimit } from '../support/stream-limit.ts';

const clock = new FakeClock();
const start = async (environment: Record<string, string>): Promise<TestGateway> => {
  const gateway = await startGateway({ clock, environment });
  onTestFinished(gateway.close);
  return gateway;
};

const STUDENT = 'Bearer demo-student-token';

const aliases = (count: number, field: string): string =>
  Array.from({ length: count }, (_, number) => `f${number}: ${field}`).join(' ');

const RESUMED = 'subscription ($after: String) { notificationReceived(after: $after) { cursor } }';
const DELETIONS = `mutation { ${aliases(30, 'deleteNote(input: { id: "none" }) { deletedId }')} }`;

describe('the account of a caller', () => {
  it('is charged for each root field of a mutation, so that log lines and writes count', async () => {
    const gateway = await start({ LIMIT_RATE: '60' });
    await know(gateway, as.student);
    const statusOf = async () => (await gateway.query(DELETIONS, { as: as.student })).status;
    const before = gateway.logLines.length;
    expect([await statusOf(), await statusOf(), await statusOf(), await statusOf()]).toEqual([
      200, 200, 429, 429,
    ]);
    // At most 31 lines of 350 bytes for each operation that ran, however many are sent.
    const bytes = gateway.logLines.slice(before).join('').length;
    expect(bytes).toBeLessThan(2 * 31 * 350 + 2 * 600);
    await clock.advance(60_000);
    expect(await statusOf()).toBe(200);
  });

  it('lets a mutation run alone that has more root fields than the whole limit', async () => {
    const gateway = await start({ LIMIT_RATE: '10' });
    await know(gateway, as.student);
    expect((await gateway.query(DELETIONS, { as: as.student })).status).toBe(200);
    expect((await gateway.query('{ __typename }', { as: as.student })).status).toBe(429);
  });

  it('is charged for platform calls: the operation after too many is refused', async () => {
    const gateway = await start({ LIMIT_RATE: '4' });
    for (const user of [as.student, as.instructor]) await know(gateway, user);
    const courses = (from: number) =>
      `{ ${Array.from({ length: 30 }, (_, number) => `c${number}: course(id: "c-${from + number}") { id }`).join(' ')} }`;
    // 25 calls for each of 4 operations; shared calls count as well.
    const statuses: number[] = [];
    for (let number = 0; number < 3; number += 1)
      statuses.push((await gateway.query(courses(100 * number), { as: as.student })).status);
    expect(statuses).toEqual([200, 200, 200]);
    const { data } = await gateway.student(courses(900));
    expect(Object.keys(data)).toHaveLength(30);
    const refused = await gateway.query('{ __typename }', { as: as.student });
    expect(refused.errors[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 60_000 });
    expect(gateway.logLines.at(-1)).toContain('"reason":"rate-calls"');
    expect((await gateway.query('{ __typename }', { as: as.instructor })).status).toBe(200);
  });

  it('is not charged to the address that its user shares with others', async () => {
    // 20 times as many of an address.
    const gateway = await start({ LIMIT_RATE: '3' });
    const [one, other] = await knownUsers(gateway);
    const statusOf = async (user = {}, document = '{ __typename }') =>
      (await gateway.query(document, { as: user })).status;
    for (let number = 0; number < 3; number += 1) expect(await statusOf(one)).toBe(200);
    for (let number = 0; number < 100; number += 1) expect(await statusOf(one)).toBe(429);
    for (let number = 0; number < 50; number += 1) expect(await statusOf(other, DELETIONS)).not.toBe(500);
    expect(await statusOf()).toBe(200);
    for (let number = 0; number < 60; number += 1) await statusOf();
    expect(await statusOf()).toBe(429);
    const [, , third] = await knownUsers(gateway);
    expect(await statusOf(third)).toBe(429);
  });

  /** Sends 600 notifications of 8,000 characters to a user, with each sign-in in turn. */
  const sendMany = async (gateway: TestGateway, persist: boolean, signIns: Record<string, string>[]) => {
    const send = (receiver: string) =>
      `mutation ($text: String!) { ${aliases(30, `sendNotification(input: { receiverId: "${receiver}", text: $text, textParameters: $text, persist: ${persist} }) { notificationId }`)} }`;
    let written = 0;
    const refused: string[] = [];
    for (let number = 0; number < 20; number += 1) {
      const as = signIns[number % signIns.length] ?? {};
      const variables = { text: 'x'.repeat(4000) };
      const { calls, errors } = await gateway.query(send('u-priya'), { as, variables });
      written += calls.filter((call) => call.startsWith('PUT')).length;
      refused.push(...errors.map(({ extensions }) => extensions.code));
    }
    expect(refused).toEqual(Array(600 - written).fill('RATE_LIMITED'));
    // Nothing of it counts for others at the same address.
    const { errors } = await gateway.query(send('u-tomas'), { variables: { text: 'x' }, as: as.instructor });
    expect(errors).toEqual([]);
    return written;
  };

  it('is one for all sign-ins of a user: another one stores no more', async () => {
    const gateway = await start({ LIMIT_RATE: '0' });
    const signIns = [1, 2].map(() => as.bearer(gateway.sandbox.issueToken('u-ana')));
    for (const signIn of signIns) await know(gateway, signIn);
    const written = await sendMany(gateway, false, signIns);
    expect(written).toBeGreaterThan(350);
    expect(written * 8000).toBeLessThan(4_000_000);
  });

  it('is charged for stored notifications, which the gateway puts into the streams of their receivers', async () => {
    const gateway = await start({ LIMIT_RATE: '0' });
    for (const user of [as.student, as.instructor]) await know(gateway, user);
    const written = await sendMany(gateway, true, [as.student]);
    // 11 KB of 6 MB each.
    expect(written).toBeGreaterThan(540);
    expect(written).toBeLessThan(560);
  });

  it('is charged for events that are replayed, whatever is selected of them', async () => {
    const gateway = await start({ LIMIT_RATE: '8' });
    for (const user of [as.student, as.instructor]) await know(gateway, user);
    const resume = async (after: string | null, events: number): Promise<string> => {
      const stream = listen(gateway.url, RESUMED, { authorization: STUDENT, variables: { after } });
      const [first] = await stream.reach(1 + events);
      stream.stop();
      return first.cursor;
    };
    const cursor = await resume(null, 0);
    const send =
      'sendNotification(input: { receiverId: "u-ana", text: $text, textParameters: $text, persist: false }) { streamed }';
    const events = `mutation ($text: String!) { ${aliases(30, send)} }`;
    for (let sent = 0; sent < 90; sent += 30) {
      await gateway.query(events, { as: as.instructor, variables: { text: 'x'.repeat(4000) } });
      await clock.advance(60_000);
    }
    // 740,000 bytes each, of 2,000,000 for 8 operations; a socket and its subscription are two.
    for (let time = 0; time < 3; time += 1) await resume(cursor, 90);
    expect((await gateway.query('{ __typename }', { as: as.student })).status).toBe(429);
    expect((await gateway.query('{ __typename }', { as: as.instructor })).status).toBe(200);
  });

  it('has few log lines about plugin calls with another credential, with the number of those without one', async () => {
    const gateway = await start({});
    const lines = () =>
      gateway.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'plugin call');
    for (let number = 0; number < 50; number += 1) {
      const headers = { ...as.student, 'content-type': 'application/json' };
      const { status } = await fetch(`${gateway.url}/plugin/ato/requests`, {
        method: 'POST',
        headers,
        body: '{}',
      });
      expect(status).toBe(401);
    }
    expect(lines().map(({ reason, count }) => [reason, count])).toEqual([['credential', 1]]);
    await clock.advance(10_000);
    expect(lines().map(({ count }) => count)).toEqual([1, 49]);
  });

  it.each<[string, string, RequestInit, number]>([
    ['a form', '/graphql', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }, 415],
    ['an image', '/graphql?query={__typename}', { headers: { accept: 'image/*' } }, 406],
    ['a script', '/graphql?query={__typename}', {}, 400],
    ['a request for the head', '/graphql', { method: 'HEAD' }, 405],
    ['a call of the plugin', '/plugin/ato/requests', { method: 'POST', body: '{}' }, 401],
  ])('is not charged for %s, which pages of any site make browsers send', async (_, path, init, status) => {
    // 20 of an address.
    const gateway = await start({ LIMIT_RATE: '1' });
    const linesBefore = gateway.logLines.length;
    for (let number = 0; number < 40; number += 1)
      expect((await fetch(`${gateway.url}${path}`, init)).status).toBe(status);
    expect(gateway.logLines.length - linesBefore).toBeLessThanOrEqual(10);
    expect((await gateway.query('{ __typename }')).status).toBe(200);
  });

  it('has few log lines about what it is refused, each with the number of those without one', async () => {
    const gateway = await start({ LIMIT_RATE: '1' });
    for (let number = 0; number < 120; number += 1) await gateway.query('{ __typename }');
    const lines = () =>
      gateway.logLines.map((line) => JSON.parse(line)).filter(({ reason }) => reason === 'rate-operations');
    expect(lines()).toHaveLength(10);
    await clock.advance(60_000);
    for (let number = 0; number < 21; number += 1) await gateway.query('{ __typename }');
    expect(lines().at(-1)).toMatchObject({ unlogged: 90 });
    expect((await readMetrics(gateway)).get('gateway_refused_requests_total{reason="rate"}')).toBe(101);
  });

  it('is charged for the bytes of its responses', async () => {
    const gateway = await start({ LIMIT_RATE: '4', LIMIT_BODY: '1000000' });
    await know(gateway, as.student);
    const long = `{ ${'a'.repeat(400_000)}: __typename }`;
    const statuses: number[] = [];
    for (let number = 0; number < 3; number += 1)
      statuses.push((await gateway.query(long, { as: as.student })).status);
    // 1,000,000 bytes for 4 operations: the second body and its response exceed them.
    expect(statuses).toEqual([200, 200, 429]);
    expect(gateway.logLines.at(-1)).toContain('"reason":"rate-bytes"');
  });

  it('is charged for what it makes the gateway read of the platform, as much work as that is', async () => {
    const gateway = await start({ LIMIT_RATE: '40' });
    await know(gateway, as.student);
    // Counts as 2,600,000 bytes: twice its text, and 80 for each list.
    const lists = `{"id":"b","public":true,"users":[],"data":{"lists":[${Array(30_000).fill('[]').join(',')}]}}`;
    gateway.faults.set('GET /app/v1/bucket', answer(Buffer.from(lists)));
    const read = () => gateway.query('{ bucket(id: "b") { id } }', { as: as.student });
    const statuses: number[] = [];
    for (let number = 0; number < 5; number += 1) statuses.push((await read()).status);
    // 10,000,000 bytes for 40 operations.
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect((await gateway.query('{ bucket(id: "b") { id } }', { as: as.instructor })).status).toBe(200);
  });
});

describe('an open subscription', () => {
  const STREAM = 'subscription ($after: String) { notificationReceived(after: $after) { cursor } }';

  it('does not hold variables that its operation does not declare', async () => {
    // Two sockets with a subscription each; not also 90 KB.
    const gateway = await start(streamLimit(streamBytes(2, 2, STREAM)));
    const streams = Array.from({ length: 2 }, () =>
      listen(gateway.url, STREAM, {
        authorization: STUDENT,
        variables: { undeclared: 'x'.repeat(90_000) },
      }),
    );
    await Promise.all(streams.map((stream) => stream.reach(1)));
    for (const stream of streams) stream.stop();
  });

  it('counts with the document that it holds', async () => {
    const gateway = await start(streamLimit(streamBytes(1, 1, STREAM)));
    const stream = listen(gateway.url, `${STREAM} # ${'x'.repeat(90_000)}`, {
      authorization: STUDENT,
    });
    await stream.end();
    expect(stream.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryable: true } }]);
  });
});
