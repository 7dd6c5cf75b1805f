// @module-tag redis-server
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { jsonOf, startGateway } from '../support/gateway.ts';
import { startRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';

/** Starts a gateway that checks its dependencies. @returns also what it reports about them. */
async function start(environment: Record<string, string>) {
  const gateway = await startGateway({ environment, config: { dependencyCheckInterval: 100 } });
  onTestFinished(gateway.close);
  const report = async () => {
    const response = await fetch(`${gateway.url}/health/dependencies`);
    return { status: response.status, body: await jsonOf(response) };
  };
  return { ...gateway, report };
}

it('reports each dependency and since when it is up, without its address', async () => {
  const redis = await startRedis();
  onTestFinished(redis.stop);
  const { report } = await start({ REDIS_URL: redis.url });
  await until(async () => (await report()).status === 200);
  const up = { state: 'up', since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) };
  expect((await report()).body).toEqual({
    status: 'up',
    dependencies: { redis: up, platform: up, notes: up },
  });
});

it('starts without Redis, is ready, and connects once Redis is there', async () => {
  const port = await freePort();
  // With a configured secret it does not wait for the one that instances share through Redis.
  const { url, query, report } = await start({
    REDIS_URL: `redis://127.0.0.1:${port}`,
    CURSOR_SECRET: 'a secret',
  });
  const redisIs = (state: string) => async () => (await report()).body.dependencies.redis.state === state;
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  expect((await query('{ __typename }')).data).toEqual({ __typename: 'Query' });
  await until(redisIs('down'));
  const redis = await startRedis({ port });
  onTestFinished(redis.stop);
  await until(redisIs('up'));
});
