// @module-tag redis-server
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { hang } from '../support/faults.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { ask } from '../support/fleet-ask.ts';
import { note } from '../support/fleet-form.ts';
import { openEventsLine } from '../support/fleet-line.ts';
import { listenOn, newClient } from '../support/listen.ts';
import { until } from '../support/until.ts';

const RECEIVED = `subscription ($after: String) { notificationReceived(after: $after) { cursor gap { reason } } }`;
const ME = '{ me { id } }';
const PROFILE = 'GET /user/v1/my/profile';
const SOCKETS = 60;
/** Maximum time from SIGTERM to process exit. */
const LIMIT = 10_000;

describe('a gateway that is stopped', { tags: 'full', timeout: 60_000 }, () => {
  let fleet: Fleet;
  afterEach(() => fleet.close());

  it('finishes requests in flight, accepts no new ones, and closes its sockets one by one', async () => {
    fleet = await startFleet();
    const { instances, sandbox, delays, requests } = fleet;
    const [one] = instances;
    const authorization = sandbox.credentials.student;
    const closes: { code: number; at: number }[] = [];
    const on = {
      closed: (event: unknown) =>
        closes.push({ code: (event as { code: number }).code, at: performance.now() }),
    };
    // Another user, because identical reads share a call; also the first socket to be closed.
    const client = newClient(one.url, { authorization: sandbox.credentials.instructor });
    const first = listenOn(client, RECEIVED);
    await first.reach(1);
    const listeners = Array.from({ length: SOCKETS }, () =>
      listenOn(newClient(one.url, { authorization, client: { on } }), RECEIVED, {}, true),
    );
    await Promise.all(listeners.map((listener) => listener.reach(1)));
    const events = openEventsLine({ urls: [one.url], query: RECEIVED, authorization, onItem: () => {} });
    await until(() => events.cursor !== null);

    delays.set(PROFILE, 2000);
    const callsBefore = requests.length;
    const overHttp = ask(one.url, ME, { authorization });
    const overSocket = listenOn(client, ME);
    await until(
      () => requests.slice(callsBefore).filter(({ path }) => path === '/user/v1/my/profile').length === 2,
    );
    const startedAt = performance.now();
    const ending = one.terminate();
    await until(() => closes.length > 0);
    const late = await new Promise((resolve) => {
      const socket = new WebSocket(`${one.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      socket.once('open', () => resolve('accepted'));
      socket.once('error', () => resolve('refused'));
    });
    expect(late).toBe('refused');
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
    fleet = await startFleet({ environment: { PLATFORM_TIMEOUT: '60000' } });
    const { instances, sandbox, faults, requests } = fleet;
    const [one] = instances;
    const authorization = sandbox.credentials.student;
    const listener = listenOn(newClient(one.url, { authorization }), RECEIVED, {}, true);
    await listener.reach(1);
    faults.set(PROFILE, hang);
    const callsBefore = requests.length;
    // Another user, because identical reads share a call.
    const client = newClient(one.url, { authorization: sandbox.credentials.instructor });
    listenOn(client, ME);
    const overHttp = ask(one.url, ME, { authorization }).catch(() => 'cut off');
    await until(
      () => requests.slice(callsBefore).filter(({ path }) => path === '/user/v1/my/profile').length === 2,
    );
    one.proxy.stall();
    const { status, took } = await one.terminate();
    note('drain while platform and Redis hang', { status, took });
    expect(took).toBeLessThan(LIMIT);
    expect(status).toBe(0);
    await overHttp;
    await client.dispose();
  });
});
