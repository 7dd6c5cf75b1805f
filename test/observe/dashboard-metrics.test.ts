// @module-tag redis-server
import { createHash } from 'node:crypto';
import { mkdtempDisposableSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedKey } from '../../src/events/redis/keys.ts';
import { json, reset, status } from '../support/faults.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { knownUsers } from '../support/known-users.ts';
import { listen } from '../support/listen.ts';
import { readMetrics, untilMetrics } from '../support/metrics.ts';
import { readStream } from '../support/read-stream.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { streamBytes, streamLimit } from '../support/stream-limit.ts';
import { until } from '../support/until.ts';
import { shown } from './dashboard.ts';

/**
 * Metrics that need not change: labels are the information of one, clocks of one machine agree, one instance shares with
 * none, a process starts once, and `stalled-output.test.ts` drops log lines.
 */
const CONSTANT = [
  'gateway_build_info',
  'gateway_log_lines_dropped_total',
  'gateway_upstream_clock_offset_seconds',
  'gateway_poll_budget',
  'gateway_session_check_budget',
  'process_start_time_seconds',
];

/** The graph of this release may deprecate nothing: `test/schema/deprecation.test.ts` changes the metric. */
const ofDeprecations = 'gateway_deprecated_field_total';
const shownByOne = shown.filter((name) => name !== ofDeprecations);

const NOTIFICATIONS = `subscription ($after: String) {
  notificationReceived(after: $after) { cursor gap { reason } notification { text } }
}`;

