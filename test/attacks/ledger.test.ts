import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { EventLoopLag } from '../../src/admission/event-loop-lag.ts';
import { Ledger } from '../../src/admission/ledger.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { listen } from '../support/listen.ts';
import { streamBytes, streamLimit } from '../support/stream-limit.ts';

const gateways: TestGateway[] = [];
const clock = new FakeClock();
const start = async (environment: Record<string, string>): Promise<TestGateway> => {
  const gateway = await startGateway({ clock, environment });
  gateways.push(gateway);
  return gateway;
};
afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close()));
});

const STUDENT = 'Bearer demo-student-token';

const aliases = (count: number, field: string): string =>
  Array.from({ length: count }, (_, number) => `f${number}: ${field}`).join(' ');

describe('the account of a caller', () => {
  it('is charged for each root field of a mutation, so that log lines and writes count', async () => {
    const gateway = await start({ LIMIT_RATE: '60' });
    const signOuts = `mutation { ${aliases(30, 'signOut { extra }')} }`;
    const before = gateway.logLines.length;
    const statuses: number[] = [];
    for (let number = 0; number < 4; number += 1)
      statuses.push((await gateway.query(signOuts, { as: as.bearer('made-up') })).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    // At most 31 lines of 350 bytes for each operation that ran, however many are sent.
    const bytes = gateway.logLines.slice(before).join('').length;
    expect(bytes).toBeLessThan(2 * 31 * 350 + 2 * 600);
    await clock.advance(60_000);
    expect((await gateway.query(signOuts, { as: as.bearer('made-up') })).status).toBe(200);
  });

  it('lets a mutation run alone that has more root fields than the whole limit', async () => {
    const gateway = await start({ LIMIT_RATE: '10' });
    const signOuts = `mutation { ${aliases(30, 'signOut { extra }')} }`;
    expect((await gateway.query(signOuts, { as: as.bearer('large') })).status).toBe(200);
    expect((await gateway.query('{ __typename }', { as: as.bearer('large') })).status).toBe(429);
  });

  it('is charged for platform calls: the operation after too many is refused', async () => {
    const gateway = await start({ LIMIT_RATE: '4' });
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
    expect((await gateway.query('{ __typename }', { as: as.instructor })).status).toBe(200);
  });

  it('is not charged to its address for what the caller itself may not do any more', async () => {
    // 20 times as many of an address.
    const gateway = await start({ LIMIT_RATE: '3' });
    const statusOf = async (token: string, document = '{ __typename }') =>
      (await gateway.query(document, { as: as.bearer(token) })).status;
    for (let number = 0; number < 3; number += 1) expect(await statusOf('one')).toBe(200);
    for (let number = 0; number < 100; number += 1) expect(await statusOf('one')).toBe(429);
    const signOuts = `mutation { ${aliases(3, 'signOut { extra }')} }`;
    expect(await statusOf('another')).toBe(200);
    expect(await statusOf('another')).toBe(200);
    for (let number = 0; number < 50; number += 1) expect(await statusOf('another', signOuts)).not.toBe(500);
    expect(await statusOf('a third')).toBe(200);
  });

  it('is not charged to its address for what the caller itself may not store any more', () => {
    const load = new EventLoopLag(clock, 1000);
    onTestFinished(() => load.close());
    const observer = { refused: () => {} };
    const rates = { perMinute: 0, retention: 60_000, sharedRates: null };
    const ledger = new Ledger({ clock, load, observer, ...rates });
    const store = (user: string): number => ledger.store('192.0.2.1', `Bearer ${user}`, 1_000_000);
    // 4 of them for a user, and 80 for an address.
    for (let number = 0; number < 100; number += 1) expect(store('one') > 0).toBe(number >= 4);
    for (let user = 0; user < 19; user += 1)
      for (let number = 0; number < 4; number += 1) expect(store(`user ${user}`)).toBe(0);
    expect(store('a last one')).toBeGreaterThan(0);
  });

  it('is charged for the bytes of its responses', async () => {
    const gateway = await start({ LIMIT_RATE: '4', LIMIT_BODY: '1000000' });
    const long = `{ ${'a'.repeat(400_000)}: __typename }`;
    const statuses: number[] = [];
    for (let number = 0; number < 3; number += 1)
      statuses.push((await gateway.query(long, { as: as.student })).status);
    // 1,000,000 bytes for 4 operations: the second body and its response exceed them.
    expect(statuses).toEqual([200, 200, 429]);
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
