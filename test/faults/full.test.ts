import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { note } from '../support/fleet-form.ts';
import { readMetrics } from '../support/metrics.ts';
import { type GatewayProcess, startProcess } from '../support/process.ts';
import { until } from '../support/redis.ts';

/** Milliseconds; the target is 100, the margin is for busy machines. */
const LIVENESS_CEILING = 2000;

describe('a gateway that accepts no more connections', () => {
  let gateway: GatewayProcess | null = null;
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    gateway?.child.kill('SIGKILL');
    gateway = null;
  });

  it.each<[string, { environment: Record<string, string>; descriptors?: number; holds: number; by: string }]>(
    [
      ['at its connection limit', { environment: { LIMIT_CONNECTIONS: '50' }, holds: 50, by: 'limit' }],
      [
        'with too few file descriptors for its limit',
        { environment: { PLATFORM_CONNECTIONS: '10' }, descriptors: 200, holds: 90, by: 'descriptors' },
      ],
    ],
  )('is live, counts and logs what it drops: %s', async (_, { environment, descriptors, holds, by }) => {
    const settings = {
      NODE_ENV: 'production',
      TRUST_PROXY: 'none',
      PLATFORM_URL: 'http://127.0.0.1:1',
      METRICS_PORT: '0',
    };
    gateway = await startProcess(
      { ...settings, ...environment },
      descriptors === undefined ? {} : { descriptors },
    );
    const { url, stdout } = gateway;
    const metricsUrl = /Metrics are at (\S+)/.exec(stdout())?.[1] ?? '';

    const attempts = 300;
    for (let count = 0; count < attempts; count += 1) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').resume();
      socket.on('error', () => {});
      sockets.push(socket);
    }
    await until(() => sockets.filter(({ closed }) => closed).length === attempts - holds);
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();

    for (const path of ['live', 'ready']) {
      const startedAt = performance.now();
      const response = await fetch(new URL(`/health/${path}`, metricsUrl), {
        headers: { connection: 'close' },
      });
      const took = performance.now() - startedAt;
      note(`health/${path} of a gateway limited by ${by}`, { took });
      expect(response.status).toBe(200);
      expect(took).toBeLessThan(LIVENESS_CEILING);
    }
    const dropped = (await readMetrics({ metricsUrl })).get(
      `gateway_dropped_connections_total{reason="${by}"}`,
    );
    expect(dropped).toBeGreaterThanOrEqual(attempts - holds);
    await until(() => stdout().includes('connections dropped'));
    const lines = stdout().match(/^.*connections dropped.*$/gm) ?? [];
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, reason: by, count: 1 });
    expect(lines.length).toBeLessThan(attempts / 10);

    const warning = /^.*file descriptor limit too low.*$/m.exec(stdout())?.[0];
    if (descriptors === undefined) expect(warning).toBeUndefined();
    else
      expect(JSON.parse(warning ?? '')).toMatchObject({
        level: 40,
        limit: descriptors,
        needed: 20_110,
        connections: holds,
      });
  });
});
