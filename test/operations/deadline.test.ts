import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../support/fake-clock.ts';
import { hang, json } from '../support/faults.ts';
import { as, codesByPath } from '../support/gateway.ts';
import { listen, listenOn, newClient } from '../support/listen.ts';
import { suiteGateway } from '../support/suite.ts';

/** Far shorter than the timeout of a call, so that whatever ends in time was ended by the deadline. */
const OPERATION_TIMEOUT = 1200;
/** The default. */
const PLATFORM_TIMEOUT = 5000;

describe('the deadline of an operation', () => {
  const clock = new FakeClock();
  const gateway = suiteGateway({
    clock,
    environment: {
      OPERATION_TIMEOUT: String(OPERATION_TIMEOUT),
    },
  });

  it('ends calls in flight, and leaves data read before unaffected', async () => {
    gateway.faults.set('GET /edu/v1/course/objectives', hang);
    const startedAt = clock.monotonic();
    const { data, errors } = await clock.during(
      gateway.query('{ course(id: "c-knots") { name objectives { id } } }', { as: as.student }),
    );
    expect(clock.monotonic() - startedAt).toBeLessThan(PLATFORM_TIMEOUT);
    expect(data.course).toEqual({ name: 'Knots and Ropes', objectives: null });
    expect(codesByPath(errors)).toEqual({ 'course.objectives': 'UPSTREAM_TIMEOUT' });
  });

  it('covers the whole chain of calls: none is sent after it', async () => {
    gateway.faults.set('PUT /leaderboard/v1', hang);
    const chain = gateway.query(
      `mutation {
        first: submitScore(input: { categories: ["x"], score: 1 }) { extra }
        second: submitScore(input: { categories: ["x"], score: 2 }) { extra }
        third: sendNotification(input: { receiverId: "u-ana", text: "hi" }) { extra }
      }`,
      { as: as.student },
    );
    const { data, errors, calls } = await clock.during(chain);
    expect(data).toEqual({ first: null, second: null, third: null });
    expect(codesByPath(errors)).toEqual({
      first: 'UPSTREAM_TIMEOUT',
      second: 'UPSTREAM_TIMEOUT',
      third: 'UPSTREAM_TIMEOUT',
    });
    expect(errors[0]?.message).toContain('outcome is unknown');
    expect(errors[1]?.message).toContain('before the platform could be called');
    expect(calls).toEqual(['PUT /leaderboard/v1?categories=x&score=1']);
  });

  it('does not end a call that an operation with a later deadline waits for', async () => {
    const held: [IncomingMessage, ServerResponse][] = [];
    const course: [IncomingMessage, ServerResponse][] = [];
    gateway.faults.set('GET /edu/v1/course', (...exchange) => void course.push(exchange));
    gateway.faults.set('GET /edu/v1/course/objectives', (...exchange) => void held.push(exchange));
    const document = '{ course(id: "c-knots") { objectives { id } } }';
    const earlier = gateway.query(document, { as: as.student });
    await expect.poll(() => course.length).toBe(1);
    // The earlier operation has used half of its time before it makes the call that both share.
    await clock.advance(OPERATION_TIMEOUT / 2);
    for (const exchange of course) json({ courseId: 'c-knots' })(...exchange);
    gateway.faults.set('GET /edu/v1/course', json({ courseId: 'c-knots' }));
    await expect.poll(() => held.length, { interval: 5 }).toBe(1);
    const later = gateway.query(document, { as: as.student });
    // Received after it, and answered before it.
    await gateway.query('{ me { id } }', { as: as.student });
    expect(codesByPath((await clock.during(earlier)).errors)).toEqual({
      'course.objectives': 'UPSTREAM_TIMEOUT',
    });
    for (const exchange of held) json([{ objectiveId: 'o-1', name: 'x' }])(...exchange);
    expect((await later).data).toEqual({ course: { objectives: [{ id: 'o-1' }] } });
    expect(held).toHaveLength(1);
  });

  it('starts again with each event of a stream', async () => {
    const stream = listen(
      gateway.url,
      'subscription { notificationReceived { notification { text receiver { handle } } } }',
      { authorization: gateway.sandbox.credentials.student },
    );
    await stream.reach(1);
    gateway.faults.set('GET /edu/v1/course', hang);
    // Takes until its own deadline, and so outlasts the deadline of the operation that opened the stream.
    await clock.during(gateway.query('{ course(id: "c-knots") { id } }', { as: as.student }));
    await gateway.query(
      'mutation { sendNotification(input: { receiverId: "u-ana", text: "late", persist: false }) { streamed } }',
      { as: as.instructor },
    );
    const [, event] = await stream.reach(2);
    expect(event).toEqual({ notification: { text: 'late', receiver: { handle: '@ana.ferreira' } } });
    stream.stop();
  });
});

