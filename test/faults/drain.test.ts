// @module-tag redis-server
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { hang, json } from '../support/faults.ts';
import { ask } from '../support/fleet-ask.ts';
import { note } from '../support/fleet-form.ts';
import { openEventsLine } from '../support/fleet-line.ts';
import { listenOn, newClient } from '../support/listen.ts';
import { startProduction } from '../support/production.ts';
import { startRedis } from '../support/redis.ts';
import { startRedisProxy } from '../support/redis-proxy.ts';
import { until } from '../support/until.ts';

const RECEIVED = `subscription ($after: String) { notificationReceived(after: $after) { cursor gap { reason } } }`;
const ME = '{ me { id } }';
const PROFILE = 'GET /user/v1/my/profile';
const SOCKETS = 60;
/** Maximum time from SIGTERM to process exit. */
const LIMIT = 10_000;

describe('a gateway that is stopped', { tags: 'full', timeout: 60_000 }, () => {
  async function start(environment = {}) {
    const redis = await startRedis();
    onTestFinished(redis.stop);
    const proxy = await startRedisProxy(redis.port);
    onTestFinished(proxy.close);
    const gateway = await startProduction({ environment: { REDIS_URL: proxy.url, ...environment } });
    onTestFinished(gateway.close);
    return { gateway, proxy };
  }

  it('finishes requests in flight, accepts no new ones, and closes its sockets one by one', async () => {
    const { gateway } = await start();
    const { url, sandbox, faults } = gateway;
    const authorization = sandbox.credentials.student;
    const closes: { code: number; at: number }[] = [];
    const on = {
      closed: (event: unknown) =>
        closes.push({ code: (event as { code: number }).code, at: performance.now() }),
    };
    // Another user, because identical reads share a call; also the first socket to be closed.
    const client = newClient(url, { authorization: sandbox.credentials.instructor });
    const first = listenOn(client, RECEIVED);
    await first.reach(1);
    const listeners = Array.from({ length: SOCKETS }, () =>
      listenOn(newClient(url, { authorization, client: { on } }), RECEIVED, {}, true),
    );
    await Promise.all(listeners.map((listener) => listener.reach(1)));
    const events = openEventsLine({ urls: [url], query: RECEIVED, authorization, onItem: () => {} });
    await until(() => events.cursor !== null);

    const held: (() => void)[] = [];
    faults.set(PROFILE, (request, response) => {
      const userId = request.headers.authorization?.includes(authorization) ? 'u-ana' : 'u-marcus';
      held.push(() => json({ userId })(request, response));
    });
    const overHttp = ask(url, ME, { authorization });
    const overSocket = listenOn(client, ME);
    await until(() => held.length === 2);
    const startedAt = performance.now();
    const ending = gateway.terminate();
    await until(() => closes.length > 0);
    const late = await new Promise((resolve) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      socket.once('open', () => resolve('accepted'));
      socket.once('error', () => resolve('refused'));
    });
    expect(late).toBe('refused');
    for (const respond of held) respond();
    expect(await overHttp).toEqual({ data: { me: { id: 'u-ana' } }, errors: [] });
    await overSocket.end();
    expect(overSocket.items).toEqual([{ id: 'u-marcus' }]);
    const { status, took } = await ending;
    events.stop();
    await client.dispose();
    await Promise.all(listeners.map((listener) => listener.end()));
    const spread = (closes.at(-1)?.at ?? 0) - (closes[0]?.at ?? 0);
    note('drain', { status, took, sockets: closes.length, spread, first: (closes[0]?.at ?? 0) - startedAt });
    expect(status).toBe(0);
    expect(took).toBeLessThan(LIMIT);
    expect(new Set(closes.map(({ code }) => code)).difference(new Set([1001, 1012]))).toEqual(new Set());
    expect(closes.length).toBe(SOCKETS);
    expect(spread).toBeGreaterThan(1000);
  });

  it('exits in time although the platform hangs and Redis is silent', async () => {
    const { gateway, proxy } = await start({ PLATFORM_TIMEOUT: '60000' });
    const { url, sandbox, faults, requests } = gateway;
    const authorization = sandbox.credentials.student;
    const listener = listenOn(newClient(url, { authorization }), RECEIVED, {}, true);
    await listener.reach(1);
    faults.set(PROFILE, hang);
    const callsBefore = requests.length;
    // Another user, because identical reads share a call.
    const client = newClient(url, { authorization: sandbox.credentials.instructor });
    listenOn(client, ME);
    const overHttp = ask(url, ME, { authorization }).catch(() => 'cut off');
    await until(
      () => requests.slice(callsBefore).filter(({ path }) => path === '/user/v1/my/profile').length === 2,
    );
    proxy.stall();
    const { status, took } = await gateway.terminate();
    note('drain while platform and Redis hang', { status, took });
    expect(took).toBeLessThan(LIMIT);
    expect(status).toBe(0);
    await overHttp;
    await client.dispose();
  });
});
