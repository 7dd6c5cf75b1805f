import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { hang, json } from '../support/faults.ts';
import { as, codesByPath, startGateway, type TestGateway } from '../support/gateway.ts';
import { listen } from '../support/listen.ts';

/** Far shorter than what a call may take, so that whatever ends in time ended by the operation's time. */
const OPERATION_TIMEOUT = 1200;
const PLATFORM_TIMEOUT = 25_000;

describe('the time of an operation', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      environment: {
        OPERATION_TIMEOUT: String(OPERATION_TIMEOUT),
        PLATFORM_TIMEOUT: String(PLATFORM_TIMEOUT),
      },
    });
  });
  afterAll(() => gateway.close());
  afterEach(() => gateway.faults.clear());

  it('ends the calls that are under way; what was read before stands', async () => {
    gateway.faults.set('GET /edu/v1/course/objectives', hang);
    const startedAt = performance.now();
    const { data, errors } = await gateway.query('{ course(id: "c-knots") { name objectives { id } } }', {
      as: as.student,
    });
    expect(performance.now() - startedAt).toBeLessThan(PLATFORM_TIMEOUT / 2);
    expect(data.course).toEqual({ name: 'Knots and Ropes', objectives: null });
    expect(codesByPath(errors)).toEqual({ 'course.objectives': 'UPSTREAM_TIMEOUT' });
  });

  it('is one for the whole chain: what is asked for after it is not sent', async () => {
    gateway.faults.set('PUT /leaderboard/v1', hang);
    const { data, errors, calls } = await gateway.query(
      `mutation {
        first: submitScore(input: { categories: ["x"], score: 1 }) { extra }
        second: submitScore(input: { categories: ["x"], score: 2 }) { extra }
        third: sendNotification(input: { receiverId: "u-ana", text: "hi" }) { extra }
      }`,
      { as: as.student },
    );
    expect(data).toEqual({ first: null, second: null, third: null });
    expect(codesByPath(errors)).toEqual({
      first: 'UPSTREAM_TIMEOUT',
      second: 'UPSTREAM_TIMEOUT',
      third: 'UPSTREAM_TIMEOUT',
    });
    expect(errors[0]?.message).toContain('outcome is unknown');
    expect(errors[1]?.message).toContain('before the platform could be asked');
    expect(calls).toEqual(['PUT /leaderboard/v1?categories=x&score=1']);
  });

  it('ends no call that another operation with more time waits for', async () => {
    const held: [IncomingMessage, ServerResponse][] = [];
    const course: [IncomingMessage, ServerResponse][] = [];
    gateway.faults.set('GET /edu/v1/course', (...exchange) => void course.push(exchange));
    gateway.faults.set('GET /edu/v1/course/objectives', (...exchange) => void held.push(exchange));
    const document = '{ course(id: "c-knots") { objectives { id } } }';
    const earlier = gateway.query(document, { as: as.student });
    await expect.poll(() => course.length).toBe(1);
    // The earlier operation has spent half of its time before it asks for what both ask for.
    setTimeout(() => {
      for (const exchange of course) json({ courseId: 'c-knots' })(...exchange);
      gateway.faults.set('GET /edu/v1/course', json({ courseId: 'c-knots' }));
    }, OPERATION_TIMEOUT / 2);
    await expect.poll(() => held.length, { interval: 5 }).toBe(1);
    const later = gateway.query(document, { as: as.student });
    expect(codesByPath((await earlier).errors)).toEqual({ 'course.objectives': 'UPSTREAM_TIMEOUT' });
    for (const exchange of held) json([{ objectiveId: 'o-1', name: 'x' }])(...exchange);
    expect((await later).data).toEqual({ course: { objectives: [{ id: 'o-1' }] } });
    expect(held).toHaveLength(1);
  });

  it('begins anew with each event of a stream', async () => {
    const stream = listen(
      gateway.url,
      'subscription { notificationReceived { notification { text receiver { handle } } } }',
      { authorization: gateway.sandbox.credentials.student },
    );
    await stream.reach(1);
    gateway.faults.set('GET /edu/v1/course', hang);
    // It takes the time of an operation and so outlasts the one that opened the stream.
    await gateway.query('{ course(id: "c-knots") { id } }', { as: as.student });
    await gateway.query(
      'mutation { sendNotification(input: { receiverId: "u-ana", text: "late", persist: false }) { streamed } }',
      { as: as.instructor },
    );
    const [, event] = await stream.reach(2);
    expect(event).toEqual({ notification: { text: 'late', receiver: { handle: '@ana.ferreira' } } });
    stream.stop();
  });
});

describe('an operation that nobody waits for any more', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      environment: {
        OPERATION_TIMEOUT: String(PLATFORM_TIMEOUT),
        PLATFORM_TIMEOUT: String(PLATFORM_TIMEOUT),
      },
    });
  });
  afterAll(() => gateway.close());
  afterEach(() => gateway.faults.clear());

  /** The calls that hang at a route, each with the end of its connection. */
  const hangAt = (route: string) => {
    const cut: Promise<unknown>[] = [];
    gateway.faults.set(route, (request) => void cut.push(once(request.socket, 'close')));
    return cut;
  };
  const SLOW = '{ me { id } course(id: "c-knots") { id } }';

  it('frees its calls when the connection is closed', async () => {
    const cut = hangAt('GET /edu/v1/course');
    const client = new AbortController();
    const left = gateway.query(SLOW, { as: as.student, signal: client.signal }).catch(() => 'left');
    await expect.poll(() => cut.length).toBe(1);
    client.abort();
    expect(await left).toBe('left');
    await Promise.all(cut);
  });

  it('frees its calls when an event stream is closed while it is opened', async () => {
    const cut = hangAt('GET /user/v1/my/profile');
    const client = new AbortController();
    const left = gateway
      .query('subscription { notificationReceived { cursor } }', {
        as: as.student,
        headers: { accept: 'text/event-stream' },
        signal: client.signal,
      })
      .catch(() => 'left');
    await expect.poll(() => cut.length).toBe(1);
    client.abort();
    expect(await left).toBe('left');
    await Promise.all(cut);
  });

  /** A socket that the gateway has acknowledged. */
  const connect = async () => {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const messages: { type: string; id?: string }[] = [];
    socket.on('message', (data) => messages.push(JSON.parse(String(data))));
    await once(socket, 'open');
    const say = (message: object) => socket.send(JSON.stringify(message));
    say({ type: 'connection_init', payload: as.student });
    await expect.poll(() => messages.map(({ type }) => type)).toContain('connection_ack');
    return { socket, messages, say };
  };

  it('frees its calls when the client completes it on a socket, and no other of the socket', async () => {
    const { socket, messages, say } = await connect();
    const cut = hangAt('GET /edu/v1/course');
    const others = hangAt('GET /edu/v1/course/list');
    say({ id: 'one', type: 'subscribe', payload: { query: SLOW } });
    say({ id: 'two', type: 'subscribe', payload: { query: '{ courses(first: 1) { totalCount } }' } });
    await expect.poll(() => [cut.length, others.length]).toEqual([1, 1]);
    say({ id: 'one', type: 'complete' });
    await Promise.all(cut);
    say({ id: 'three', type: 'subscribe', payload: { query: '{ me { id } }' } });
    await expect.poll(() => messages.map(({ id }) => id)).toContain('three');
    expect(messages.map(({ id }) => id)).not.toContain('two');
    socket.close();
    await Promise.all(others);
  });
});
