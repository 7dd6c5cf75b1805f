// @module-tag redis-server
import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startFleet } from '../support/fleet.ts';
import { pluginCredential } from '../support/fleet-ask.ts';
import { note } from '../support/fleet-form.ts';
import type { Held } from '../support/fleet-probe.ts';
import { until } from '../support/redis.ts';
import { forSuite } from '../support/suite.ts';

const RECEIVED = 'subscription { notificationReceived { cursor } }';
const CHANGED = 'subscription { atoRequestChanged { cursor } }';
const [SOCKETS, BATCH] = [5000, 100];
const MEGABYTE = 1_000_000;

describe('sockets that come and go', { tags: 'full', timeout: 300_000 }, () => {
  const fleet = forSuite(startFleet);
  beforeAll(async () => {
    // Slow enough that some sockets close while their token is still being validated.
    fleet.delays.set('GET /oauth/v2/token/validate', 20);
  });

  const open = async (payload: Record<string, unknown>, greet = true): Promise<WebSocket> => {
    const [{ url }] = fleet.instances;
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    if (greet) socket.send(JSON.stringify({ type: 'connection_init', payload }));
    return socket;
  };
  const subscribe = (socket: WebSocket, query: string) =>
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
  const end = async (socket: WebSocket, how: 'close' | 'terminate'): Promise<void> => {
    const closed = once(socket, 'close');
    socket[how]();
    await closed;
  };
  const events = async (authorization: string): Promise<void> => {
    const disconnect = new AbortController();
    const response = await fetch(`${fleet.instances[0].url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization },
      body: JSON.stringify({ query: RECEIVED }),
      signal: disconnect.signal,
    });
    await response.body?.getReader().read();
    disconnect.abort();
  };

  /** Every way to connect and disconnect: cleanly, mid-handshake, or by dropping the connection. */
  const visits: ((user: Record<string, string>, plugin: Record<string, string>) => Promise<void>)[] = [
    async (user) => {
      const socket = await open(user);
      await once(socket, 'message');
      subscribe(socket, RECEIVED);
      await once(socket, 'message');
      await end(socket, 'close');
    },
    async (_user, plugin) => {
      const socket = await open(plugin);
      await once(socket, 'message');
      subscribe(socket, CHANGED);
      await once(socket, 'message');
      await end(socket, 'terminate');
    },
    async (user) => end(await open(user), 'terminate'),
    async (user) => {
      const socket = await open(user);
      await once(socket, 'message');
      subscribe(socket, RECEIVED);
      await end(socket, 'terminate');
    },
    async (user) => end(await open(user, false), 'terminate'),
    ({ authorization = '' }) => events(authorization),
  ];

  const comeAndGo = async (count: number): Promise<void> => {
    const { sandbox } = fleet;
    const plugin = { authorization: pluginCredential(sandbox) };
    const users = sandbox.school.users.slice(0, 10).map(({ userId }) => ({
      authorization: `Bearer ${sandbox.issueToken(userId)}`,
    }));
    for (let from = 0; from < count; from += BATCH) {
      const batch = Array.from({ length: BATCH }, (_, index) => from + index);
      await Promise.all(
        batch.map((index) => visits[index % visits.length]?.(users[index % users.length] ?? plugin, plugin)),
      );
    }
  };
  const inRedis = async () => {
    const { redis } = fleet;
    const [channels, clients, claims] = await Promise.all([
      redis.command('PUBSUB', 'SHARDCHANNELS'),
      redis.command('CLIENT', 'LIST', 'TYPE', 'pubsub'),
      redis.command('KEYS', 'gateway:*:owner'),
    ]);
    const lines = String(clients).trim();
    return {
      channels: Array.isArray(channels) ? channels.length : -1,
      subscribers: lines === '' ? 0 : lines.split('\n').length,
      claims: Array.isArray(claims) ? claims.length : -1,
    };
  };

  it('leak no timer, signal, socket, subscription, claim or memory', async () => {
    const [one] = fleet.instances;
    // Each instance has one subscription connection, for the channel that announces signed-out sessions.
    const baseline = { channels: 1, subscribers: 2, claims: 0 };
    await comeAndGo(BATCH * 4);
    await until(async () => JSON.stringify(await inRedis()) === JSON.stringify(baseline), { within: 30_000 });
    const before = await one.held();
    await comeAndGo(SOCKETS);
    await until(async () => JSON.stringify(await inRedis()) === JSON.stringify(baseline), { within: 30_000 });
    let after: Held = await one.held();
    // Idle keep-alive connections to the platform close after a few seconds.
    const isBack = ({ timers, signals, sockets, webSockets }: Held): boolean =>
      timers <= before.timers + 5 &&
      signals <= before.signals + 5 &&
      sockets <= before.sockets + 5 &&
      webSockets <= before.webSockets;
    await until(
      async () => {
        // A busy machine may respond late.
        after = await one.held().catch(() => after);
        return isBack(after);
      },
      { within: 60_000 },
    ).catch(() => {});
    note('sockets come and go', { sockets: SOCKETS, before, after, baseline, inRedis: await inRedis() });
    expect({ after, isBack: isBack(after) }).toEqual({ after, isBack: true });
    expect(after.heap - before.heap).toBeLessThan(15 * MEGABYTE);
    expect(after.webSockets).toBe(0);
  });
});
