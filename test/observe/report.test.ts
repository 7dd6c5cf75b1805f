import { startSandbox } from 'learning-platform-kit/sandbox';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { CallCounter } from '../../src/platform/call-counter.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { status } from '../support/faults.ts';
import { as, jsonOf, startGateway, type TestGateway } from '../support/gateway.ts';
import { newClient } from '../support/listen.ts';
import { untilMetrics } from '../support/metrics.ts';
import { type GatewayProcess, startProcess } from '../support/process.ts';
import { readStream } from '../support/read-stream.ts';
import { suiteGateway } from '../support/suite.ts';

const TWICE = '{ a: course(id: "c-first-aid") { name } b: course(id: "c-first-aid") { name } me { handle } }';
const NOTIFICATIONS = 'subscription { notificationReceived { notification { text receiver { handle } } } }';
const requested = { upstream: true };
const SHARED = 'gateway_upstream_saved_calls_total{by="single-flight"}';

describe('the time of upstream calls', () => {
  it('is never shorter than that of one route, however its calls overlap', () => {
    const clock = new FakeClock();
    const counter = new CallCounter(true, clock);
    const first = counter.sent('GET /a');
    clock.skip(30);
    const second = counter.sent('GET /a');
    const other = counter.sent('GET /b');
    clock.skip(50);
    counter.ended(first);
    clock.skip(10);
    counter.ended(second);
    const { ms, routes } = counter.report;
    expect(ms).toBe(90);
    expect(routes).toEqual([{ route: 'GET /a', calls: 2, ms: 90 }]);
    clock.skip(9);
    counter.ended(other);
    expect(counter.report.ms).toBe(99);
    expect(counter.report.routes).toEqual([
      { route: 'GET /a', calls: 2, ms: 90 },
      { route: 'GET /b', calls: 1, ms: 69 },
    ]);
    expect(counter.report.timeline).toEqual([
      { route: 'GET /a', start: 0, ms: 80, shared: false },
      { route: 'GET /a', start: 30, ms: 60, shared: false },
      { route: 'GET /b', start: 30, ms: 69, shared: false },
    ]);
  });
});

describe('the report of upstream calls', () => {
  const gateway = suiteGateway({ environment: { NOTIFICATION_POLL_INTERVAL: '100' } });

  const post = async (url: string, body: object, headers: Record<string, string> = as.student) =>
    jsonOf(
      await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    );

  it('is returned over HTTP on request', async () => {
    const sentAt = performance.now();
    const { data, extensions } = await post(gateway.url, { query: TWICE, extensions: requested });
    const elapsed = performance.now() - sentAt;
    expect(data.a.name).toBe('Field First Aid');
    expect(extensions).toEqual({
      upstream: {
        calls: 2,
        shared: 1,
        ms: expect.any(Number),
        routes: expect.any(Array),
        timeline: expect.any(Array),
      },
    });
    const { routes, timeline } = extensions.upstream;
    // The second call starts when the operation has it to make, not before the first.
    expect(timeline).toHaveLength(2);
    expect(timeline[0].start).toBeGreaterThanOrEqual(0);
    expect(timeline[1].start).toBeGreaterThanOrEqual(timeline[0].start);
    for (const { start, ms, shared } of timeline) {
      expect(ms).toBeGreaterThan(0);
      expect(start + ms).toBeLessThan(elapsed);
      expect(shared).toBe(false);
    }
    expect(new Set(routes.map(({ route }: { route: string }) => route))).toEqual(
      new Set(['GET /edu/v1/course', 'GET /user/v1/my/profile']),
    );
    for (const { calls } of routes) expect(calls).toBe(1);
    expect(extensions.upstream.ms).toBeGreaterThan(0);
    const parameters = new URLSearchParams({
      query: '{ me { handle } }',
      extensions: JSON.stringify(requested),
    });
    const got = await fetch(`${gateway.url}/graphql?${parameters}`, {
      headers: { ...as.student, 'apollo-require-preflight': 'true' },
    });
    expect((await jsonOf(got)).extensions).toEqual({
      upstream: {
        calls: 1,
        shared: 0,
        ms: expect.any(Number),
        routes: expect.any(Array),
        timeline: [expect.objectContaining({ route: 'GET /user/v1/my/profile', shared: false })],
      },
    });
    expect(await post(gateway.url, { query: TWICE })).not.toHaveProperty('extensions');
    expect(await post(gateway.url, { query: TWICE, extensions: { upstream: 1 } })).not.toHaveProperty(
      'extensions',
    );
  });

  it('has a read that joined a call once that call ends', () => {
    const counter = new CallCounter(true, new FakeClock());
    const end = counter.joined('GET /edu/v1/course');
    expect(counter.report.timeline).toEqual([]);
    end?.();
    expect(counter.report.timeline).toEqual([
      { route: 'GET /edu/v1/course', start: expect.any(Number), ms: expect.any(Number), shared: true },
    ]);
    // Without a report, nothing is timed.
    expect(new CallCounter(false, new FakeClock()).joined('GET /edu/v1/course')).toBeUndefined();
  });

  it('shows an operation the read that joined the call of another operation', async () => {
    const own = await startGateway({
      environment: { METRICS_PORT: '0' },
      sandbox: {
        // Held until the second operation has joined.
        intercept: async ({ url }) => {
          if (url?.startsWith('/user/v1/my/profile'))
            await untilMetrics(own, (metrics) => metrics.get(SHARED) === 1);
          return false;
        },
      },
    });
    onTestFinished(own.close);
    const body = { query: '{ me { handle } }', extensions: requested };
    const results = await Promise.all([post(own.url, body), post(own.url, body)]);
    const timelines = results.map(({ extensions }) => extensions.upstream.timeline);
    const route = 'GET /user/v1/my/profile';
    const call = (shared: boolean) => [{ route, start: expect.any(Number), ms: expect.any(Number), shared }];
    expect(timelines).toContainEqual(call(false));
    expect(timelines).toContainEqual(call(true));
  });

  it('covers each event over server-sent events and WebSocket', async () => {
    const client = newClient(gateway.url, { authorization: as.student.authorization ?? '' });
    // biome-ignore lint/suspicious/noExplicitAny: the test knows the response shape
    const results: any[] = [];
    const opened = Promise.withResolvers<void>();
    const received = Promise.withResolvers<void>();
    client.subscribe(
      { query: NOTIFICATIONS, extensions: requested },
      {
        next: (result) => {
          if (results.push(result) === 1) opened.resolve();
          else received.resolve();
        },
        error: received.reject,
        complete: () => {},
      },
    );
    const stream = await readStream(gateway.url, NOTIFICATIONS, {
      headers: as.student,
      extensions: requested,
    });
    await Promise.all([opened.promise, stream.events.reach(1)]);
    gateway.sandbox.sendNotification({ receiver: 'u-ana', text: 'Bring a pencil' });
    const [, event] = await stream.events.reach(2);
    stream.stop();
    await received.promise;
    await client.dispose();
    const reports = [...results, JSON.parse(event?.data ?? '')].map(({ extensions }) => extensions?.upstream);
    expect(reports[0]).toEqual({ calls: 0, shared: 0, ms: 0, routes: [], timeline: [] });
    // Both events read the profile; concurrent reads share the call.
    for (const { calls, shared } of reports.slice(1)) expect(calls + shared).toBe(1);
  });

  it('is never returned in production, where metrics are not served next to the graph either', async () => {
    const sandbox = await startSandbox();
    const production: GatewayProcess = await startProcess({
      NODE_ENV: 'production',
      TRUST_PROXY: 'none',
      REDIS_URL: 'none',
      PLATFORM_URL: sandbox.url,
    });
    const response = await post(production.url, { query: TWICE, extensions: requested });
    expect(response.data.a.name).toBe('Field First Aid');
    expect(response).not.toHaveProperty('extensions');
    expect((await fetch(`${production.url}/metrics`)).status).toBe(404);
    production.child.kill('SIGTERM');
    await production.ended;
    await sandbox.close();
  });
});