describe('each metric on the dashboard', () => {
  let gateway: TestGateway;
  let redis: RedisServer;
  /** All values that each metric has had, summed over its series. */
  const observed = new Map<string, Set<number>>();
  const observe = async (
    isDone: (values: ReadonlyMap<string, number>) => boolean = () => true,
  ): Promise<void> => {
    await untilMetrics(gateway, (series) => {
      const now = sums(series);
      for (const name of shownByOne)
        observed.set(name, (observed.get(name) ?? new Set()).add(now.get(name) ?? 0));
      return isDone(series);
    });
  };
  /** 0 without any series: labels appear when first used. */
  const total = (series: ReadonlyMap<string, number>, name: string): number => sums(series).get(name) ?? 0;
  const sums = (series: ReadonlyMap<string, number>): Map<string, number> => {
    const found = new Map<string, number>();
    for (const [name, value] of series) {
      const metric = name.split('{', 1)[0] ?? name;
      found.set(metric, (found.get(metric) ?? 0) + value);
    }
    return found;
  };

  let folder: ReturnType<typeof mkdtempDisposableSync>;
  let cursorSecret: string;

  beforeAll(async () => {
    folder = mkdtempDisposableSync(join(tmpdir(), 'dashboard-'));
    cursorSecret = join(folder.path, 'cursor');
    redis = await startRedis();
    writeFileSync(cursorSecret, 'a secret of forty characters, more or less');
    gateway = await startGateway({
      environment: {
        REDIS_URL: redis.url,
        CURSOR_SECRET_FILE: cursorSecret,
        NOTIFICATION_POLL_INTERVAL: '100',
        NOTIFICATION_POLL_BUDGET: '5',
        SESSION_CHECK_INTERVAL: '100',
        SESSION_CHECK_BUDGET: '5',
        // Redis takes some time to end.
        PLATFORM_TIMEOUT: '10000',
        OPERATION_TIMEOUT: '10000',
        LIMIT_DOCUMENT_MEMORY: '1000000',
        // Four streams of a session.
        ...streamLimit(streamBytes(4, 4, NOTIFICATIONS)),
        LIMIT_REJECTED_SIGN_INS: '1',
      },
      config: { dependencyCheckInterval: 100 },
      sandbox: {
        intercept: async (request) => {
          // The event log fails after the platform has received the write.
          if (request.method === 'PUT' && request.url === '/notifications/v1') await redis.kill();
          return false;
        },
      },
    });
    gateway.collectProcess();
    await untilMetrics(gateway, (series) => total(series, 'gateway_event_store_up') === 1);
    await observe();
  });
  afterAll(async () => {
    await gateway.close();
    await redis.stop();
    folder.remove();
  });

  const student = { as: as.student };
  const run = (query: string, options = student) => gateway.query(query, options);

  it('changes when operations run, fail, and read the same key twice', async () => {
    await run('query Twice { a: course(id: "c-first-aid") { name } b: course(id: "c-first-aid") { name } }');
    await run('{ courses(first: 500) { totalCount } }');
    await run('{ badgeAssertions(userIds: ["u-okafor", "u-ana"]) { id } }', { as: as.plugin });
    await fetch(`${gateway.url}/plugin/ato/requests`, { method: 'POST', headers: as.student });
    await run(`{ course(id: "c") { ${'questions { course { '.repeat(4)} id ${'} } '.repeat(4)} } }`);
    await observe();
  });

  it('changes when a file cannot be read again', async () => {
    rmSync(cursorSecret);
    expect(gateway.reload()).toBe(false);
    await observe();
  });

  it('changes when rows are copied', async () => {
    for (let time = 0; time < 2; time += 1) await run('{ courses(first: 100) { nodes { id description } } }');
    await observe();
  });

  it('changes when one address opens too many connections', async () => {
    const sockets = Array.from({ length: 60 }, () => connect(Number(new URL(gateway.url).port), '127.0.0.1'));
    for (const socket of sockets) socket.on('error', () => {}).resume();
    await until(() => sockets.some(({ closed }) => closed));
    for (const socket of sockets) socket.destroy();
    await until(async () => (await run('{ __typename }').catch(() => null))?.status === 200);
    await observe();
  });

  it('changes when clients guess credentials', async () => {
    const guess = 'refreshSession(input: { refreshToken: "made-up" }) { token { accessToken } }';
    await run(`mutation { a: ${guess} b: ${guess} }`);
    await observe();
  });

  it('changes when more documents arrive than there is memory for', async () => {
    for (let number = 0; number < 10; number += 1)
      await run(`query Q${number} { me { ${'id '.repeat(100)} } }`);
    await observe();
  });

  it('changes when the platform fails, recovers, and responds in an undocumented shape', async () => {
    const callers = await knownUsers(gateway);
    gateway.faults.set('GET /edu/v1/course/list', reset);
    const isOpen = 'gateway_upstream_circuit_state{route="GET /edu/v1/course/list"}';
    await observe();
    for (let open = false; !open; ) {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          run(`{ courses(first: ${index + 1}) { totalCount } }`, {
            as: callers[index % callers.length] ?? as.student,
          }),
        ),
      );
      open = (await readMetrics(gateway)).get(isOpen) === 2;
    }
    // At most one of them is a trial.
    await Promise.all([1, 2, 3].map((first) => run(`{ courses(first: ${first}) { totalCount } }`)));
    gateway.faults.set('GET /user/v1/my/profile', json({ no: 'user' }));
    await run('{ me { handle } }');
    gateway.faults.clear();
    await observe();
  });

  it('changes when somebody else writes to Redis', async () => {
    const binding = `ato-binding:${createHash('sha256').update('demo-student-token').digest('base64url')}`;
    await redis.command(
      'SET',
      sharedKey('gateway', 'value', binding),
      `v2 9999999999999 ${'m'.repeat(43)} some-request`,
    );
    await run('{ atoRequest(id: "some-request") { id } }');
    await redis.command('DEL', sharedKey('gateway', 'value', binding));
    await observe();
  });

  it('changes when clients subscribe, receive events, and get a gap', async () => {
    const socket = listen(gateway.url, NOTIFICATIONS, { authorization: as.student.authorization ?? '' });
    const stream = await readStream(gateway.url, NOTIFICATIONS, { headers: as.student });
    await Promise.all([socket.reach(1), stream.events.reach(1)]);
    gateway.sandbox.sendNotification({ receiver: 'u-ana', text: 'Bring a pencil' });
    await Promise.all([socket.reach(2), stream.events.reach(2)]);
    const open = () => readStream(gateway.url, NOTIFICATIONS, { headers: as.student });
    const others = [await open(), await open()];
    expect((await open()).response.status).toBe(429);
    await observe();
    await observe((series) => total(series, 'gateway_poll_overdue_seconds') > 0);
    await observe((series) => total(series, 'gateway_session_check_overdue_seconds') > 0);
    await redis.command('FLUSHALL');
    gateway.sandbox.sendNotification({ receiver: 'u-ana', text: 'Bring a pen' });
    await observe((series) => total(series, 'gateway_stream_gaps_total') > 0);
    gateway.faults.set('GET /notifications/v1', status(500));
    await observe((series) => (series.get('gateway_pollers{state="failing"}') ?? 0) > 0);
    gateway.faults.clear();
    socket.stop();
    stream.stop();
    for (const other of others) other.stop();
    await observe((series) => total(series, 'gateway_subscriptions_open') === 0);
  });

  it('changes when a mutation is sent again under its idempotency key', async () => {
    const note =
      'mutation { createNote(input: { text: "Once", courseId: "c-knots" }) @idempotent(key: "key-of-a-note") { noteId } }';
    await run(note);
    await run(note);
    await observe();
  });

  it('changes when Redis fails between a write and its event', async () => {
    const { data } = await gateway.instructor(
      'mutation { sendNotification(input: { receiverId: "u-ana", text: "Lost", persist: false }) { streamed } }',
    );
    expect(data).toEqual({ sendNotification: { streamed: false } });
    await observe(
      (series) =>
        total(series, 'gateway_event_store_up') === 0 &&
        series.get('gateway_dependency_up{dependency="redis"}') === 0,
    );
  });

  it('changes with the process', async () => {
    let garbage: unknown[] = [];
    const hasMoved = (name: string): boolean => (observed.get(name)?.size ?? 0) > 1;
    const ofProcess = shownByOne.filter((name) => !name.startsWith('gateway_') && !CONSTANT.includes(name));
    expect(ofProcess.length).toBeGreaterThan(3);
    await observe(() => {
      garbage = Array.from({ length: 100_000 }, (_, index) => ({ index, garbage: garbage.length }));
      return ofProcess.every(hasMoved);
    });
  });

  it.each(shownByOne)('exists and has changed: %s', async (name) => {
    expect(sums(await readMetrics(gateway)).has(name)).toBe(true);
    expect(observed.get(name)?.size).toBeGreaterThan(CONSTANT.includes(name) ? 0 : 1);
  });
});
