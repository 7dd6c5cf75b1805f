// @module-tag redis-server
import { expect, it } from 'vitest';
import { retryDelay } from '../../packages/client/src/errors.ts';
import { as, jsonOf } from '../support/gateway.ts';
import { readMetrics } from '../support/metrics.ts';
import { readStream } from '../support/read-stream.ts';
import { testGateway } from '../support/suite.ts';
import { testRedis } from '../support/test-redis.ts';
import { until } from '../support/until.ts';

it('logs and counts once that Redis fails, which has an error code of its own, and once that it returns', async () => {
  const redis = await testRedis();
  const gateway = await testGateway({
    environment: { REDIS_URL: redis.url },
    config: { dependencyCheckInterval: 200 },
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test knows the fields of a line
  const linesOf = (message: string): any[] =>
    gateway.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);
  const count = (message: string): number => linesOf(message).length;
  const redisLines = (message: string): number =>
    linesOf(message).filter(({ dependency }) => dependency === 'redis').length;
  /** Whether Redis is up by the metrics, and how often it became so and not so. */
  const redisStates = async () => {
    const metrics = await readMetrics(gateway);
    const changes = (state: string) =>
      metrics.get(`gateway_dependency_changes_total{dependency="redis",state="${state}"}`) ?? 0;
    return [metrics.get('gateway_dependency_up{dependency="redis"}'), changes('up'), changes('down')];
  };
  await until(() => redisLines('dependency up') === 1);
  // Each with since when, and without its address.
  await until(async () => (await fetch(`${gateway.url}/health/dependencies`)).status === 200);
  const up = { state: 'up', since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) };
  expect(await jsonOf(await fetch(`${gateway.url}/health/dependencies`))).toEqual({
    status: 'up',
    dependencies: { redis: up, platform: up, notes: up },
  });

  await redis.kill();
  await until(() => redisLines('dependency down') === 1);
  const send = () =>
    gateway.query(
      'mutation { sendNotification(input: { receiverId: "u-ana", text: "Hi", persist: false }) { streamed } }',
      {
        as: as.instructor,
      },
    );
  for (const { errors } of [await send(), await send()]) {
    expect(errors[0]?.extensions).toMatchObject({ code: 'EVENT_LOG_UNAVAILABLE', retryable: true });
    expect(retryDelay(errors)).toBe(1000);
  }
  const stream = await readStream(gateway.url, 'subscription { notificationReceived { cursor } }', {
    headers: as.student,
  });
  expect(stream.response.status).toBe(503);
  expect(await stream.response.text()).toContain('"EVENT_LOG_UNAVAILABLE"');
  const writes = linesOf('write').map(({ outcome }) => outcome);
  expect(writes).toEqual(['EVENT_LOG_UNAVAILABLE', 'EVENT_LOG_UNAVAILABLE']);
  const down = () => [redisLines('dependency down'), count('event log unavailable')];
  expect(down()).toEqual([1, 1]);
  expect(await redisStates()).toEqual([0, 1, 1]);
  expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
  expect((await gateway.query('{ __typename }')).errors).toEqual([]);

  await redis.start();
  await until(() => redisLines('dependency up') === 2 && count('event log available') > 0);
  expect(count('event log available')).toBe(1);
  expect(down()).toEqual([1, 1]);
  expect(await redisStates()).toEqual([1, 2, 1]);
  // Each attempt to reconnect fails, and few of them are logged.
  expect(count('event log')).toBeLessThan(10);
});

it('leaves out the place in the stream of a list while Redis is down, and nothing else', async () => {
  const redis = await testRedis();
  const gateway = await testGateway({ environment: { REDIS_URL: redis.url } });
  const list = async () => {
    const { data } = await gateway.student('{ me { notifications { nodes { id } streamCursor } } }');
    return data.me.notifications;
  };
  const { nodes, streamCursor } = await list();
  expect([nodes.length > 0, typeof streamCursor]).toEqual([true, 'string']);
  await redis.kill();
  await until(async () => (await list()).streamCursor === null);
  expect((await list()).nodes).toEqual(nodes);
});
