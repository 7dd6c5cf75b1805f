import { afterEach, describe, expect, it } from 'vitest';
import { status } from '../support/faults.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { listen } from '../support/listen.ts';
import { untilMetrics } from '../support/metrics.ts';
import { startRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';

const RECEIVED = `subscription { notificationReceived { gap { reason } } }`;
const USERS = [as.student, as.instructor];

describe('log lines about faults that concern many users', () => {
  let gateway: TestGateway;
  afterEach(() => gateway.close());

  const linesOf = (message: string): { count: number; [field: string]: unknown }[] =>
    gateway.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);

  it('count failed polls instead of writing one line for each user and retry', async () => {
    gateway = await startGateway({
      config: { notificationPolls: { interval: 100, maxInterval: 100, budget: 200 } },
    });
    const listeners = USERS.map(({ authorization = '' }) => listen(gateway.url, RECEIVED, { authorization }));
    await Promise.all(listeners.map((listener) => listener.reach(1)));
    gateway.faults.set('GET /notifications/v1', status(500));
    await untilMetrics(
      gateway,
      (series) => (series.get('gateway_poll_problems_total{at="platform"}') ?? 0) >= 8,
    );
    // The first failure at once, then one line in ten seconds for all of them.
    const lines = linesOf('notification poll');
    expect(lines.length).toBeLessThan(4);
    expect(lines[0]).toMatchObject({ at: 'platform', code: 'UPSTREAM_UNAVAILABLE', count: 1 });
    for (const listener of listeners) listener.stop();
  });

  it('say that the event log was emptied, which alerts can see from the first gap', {
    tags: 'redis-server',
  }, async () => {
    const redis = await startRedis();
    gateway = await startGateway({
      environment: { REDIS_URL: redis.url, NOTIFICATION_POLL_INTERVAL: '100' },
    });
    const listener = listen(gateway.url, RECEIVED, { authorization: as.student.authorization ?? '' });
    await listener.reach(1);
    const replaced = 'gateway_stream_gaps_total{field="notificationReceived",reason="LOG_REPLACED"}';
    await untilMetrics(gateway, (series) => series.get(replaced) === 0);
    gateway.sandbox.sendNotification({ receiver: 'u-ana', text: 'Bring a pencil' });
    await listener.reach(2);
    await redis.command('FLUSHALL');
    gateway.sandbox.sendNotification({ receiver: 'u-ana', text: 'Bring a pen' });
    await untilMetrics(gateway, (series) => (series.get(replaced) ?? 0) >= 1);
    await until(() => linesOf('stream gaps').length > 0);
    expect(linesOf('stream gaps')[0]).toMatchObject({ reason: 'LOG_REPLACED', count: 1 });
    listener.stop();
    await redis.stop();
  });
});
