import { afterEach, describe, expect, it } from 'vitest';
import { metricsUrlIn } from '../support/announced.ts';
import { withBounds } from '../support/bounds.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { hang } from '../support/faults.ts';
import { jsonOf, startGateway, type TestGateway } from '../support/gateway.ts';
import { type GatewayProcess, startProcess } from '../support/process.ts';
import { RawConnection } from '../support/raw-connection.ts';
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

  it('fails readiness first on SIGTERM, on both ports, and loses no request that is on its way', async () => {
    // Four requests may take longer than a second when the machine stalls.
    const bounds = withBounds({ shutdownNotice: 4000 });
    spawned = await startProcess({ METRICS_PORT: '0', NODE_OPTIONS: bounds });
    const { url, child, ended } = spawned;
    const { origin } = new URL(metricsUrlIn(spawned.stdout()));
    const body = '{"query":"{ __typename }"}';
    const request = `POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    // Proxies open connections in advance.
    const unused = new RawConnection({ url });
    child.kill('SIGTERM');
    await until(async () => (await fetch(`${url}/health/ready`)).status === 503);
    expect(await answer(origin, '/health/ready')).toEqual([503, { status: 'draining' }]);
    expect((await fetch(`${origin}/health/live`)).status).toBe(200);
    const socket = new RawConnection(
      { url },
      'GET /graphql HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    await until(() => /^HTTP\/1\.1 503 .*restarting/s.test(socket.received));
    const used = new RawConnection({ url }, request);
    await until(() => used.received.includes('Query'));
    // A proxy would open a new connection for each request, also when none is accepted any more.
    expect(used.received.toLowerCase()).not.toContain('connection: close');
    await until(
      () =>
        new Promise((resolve) =>
          new RawConnection({ url }).socket
            .once('error', () => resolve(true))
            .once('connect', () => resolve(false)),
        ),
    );
    for (const connection of [unused, used]) {
      connection.socket.write(request);
      await until(() => /connection: close.*Query/is.test(connection.received));
      await connection.closed();
    }
    expect(await ended).toBe(0);
  });
});
