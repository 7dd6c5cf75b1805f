// @module-tag slow
// @module-tag redis-server
// @module-tag linux
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Sandbox, startSandbox } from 'learning-platform-kit/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { metricsUrlIn } from '../support/announced.ts';
import { withBounds } from '../support/bounds.ts';
import { ask, deliver, pluginCredential } from '../support/fleet-ask.ts';
import { pause } from '../support/fleet-form.ts';
import { openEventsLine, openSocketLine } from '../support/fleet-line.ts';
import { freePort } from '../support/free-port.ts';
import { jsonOf } from '../support/gateway.ts';
import { readMetrics } from '../support/metrics.ts';
import { type GatewayProcess, spawnGateway, startProcess } from '../support/process.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';

const PROFILE = '/user/v1/my/profile';
const STUDENT = 'Bearer demo-student-token';
const CHANGED =
  'subscription ($after: String) { atoRequestChanged(after: $after) { cursor gap { reason } request { id } } }';

describe('several workers on one port', () => {
  let redis: RedisServer;
  let sandbox: Sandbox;
  /** Delays the responses of a route. Null: none is delayed. */
  let held: { path: string; release: Promise<void>; waiting: number } | null = null;
  const running: Pick<GatewayProcess, 'child'>[] = [];

  beforeAll(async () => {
    redis = await startRedis();
    sandbox = await startSandbox({
      intercept: async (request) => {
        if (!held || request.url?.split('?', 1)[0] !== held.path) return false;
        held.waiting += 1;
        await held.release;
        return false;
      },
    });
  });
  afterEach(() => {
    held = null;
    for (const { child } of running.splice(0)) child.kill('SIGKILL');
  });
  afterAll(() => Promise.all([redis.stop(), sandbox.close()]));

  const environment = () => ({
    WORKERS: '2',
    REDIS_URL: redis.url,
    PLATFORM_URL: sandbox.url,
    PLUGIN_CLIENT_ID: sandbox.credentials.plugin.clientId,
    PLUGIN_CLIENT_SECRET: sandbox.credentials.plugin.clientSecret,
  });
  const start = async (changes: Record<string, string> = {}): Promise<GatewayProcess> => {
    const gateway = await startProcess({ ...environment(), ...changes });
    running.push(gateway);
    return gateway;
  };
  const me = (url: string) => ask(url, '{ me { handle } }', { authorization: STUDENT });

  /** True if a request succeeds. Uses a new connection, which goes to the next worker. */
  const isServing = async (url: string): Promise<boolean> => {
    const headers = { 'content-type': 'application/json', connection: 'close' };
    const body = JSON.stringify({ query: '{ __typename }' });
    // A hanging request counts as a failure.
    const signal = AbortSignal.timeout(30_000);
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body, signal }).catch(failure);
    if (response instanceof Error) return false;
    return (await response.text()).includes('Query');
  };

  let hung = 0;
  const failure = (error: Error): Error => {
    if (error.name === 'TimeoutError') hung += 1;
    return error;
  };

  it('share the embedded platform, and aggregate their metrics', { tags: 'full' }, async () => {
    const { PLATFORM_URL, PLUGIN_CLIENT_ID, PLUGIN_CLIENT_SECRET, ...embedded } = environment();
    const gateway = await startProcess(embedded);
    running.push(gateway);
    expect(gateway.stdout()).toContain('2 workers are running.');
    expect(gateway.stdout()).toMatch(/the embedded sandbox at http/);
    await ready(gateway, 2);
    for (let request = 0; request < 10; request += 1) expect(await isServing(gateway.url)).toBe(true);
    const counted = async () => {
      const metrics = await (
        await fetch(`${gateway.url}/metrics`, { headers: { connection: 'close' } })
      ).text();
      return [...metrics.matchAll(/^gateway_operations_total\{.*\} (\d+)$/gm)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      );
    };
    await until(async () => (await counted()) === 10);
    expect(await counted()).toBe(10);
    const { data } = await me(gateway.url);
    expect(data.me.handle).toBe('@ana.ferreira');
  });

  it('replace a killed one while the others serve; its streams resume elsewhere without loss', {
    timeout: 120_000,
  }, async () => {
    const gateway = await start();
    await ready(gateway, 2);
    const { url } = gateway;
    const authorization = pluginCredential(sandbox);
    const received = Array.from({ length: 6 }, () => ({ ids: [] as string[], gaps: [] as unknown[] }));
    const lines = received.map(({ ids, gaps }, index) =>
      (index % 2 ? openEventsLine : openSocketLine)({
        urls: [url],
        query: CHANGED,
        authorization,
        onItem: ({ gap, request }) => {
          if (gap) gaps.push(gap);
          if (request) ids.push(request.id);
        },
      }),
    );
    await until(() => lines.every(({ cursor }) => cursor !== null));
    const published: string[] = [];
    const publish = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) {
        const requestId = `r-${published.length}`;
        await until(async () => (await deliver(url, sandbox, { requestId }).catch(() => 0)) === 200);
        published.push(requestId);
      }
    };
    let hasEnded = false;
    let served = 0;
    const load = async (): Promise<void> => {
      while (!hasEnded) if (await isServing(url)) served += 1;
    };
    const loads = [load(), load(), load()];
    // One after the other, so that every stream is interrupted.
    let started = 2;
    for (const victim of workersOf(gateway)) {
      await publish(5);
      process.kill(victim, 'SIGKILL');
      const before = served;
      await publish(5);
      await until(() => served > before + 20);
      await ready(gateway, ++started);
    }
    await publish(5);
    await until(() => received.every(({ ids }) => ids.length >= published.length));
    hasEnded = true;
    await Promise.all(loads);
    for (const line of lines) line.stop();
    expect(hung).toBe(0);
    for (const { ids, gaps } of received) {
      expect(ids).toEqual(published);
      expect(gaps).toEqual([]);
    }
    expect(lines.every(({ connections }) => connections > 1)).toBe(true);
    expect(gateway.stdout()).toMatch(/"endedWorker":1,.*"signal":"SIGKILL"/);
  });

  /** A replacement starts a process, which takes its time on a busy machine. */
  const SLOW = { timeout: 120_000 };
  /** Settings that make stuck workers show soon, with one port for probes and metrics. */
  const WATCHED = { METRICS_PORT: '0', NODE_OPTIONS: withBounds({ workerTimeout: 3000 }) };
  const statusOf = ({ stdout }: GatewayProcess): string => new URL(metricsUrlIn(stdout())).origin;
  const metricsOf = (gateway: GatewayProcess) => readMetrics({ metricsUrl: `${statusOf(gateway)}/metrics` });

  /** Waits until a worker that no longer responds was replaced, while the primary stays live and ready. */
  const replaced = async (gateway: GatewayProcess, stuck: number): Promise<void> => {
    const states = new Set<string>();
    const probes: number[] = [];
    await until(
      async () => {
        for (const path of ['live', 'ready'])
          probes.push((await fetch(`${statusOf(gateway)}/health/${path}`)).status);
        const series = await metricsOf(gateway);
        for (const state of ['starting', 'ready', 'unresponsive'])
          if (series.get(`gateway_workers{state="${state}"}`)) states.add(state);
        return !workersOf(gateway).includes(stuck) && series.get('gateway_workers{state="ready"}') === 2;
      },
      { within: 60_000 },
    );
    expect([...states].toSorted()).toEqual(['ready', 'starting', 'unresponsive']);
    expect(new Set(probes)).toEqual(new Set([200]));
    const series = await metricsOf(gateway);
    expect(series.get('gateway_worker_replacements_total{reason="stuck"}')).toBe(1);
    expect(series.get('gateway_worker_replacements_total{reason="ended"}')).toBe(0);
    await until(() => /"stuckWorker":\d,"silentMs":\d+,"msg":"worker stuck"/.test(gateway.stdout()));
    expect(workersOf(gateway)).toHaveLength(2);
    expect(await isServing(gateway.url)).toBe(true);
  };

  it('replace a stopped one, and report it', { tags: 'full', ...SLOW }, async () => {
    const gateway = await start(WATCHED);
    await ready(gateway, 2);
    const [stuck = 0] = workersOf(gateway);
    process.kill(stuck, 'SIGSTOP');
    await replaced(gateway, stuck);
  });

  it('replace one in an endless loop, and report it', { tags: 'full', ...SLOW }, async () => {
    const onSignal = "process.on('SIGUSR2',()=>{for(;;);})";
    const gateway = await start({ ...WATCHED, NODE_OPTIONS: `--import=data:text/javascript,${onSignal}` });
    await ready(gateway, 2);
    const [stuck = 0] = workersOf(gateway);
    process.kill(stuck, 'SIGUSR2');
    await replaced(gateway, stuck);
  });

  it('survive a pause of the primary that is longer than their timeout', {
    tags: 'full',
    ...SLOW,
  }, async () => {
    const gateway = await start(WATCHED);
    await ready(gateway, 2);
    const workers = workersOf(gateway);
    for (let round = 0; round < 3; round += 1) {
      gateway.child.kill('SIGSTOP');
      await pause(5000);
      gateway.child.kill('SIGCONT');
      // The primary sends its next heartbeat before it responds.
      expect((await metricsOf(gateway)).get('gateway_worker_replacements_total{reason="stuck"}')).toBe(0);
      expect((await fetch(`${statusOf(gateway)}/health/ready`)).status).toBe(200);
    }
    await until(async () => (await metricsOf(gateway)).get('gateway_workers{state="ready"}') === 2);
    expect(workersOf(gateway)).toEqual(workers);
    expect(gateway.stdout()).not.toContain('worker stuck');
  });

  it('finish requests in flight on SIGTERM, and exit cleanly together', { tags: 'full' }, async () => {
    const gateway = await start();
    await ready(gateway, 2);
    let release: () => void = () => {};
    held = {
      path: PROFILE,
      release: new Promise((resolve) => {
        release = resolve;
      }),
      waiting: 0,
    };
    // Different users, because identical reads within one worker share a call.
    const credentials = ['demo-student-token', 'demo-instructor-token'].map((token) => `Bearer ${token}`);
    const responses: Promise<{ data: { me: { handle: string } } }>[] = [];
    const askAll = (): void => {
      for (const authorization of credentials) {
        const headers = { 'content-type': 'application/json', connection: 'close', authorization };
        const body = JSON.stringify({ query: '{ me { handle } }' });
        responses.push(fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body }).then(jsonOf));
      }
    };
    // Until every worker has a request of both users.
    await until(() => {
      if (held && held.waiting < 4) askAll();
      return held?.waiting === 4;
    });
    const startedAt = performance.now();
    gateway.child.kill('SIGTERM');
    await until(async () => !(await isServing(gateway.url)));
    release();
    const handles = (await Promise.all(responses)).map(({ data }) => data?.me?.handle);
    expect(new Set(handles)).toEqual(new Set(['@ana.ferreira', '@marcus.oyelaran']));
    expect(handles).not.toContain(undefined);
    expect(await gateway.ended).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('finish requests in flight and exit when the primary is killed', { tags: 'full' }, async () => {
    const gateway = await start();
    await ready(gateway, 2);
    const workers = workersOf(gateway);
    let release: () => void = () => {};
    held = {
      path: PROFILE,
      release: new Promise((resolve) => {
        release = resolve;
      }),
      waiting: 0,
    };
    const response = me(gateway.url);
    await until(() => held?.waiting === 1);
    gateway.child.kill('SIGKILL');
    release();
    expect((await response).data.me.handle).toBe('@ana.ferreira');
    await until(() => !workers.some(isAlive));
  });

  it('exit with status 1 and one clear line when the port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const gateway = spawnGateway({ ...environment(), PORT: String(port) });
    running.push(gateway);
    expect(await gateway.ended).toBe(1);
    expect(gateway.stderr()).toBe(
      `The gateway cannot start: 127.0.0.1:${port} is already in use; set PORT to a free one.\n`,
    );
    taken.close();
  });

  it('are replaced however often they crash once they were ready', { timeout: 120_000 }, async () => {
    const gateway = await start();
    let started = 2;
    // More than the failed starts after which the primary gives up; how long it waits depends on how busy the machine is.
    for (let crashes = 0; crashes < 8; crashes += 2) {
      await ready(gateway, started);
      for (const pid of workersOf(gateway)) process.kill(pid, 'SIGKILL');
      started += 2;
    }
    await ready(gateway, started);
    expect(await isServing(gateway.url)).toBe(true);
    expect(gateway.child.exitCode).toBeNull();
  });

  it('give up with status 1 and one clear line when workers keep exiting', { tags: 'full' }, async () => {
    const port = await freePort();
    const gateway = await start({ PORT: String(port) });
    await ready(gateway, 2);
    // Every new worker is killed again.
    const killing = setInterval(() => {
      for (const pid of workersOf(gateway)) process.kill(pid, 'SIGKILL');
    }, 20);
    expect(await gateway.ended).toBe(1);
    clearInterval(killing);
    expect(gateway.stderr()).toBe(
      'The gateway cannot start: workers keep exiting; the log has the exit status of each.\n',
    );
    const waits = [...gateway.stdout().matchAll(/"replacedInMs":(\d+)/g)].map(([, wait]) => Number(wait));
    expect(Math.max(...waits)).toBeGreaterThan(Math.min(...waits));
  });
});

/** Waits until `count` workers have become ready since the start, replacements included. */
const ready = (gateway: GatewayProcess, count: number): Promise<void> =>
  until(() => (gateway.stdout().match(/"worker ready"/g)?.length ?? 0) >= count, { within: 60_000 });

function workersOf({ child: { pid } }: Pick<GatewayProcess, 'child'>): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return children
      .split(' ')
      .filter((text) => text !== '')
      .map(Number);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
