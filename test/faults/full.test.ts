import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { metricsUrlIn } from '../support/announced.ts';
import { FULL, note } from '../support/fleet-form.ts';
import { readMetrics } from '../support/metrics.ts';
import { startProcess } from '../support/process.ts';
import { until } from '../support/until.ts';

/** Connections that clients try to open. */
const ATTEMPTS = 300;
/** Milliseconds; the target is 100, the margin is for busy machines. */
const LIVENESS_CEILING = 2000;

interface Case {
  environment: Record<string, string>;
  descriptors?: number;
  /** Connections that the gateway accepts. */
  holds: number;
  /** Why it drops the others. */
  reason: 'limit' | 'descriptors';
}

describe('a gateway that accepts no more connections', () => {
  it.concurrent.for<[string, Case]>([
    ['at its connection limit', { environment: { LIMIT_CONNECTIONS: '50' }, holds: 50, reason: 'limit' }],
    [
      'with too few file descriptors for its limit',
      { environment: { PLATFORM_CONNECTIONS: '10' }, descriptors: 200, holds: 90, reason: 'descriptors' },
    ],
  ])(
    'is live, counts and logs what it drops: %s',
    async ([, { environment, descriptors, holds, reason }], { onTestFinished }) => {
      const { child, url, stdout } = await startProcess(
        {
          NODE_ENV: 'production',
          // One address may have a quarter of the connections, a proxy all.
          TRUST_PROXY: 'loopback',
          REDIS_URL: 'none',
          PLATFORM_URL: 'http://127.0.0.1:1',
          METRICS_PORT: '0',
          ...environment,
        },
        descriptors === undefined ? {} : { descriptors },
      );
      onTestFinished(() => void child.kill('SIGKILL'));
      const metricsUrl = metricsUrlIn(stdout());

      const sockets = Array.from({ length: ATTEMPTS }, () =>
        connect(Number(new URL(url).port), '127.0.0.1')
          .on('error', () => {})
          .resume(),
      );
      onTestFinished(() => {
        for (const socket of sockets) socket.destroy();
      });
      const dropped = ATTEMPTS - holds;
      await until(() => sockets.filter(({ closed }) => closed).length === dropped);
      await expect(fetch(`${url}/health/live`)).rejects.toThrow();

      for (const path of ['live', 'ready']) {
        const startedAt = performance.now();
        const response = await fetch(new URL(`/health/${path}`, metricsUrl), {
          headers: { connection: 'close' },
        });
        const took = performance.now() - startedAt;
        note(`/health/${path} of a full gateway`, { reason, took });
        expect(response.status).toBe(200);
        // How long it takes is for a quiet machine to say.
        if (FULL) expect(took).toBeLessThan(LIVENESS_CEILING);
      }

      const series = await readMetrics({ metricsUrl });
      const counted = series.get(`gateway_dropped_connections_total{reason="${reason}"}`);
      expect(counted).toBeGreaterThanOrEqual(dropped);
      await until(() => stdout().includes('connections dropped'));
      const lines = stdout().match(/^.*connections dropped.*$/gm) ?? [];
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, reason, count: 1 });
      expect(lines.length).toBeLessThan(dropped / 10);

      const warning = /^.*file descriptor limit too low.*$/m.exec(stdout())?.[0];
      if (descriptors === undefined) expect(warning).toBeUndefined();
      else {
        const figures = { limit: descriptors, needed: 20_110, connections: holds };
        expect(JSON.parse(warning ?? '')).toMatchObject({ level: 40, ...figures });
      }
    },
  );
});
