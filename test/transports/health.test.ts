import { afterEach, describe, expect, it } from 'vitest';
import { metricsUrlIn } from '../support/announced.ts';
import { withBounds } from '../support/bounds.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { hang } from '../support/faults.ts';
import { jsonOf, startGateway, type TestGateway } from '../support/gateway.ts';
import { type GatewayProcess, startProcess } from '../support/process.ts';
import { until } from '../support/until.ts';

const CHECKED = { dependencyCheckInterval: 100 };

describe('health', () => {
  let gateway: TestGateway | null = null;
  let spawned: GatewayProcess | null = null;
  afterEach(async () => {
    await gateway?.close();
    spawned?.child.kill('SIGKILL');
    gateway = null;
    spawned = null;
  });

  const answer = async (url: string, path: string) => {
    const response = await fetch(url + path);
    return [response.status, await jsonOf(response)];
  };
  /** The state of each dependency. */
  const states = async (url: string): Promise<Record<string, string>> => {
    const [, { dependencies }] = await answer(url, '/health/dependencies');
    return Object.fromEntries(
      Object.entries<{ state: string }>(dependencies).map(([name, { state }]) => [name, state]),
    );
  };

  it('is live and ready once it has started', async () => {
    gateway = await startGateway();
    expect(await answer(gateway.url, '/health/live')).toEqual([200, { status: 'live' }]);
    expect(await answer(gateway.url, '/health/ready')).toEqual([200, { status: 'ready' }]);
  });

  it('stays ready while the platform does not respond, and reports it with 503', async () => {
    const clock = new FakeClock();
    gateway = await startGateway({ clock, config: CHECKED });
    const { url } = gateway;
    await clock.until(async () => (await states(url)).platform === 'up');
    gateway.faults.set('GET /', hang);
    // Each host is checked on its own schedule.
    const areDown = async () => {
      const { platform, notes } = await states(url);
      return platform === 'down' && notes === 'down';
    };
    await clock.until(areDown);
    const [status, { dependencies }] = await answer(url, '/health/dependencies');
    expect([status, dependencies.notes.state]).toEqual([503, 'down']);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
  });

  it('checks nothing more once the gateway has closed', async () => {
    const clock = new FakeClock();
    gateway = await startGateway({ clock, config: CHECKED });
    const { url } = gateway;
    await clock.until(async () => (await states(url)).notes === 'up');
    await gateway.close();
    gateway = null;
    // A check under way may still end. No time passes, so a timer that is left stays.
    await until(() => clock.timers === 0);
  });

  it('is read without calling the platform, however often it is probed', async () => {
    gateway = await startGateway();
    const { url } = gateway;
    await Promise.all(
      ['ready', 'dependencies'].flatMap((path) =>
        Array.from({ length: 20 }, () => fetch(`${url}/health/${path}`)),
      ),
    );
    expect(gateway.requests).toEqual([]);
    // Checks are off in this test.
    expect(await states(url)).toEqual({ platform: 'unknown', notes: 'unknown' });
  });

  it('is served on METRICS_PORT if it is set; dependencies are served nowhere else', async () => {
    gateway = await startGateway({ environment: { METRICS_PORT: '0' } });
    const { origin } = new URL(gateway.metricsUrl ?? '');
    expect(await answer(origin, '/health/live')).toEqual([200, { status: 'live' }]);
    expect(await answer(origin, '/health/ready?verbose')).toEqual([200, { status: 'ready' }]);
    expect(Object.keys(await states(origin))).toEqual(['platform', 'notes']);
    expect((await fetch(`${origin}/health/other`)).status).toBe(404);
    expect((await fetch(`${gateway.url}/health/live`)).status).toBe(200);
    expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
    expect((await fetch(`${gateway.url}/health/dependencies`)).status).toBe(404);
  });

  it('fails readiness first on SIGTERM, on both ports, while requests are still accepted but connections end', async () => {
    // Four requests may take longer than a second when the machine stalls.
    const bounds = withBounds({ shutdownNotice: 5000 });
    spawned = await startProcess({ METRICS_PORT: '0', NODE_OPTIONS: bounds });
    const { url, child, ended } = spawned;
    const { origin } = new URL(metricsUrlIn(spawned.stdout()));
    const ready = await fetch(`${url}/health/ready`);
    expect(ready.status).toBe(200);
    expect(ready.headers.get('connection')).not.toBe('close');
    child.kill('SIGTERM');
    await until(async () => (await fetch(`${url}/health/ready`)).status === 503);
    expect(await answer(origin, '/health/ready')).toEqual([503, { status: 'draining' }]);
    expect((await fetch(`${origin}/health/live`)).status).toBe(200);
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ __typename }"}',
    });
    expect(response.status).toBe(200);
    // A load balancer does not reuse a connection that is about to be closed.
    expect(response.headers.get('connection')).toBe('close');
    expect(await ended).toBe(0);
  });
});
