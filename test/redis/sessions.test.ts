// @module-tag redis-server
import { expect, it, onTestFinished } from 'vitest';
import { startApp } from '../../src/app/app.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { readTestConfig } from '../support/bounds.ts';
import { ask } from '../support/fleet-ask.ts';
import { callOf } from '../support/gateway.ts';
import { listen, listenOn, newClient } from '../support/listen.ts';
import { startRedis } from '../support/redis.ts';
import { startRedisProxy } from '../support/redis-proxy.ts';
import { forSuite, testGateway } from '../support/suite.ts';
import { until } from '../support/until.ts';

const redis = forSuite(startRedis);

const SIGN_OUT = 'mutation { signOut { extra } }';
const SEND = `mutation ($receiver: ID!, $text: String!) {
  sendNotification(input: { receiverId: $receiver, text: $text, persist: false }) { streamed }
}`;
const RECEIVED = 'subscription { notificationReceived { gap { reason } notification { text } } }';
const VALIDATE = 'GET /oauth/v2/session/validate';
const PUSH = 'PUT /notifications/v1';

it('sends nothing on an instance that had confirmed it, and has no stream there, once it is signed out on another', async () => {
  // Longer than the test: no confirmation expires.
  const settings = {
    LIMIT_RATE: '0',
    REDIS_URL: redis.url,
    SESSION_CHECK_INTERVAL: '600000',
  };
  const one = await testGateway({ environment: settings });
  const { url: platform, pushUrl } = one.sandbox;
  const other = await startApp(
    {
      ...readTestConfig({ ...settings, PORT: '0', PLATFORM_URL: platform, PLATFORM_PUSH_URL: pushUrl }),
      dependencyCheckInterval: 0,
    },
    openLog('silent', { write() {} }),
  );
  onTestFinished(() => other.close());
  const token = `Bearer ${one.sandbox.issueToken('u-kofi')}`;
  const send = () =>
    ask(other.url, SEND, { authorization: token, variables: { receiver: 'u-ana', text: 'Hello' } });
  const codes = async () => (await send()).errors.map(({ extensions }) => extensions.code);
  const calls = async () => {
    const before = one.requests.length;
    expect(await codes()).toEqual([]);
    return one.requests.slice(before).map(callOf);
  };
  // Once it listens to the other instances; sessions confirmed before are confirmed again.
  await expect.poll(calls).toEqual([PUSH]);
  const stream = listen(other.url, RECEIVED, { authorization: token });
  await stream.reach(1);

  await one.query(SIGN_OUT, { as: { authorization: token } });
  await stream.end();
  await expect.poll(codes).toEqual(['UNAUTHENTICATED']);
  const after = one.requests.length;
  expect(await codes()).toEqual(['UNAUTHENTICATED']);
  expect(one.requests.slice(after).map(callOf)).toEqual([VALIDATE]);
});

it('closes a socket with 4403 soon after its instance reconnects to Redis, if its user signed out meanwhile', {
  // The periodic check would come later than this.
  timeout: 100_000,
}, async () => {
  const proxy = await startRedisProxy(redis.port);
  onTestFinished(proxy.close);
  const gateway = await testGateway({
    environment: { REDIS_URL: proxy.url, SESSION_CHECK_INTERVAL: '120000', CURSOR_SECRET: 'a secret' },
    config: { dependencyCheckInterval: 100 },
  });
  await until(async () => (await fetch(`${gateway.url}/health/dependencies`)).status === 200);
  const token = gateway.sandbox.issueToken('u-ana');
  let code: unknown;
  const client = newClient(gateway.url, {
    authorization: token,
    client: { on: { closed: (event) => (code = event) } },
  });
  const stream = listenOn(client, RECEIVED);
  await stream.reach(1);
  proxy.cut();
  // Stands in for a sign-out on another instance, whose signal this one misses.
  gateway.sandbox.revokeToken(token);
  proxy.restore();
  await stream.end();
  expect(code).toMatchObject({ code: 4403 });
});
