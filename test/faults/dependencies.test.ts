// @module-tag slow
// @module-tag redis-server

import { type Sandbox, startSandbox } from 'learning-platform-kit/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { metricsUrlIn } from '../support/announced.ts';
import { withBounds } from '../support/bounds.ts';
import { pause } from '../support/fleet-form.ts';
import { jsonOf } from '../support/gateway.ts';
import { type Metrics, readMetrics } from '../support/metrics.ts';
import { type GatewayProcess, startProcess } from '../support/process.ts';
import { type RedisServer, startRedis, until } from '../support/redis.ts';

/** Milliseconds that each outage lasts in the full form. */
const MINUTE = 60_000;

describe('a gateway whose dependencies fail', () => {
  let redis: RedisServer;
  let sandbox: Sandbox;
  let gateway: GatewayProcess;
  let status: string;
  /** Whether the platform leaves every request without a response. */
  let isHung = false;

  beforeEach(async () => {
    isHung = false;
    redis = await startRedis();
    sandbox = await startSandbox({ intercept: () => isHung });
    gateway = await startProcess({
      NODE_ENV: 'production',
      TRUST_PROXY: 'none',
      PLATFORM_URL: sandbox.url,
      REDIS_URL: redis.url,
      METRICS_PORT: '0',
      NODE_OPTIONS: withBounds({ dependencyCheckInterval: 200 }),
    });
    status = new URL(metricsUrlIn(gateway.stdout())).origin;
    await until(async () => (await dependencies()).code === 200);
  });
  afterEach(async () => {
    gateway.child.kill('SIGKILL');
    await gateway.ended;
    await Promise.all([redis.stop(), sandbox.close()]);
  });

  const dependencies = async (): Promise<{ code: number; redis: string; platform: string }> => {
    const response = await fetch(`${status}/health/dependencies`);
    const body = await jsonOf(response);
    return {
      code: response.status,
      redis: body.dependencies.redis.state,
      platform: body.dependencies.platform.state,
    };
  };
  const metrics = (): Promise<Metrics> => readMetrics({ metricsUrl: `${status}/metrics` });

  /** Probes it and runs queries that need no dependency until stopped. @returns what failed, and how much succeeded. */
  function probe() {
    const result = { failures: [] as string[], successes: 0, stop: () => Promise.resolve() };
    let isOver = false;
    const expectOk = async (name: string, response: Promise<Response>): Promise<void> => {
      const outcome = await response.then(({ status: code }) => String(code), String);
      if (outcome === '200') result.successes += 1;
      else result.failures.push(`${name}: ${outcome}`);
    };
    const run = async (): Promise<void> => {
      while (!isOver) {
        await expectOk('ready', fetch(`${status}/health/ready`));
        await expectOk('ready', fetch(`${gateway.url}/health/ready`));
        const headers = { 'content-type': 'application/json' };
        await expectOk(
          'query',
          fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body: '{"query":"{ __typename }"}' }),
        );
        await pause(20);
      }
    };
    const running = run();
    result.stop = () => {
      isOver = true;
      return running;
    };
    return result;
  }

  const changesOf = (dependency: string): string[] =>
    [...gateway.stdout().matchAll(/^\{.*"msg":"dependency (?:up|down)"\}$/gm)]
      .map(([line]) => JSON.parse(line))
      .filter((line) => line.dependency === dependency)
      .map(({ msg }) => msg);

  /** Lets dependencies fail for a while, and checks that nothing else does. */
  async function outage(failing: readonly ('redis' | 'platform')[], lasts: number): Promise<void> {
    const probes = probe();
    if (failing.includes('redis')) await redis.kill();
    isHung = failing.includes('platform');
    await until(
      async () => {
        const states = await dependencies();
        return states.code === 503 && failing.every((name) => states[name] === 'down');
      },
      { within: 30_000 },
    );
    for (const name of failing)
      expect((await metrics()).get(`gateway_dependency_up{dependency="${name}"}`)).toBe(0);
    await pause(lasts);
    if (failing.includes('redis')) await redis.start();
    isHung = false;
    await until(async () => (await dependencies()).code === 200, { within: 30_000 });
    await probes.stop();
    expect(probes.failures).toEqual([]);
    expect(probes.successes).toBeGreaterThan(10);

    const expected = (name: string): string[] =>
      failing.some((each) => each === name)
        ? ['dependency up', 'dependency down', 'dependency up']
        : ['dependency up'];
    const series = await metrics();
    for (const name of ['redis', 'platform']) {
      // Log lines are buffered.
      await until(() => changesOf(name).length >= expected(name).length);
      expect(changesOf(name)).toEqual(expected(name));
      const count = (state: string) =>
        series.get(`gateway_dependency_changes_total{dependency="${name}",state="${state}"}`) ?? 0;
      const downs = failing.some((each) => each === name) ? 1 : 0;
      expect([count('down'), count('up')]).toEqual([downs, downs + 1]);
      expect(series.get(`gateway_dependency_up{dependency="${name}"}`)).toBe(1);
    }
    // Each attempt to reconnect fails, and few of them are logged.
    expect((gateway.stdout().match(/"msg":"event log"/g) ?? []).length).toBeLessThan(10);
  }

  it(
    'stays ready, answers queries that need neither, and reports each change once',
    { timeout: 60_000 },
    () => outage(['redis', 'platform'], 0),
  );

  it('does so while Redis is gone for a minute', { tags: 'full', timeout: 3 * MINUTE }, () =>
    outage(['redis'], MINUTE),
  );

  it('does so while the platform hangs for a minute', { tags: 'full', timeout: 3 * MINUTE }, () =>
    outage(['platform'], MINUTE),
  );
});