describe('the log of an operation', () => {
  let gateway: TestGateway;
  afterEach(() => gateway.close());
  const lines = () => gateway.logLines.map((line) => JSON.parse(line));

  it('names the failed routes and causes, under the request ID and without resource IDs', async () => {
    const clock = new FakeClock();
    gateway = await startGateway({ clock });
    gateway.faults.set('GET /edu/v1/course', status(500));
    gateway.faults.set('GET /user/v1/my/profile', () => {});
    await clock.during(gateway.query(TWICE, { as: as.student, headers: { 'x-request-id': 'request-1' } }));
    const upstream = lines().filter(({ msg }) => msg === 'upstream');
    expect(upstream).toEqual([
      expect.objectContaining({ requestId: 'request-1', route: 'GET /edu/v1/course', status: 500 }),
      expect.objectContaining({
        requestId: 'request-1',
        route: 'GET /user/v1/my/profile',
        failure: 'timeout',
      }),
    ]);
    const about = lines().filter(({ requestId }) => requestId === 'request-1');
    expect(about).toHaveLength(gateway.logLines.length);
    expect(gateway.logLines.join()).not.toMatch(/c-first-aid|demo-student-token/);
  });

  it('names each failed route and cause once in ten seconds, with the number of calls', async () => {
    const clock = new FakeClock();
    gateway = await startGateway({ clock });
    gateway.faults.set('GET /edu/v1/course', status(500));
    const upstream = () => lines().filter(({ msg }) => msg === 'upstream');
    // Fewer than open the circuit.
    const courses = [1, 2, 3, 4].map((id) => `c${id}: course(id: "${id}") { name }`);
    const { calls } = await gateway.query(`{ ${courses.join(' ')} }`, { as: as.student });
    const failed = calls.filter((call) => call.startsWith('GET /edu/v1/course')).length;
    expect(failed).toBe(4);
    expect(upstream().map(({ count }) => count)).toEqual([1]);
    await clock.advance(10_000);
    expect(upstream().map(({ count }) => count)).toEqual([1, failed - 1]);
    await clock.advance(60_000);
    expect(upstream()).toHaveLength(2);
  });

  it('honors the log level', async () => {
    gateway = await startGateway({ environment: { LOG_LEVEL: 'warn' } });
    gateway.faults.set('GET /edu/v1/course', status(500));
    await gateway.query(TWICE, { as: as.student });
    expect(lines().map(({ level, msg }) => [level, msg])).toEqual([[40, 'upstream']]);
  });
});