describe('a mutation of many writes', () => {
  const clock = new FakeClock();
  const gateway = suiteGateway({ clock });
  /** Milliseconds that each write takes. */
  const TAKES = 340;
  /** The default. */
  const OPERATION_TIMEOUT = 10_000;

  it.each([
    [
      'streamed',
      'sendNotification(input: { receiverId: "u-ana", text: "hi", persist: false }) { streamed }',
      3000,
    ],
    ['other', 'submitScore(input: { categories: ["x"], score: 1 }) { extra }', 5000],
  ])('begins no %s write that its deadline could end', async (_, write, lastAt) => {
    const sent: number[] = [];
    const slow = (_request: IncomingMessage, response: ServerResponse): void => {
      sent.push(clock.monotonic());
      clock.setTimeout(() => json({})(_request, response), TAKES);
    };
    gateway.faults.set('PUT /notifications/v1', slow);
    gateway.faults.set('PUT /leaderboard/v1', slow);
    const startedAt = clock.monotonic();
    const fields = Array.from({ length: 30 }, (_, number) => `w${number}: ${write}`).join(' ');
    const { data, errors } = await clock.during(
      gateway.query(`mutation { ${fields} }`, { as: as.instructor }),
    );
    const begun = sent.length;
    expect(begun).toBeGreaterThan(1);
    expect(Math.max(...sent) - startedAt).toBeLessThanOrEqual(lastAt);
    expect(clock.monotonic() - startedAt).toBeLessThan(OPERATION_TIMEOUT);
    expect(Object.values(data).filter((value) => value !== null)).toHaveLength(begun);
    // Each of the others says so, and nothing of it was sent.
    expect(errors.map(({ path }) => path?.[0])).toEqual(
      Array.from({ length: 30 - begun }, (_, number) => `w${begun + number}`),
    );
    for (const { message, extensions } of errors) {
      expect(message).toContain('Not sent');
      expect(extensions).toMatchObject({ code: 'UPSTREAM_TIMEOUT', retryable: true });
    }
  });
});

describe('an abandoned operation', () => {
  const gateway = suiteGateway({
    environment: {
      OPERATION_TIMEOUT: '25000',
      PLATFORM_TIMEOUT: '25000',
    },
  });

  /** Lets calls to a route hang. @returns for each call, the end of its connection. */
  const hangAt = (route: string) => {
    const cut: Promise<unknown>[] = [];
    gateway.faults.set(route, (request) => void cut.push(once(request.socket, 'close')));
    return cut;
  };
  const SLOW = '{ me { id } course(id: "c-knots") { id } }';

  it.each([
    ['the connection closes', SLOW, 'GET /edu/v1/course', '*/*'],
    [
      'its event stream closes while it is opening',
      'subscription { notificationReceived { cursor } }',
      'GET /user/v1/my/profile',
      'text/event-stream',
    ],
  ])('cancels its calls when %s', async (_, document, route, accept) => {
    const cut = hangAt(route);
    const client = new AbortController();
    const options = { as: as.student, headers: { accept }, signal: client.signal };
    const left = gateway.query(document, options).catch(() => 'left');
    await expect.poll(() => cut.length).toBe(1);
    client.abort();
    expect(await left).toBe('left');
    await Promise.all(cut);
    await expect.poll(() => gateway.logLines.join('')).toContain('"aborted":true');
  });

  it('cancels its calls, and no others of its socket, when the client completes it', async () => {
    const client = newClient(gateway.url, { authorization: as.student.authorization ?? '' });
    const cut = hangAt('GET /edu/v1/course');
    const others = hangAt('GET /edu/v1/course/list');
    const one = listenOn(client, SLOW);
    const two = listenOn(client, '{ courses(first: 1) { totalCount } }');
    await expect.poll(() => [cut.length, others.length]).toEqual([1, 1]);
    one.stop();
    await Promise.all(cut);
    await listenOn(client, '{ me { id } }').reach(1);
    expect([two.ended, two.items]).toEqual([false, []]);
    await client.dispose();
    await Promise.all(others);
  });
});
