import { once } from 'node:events';
import type { Client } from 'graphql-ws';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { SOCKET, STREAM, SUBSCRIPTION } from '../../src/admission/limits.ts';
import { json } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { know } from '../support/known-users.ts';
import { newClient } from '../support/listen.ts';
import { readMetrics } from '../support/metrics.ts';
import { readStream } from '../support/read-stream.ts';
import { suiteGateway } from '../support/suite.ts';
import { until } from '../support/until.ts';

const STREAMS = 100;
/** Sockets that fit into half of the pool, which has room for a socket and a subscription each. */
const MOST_UNPROVEN = Math.floor((STREAMS / 2) * (STREAM / SOCKET));
/** Users whose streams fit into the pool, and not into the quarter of an address. */
const USERS = 32;
/** Users whose streams do not fit into the pool, with four sockets each. */
const FILLING = 14;
/** Of each of these sockets. */
const SUBSCRIPTIONS = 5;
/** Of each of these users. */
const EVENT_STREAMS = 10;
const VALIDATE = 'GET /oauth/v2/token/validate';
const NOTIFICATIONS = 'subscription { notificationReceived { cursor } }';

describe('idle sockets', () => {
  const gateway = suiteGateway({
    environment: {
      TRUST_PROXY: 'loopback',
      // 800,000 bytes of each kind in all.
      LIMIT_HELD: '200000',
      LIMIT_CONNECTIONS: String(4 * STREAMS),
    },
  });

  // What the test before has closed is held until the gateway knows.
  beforeEach(async () => {
    await until(async () => {
      const metrics = await readMetrics(gateway);
      return !metrics.get('gateway_sockets_open') && !metrics.get('gateway_sse_streams_open');
    });
  });

  /** Opens a socket of an address. @returns whether it is accepted. */
  const open = async (address: string, payload = {}): Promise<boolean> => {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { 'x-forwarded-for': address },
    });
    onTestFinished(() => socket.terminate());
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload })));
    const [accepted, closed] = [
      once(socket, 'message').then(() => true),
      once(socket, 'close').then(() => false),
    ];
    // One that the test's end cuts off before it is open fails.
    return Promise.race([accepted, closed]).catch(() => false);
  };
  const openMany = async (count: number, addressOf: (number: number) => string): Promise<number> => {
    const opened = await Promise.all(Array.from({ length: count }, (_, number) => open(addressOf(number))));
    return opened.filter(Boolean).length;
  };

  it('of any number of addresses leave requests of others alone, and half of the streams to users', async () => {
    const opened = await openMany(2 * STREAMS, (number) => `203.0.113.${number % 8}`);
    // Half of the pool, which has room for a socket and a subscription each.
    expect(opened * SOCKET).toBeLessThanOrEqual((STREAMS / 2) * 50_000);
    expect(opened * SOCKET).toBeGreaterThan(800_000);
    const { data } = await gateway.student('{ me { id } }');
    expect(data.me.id).toBe('u-ana');
    const large = await gateway.query('{ __typename }'.padEnd(50_000), { as: as.student });
    expect(large.status).toBe(200);
    // An address that holds less than others gets what one of them holds, and they get nothing of each other.
    for (let number = 0; number < 3; number += 1) expect(await open('203.0.113.99')).toBe(true);
    expect(await open('203.0.113.1')).toBe(false);
    const sockets = (await readMetrics(gateway)).get('gateway_sockets_open') ?? 0;
    expect(sockets * SOCKET).toBeLessThanOrEqual((STREAMS / 2) * STREAM);
    await know(gateway, as.student);
    expect(await open('203.0.113.99', as.student)).toBe(true);
  });

  it('with tokens that nobody has checked take no more than others without one', async () => {
    await know(gateway, as.student);
    // The platform does not get round to checking them.
    gateway.faults.set(VALIDATE, (request, response) => {
      if (request.headers.authentication === as.student.authorization)
        json({ valid: true })(request, response);
    });
    const refused = async (): Promise<number> =>
      (await readMetrics(gateway)).get('gateway_refused_requests_total{reason="connections"}') ?? 0;
    const before = await refused();
    for (let number = 0; number < 2 * STREAMS; number += 1)
      void open(`198.51.100.${number % 8}`, as.bearer(`made-up-${number}`));
    await until(async () => (await refused()) - before >= 2 * STREAMS - MOST_UNPROVEN);
    expect(await open('198.51.100.99', as.student)).toBe(true);
    expect((await refused()) - before).toBe(2 * STREAMS - MOST_UNPROVEN);
  });

  describe('of users', () => {
    beforeEach(() => {
      gateway.faults.set(VALIDATE, json({ valid: true }));
      gateway.faults.set('GET /notifications/v1', json([]));
      gateway.faults.set('GET /user/v1/my/profile', (request, response) =>
        json({ userId: request.headers.authorization, handle: '@user', firstName: 'U' })(request, response),
      );
    });
    const clientOf = (token: string): Client => {
      const client = newClient(gateway.url, { authorization: `Bearer ${token}` });
      onTestFinished(() => client.dispose() as Promise<void>);
      return client;
    };
    /** @returns whether the subscription opens. */
    const subscribe = (client: Client, query = NOTIFICATIONS): Promise<boolean> =>
      new Promise((resolve) => {
        const refused = (): void => resolve(false);
        client.subscribe({ query }, { next: () => resolve(true), error: refused, complete: refused });
      });

    it('are charged to them, however many share one address', async () => {
      // More than the share of an address: its users are known when their streams are open.
      const opened = Array.from({ length: USERS }, (_, number) => subscribe(clientOf(`user-${number}`)));
      expect(await Promise.all(opened)).toEqual(Array(USERS).fill(true));
      expect(await open('127.0.0.1')).toBe(true);
    });

    it('who fill the process yield their place to those who hold few, known or not', async () => {
      let opened = 0;
      for (let number = 0; number < FILLING; number += 1) {
        const token = `greedy-${number}`;
        await know(gateway, as.bearer(token));
        for (let socket = 0; socket < 4; socket += 1) {
          const client = clientOf(token);
          const results = Array.from({ length: SUBSCRIPTIONS }, () => subscribe(client));
          opened += (await Promise.all(results)).filter(Boolean).length;
        }
      }
      // More than there is room for: the last ones had the place of the first.
      expect(opened * (SUBSCRIPTION + SOCKET / SUBSCRIPTIONS)).toBeGreaterThan(STREAMS * STREAM);
      // Together more than one socket that gives way.
      const modest = Array.from({ length: 6 }, (_, number) => `modest-${number}`);
      const streams: Promise<boolean>[] = [];
      for (const token of modest) {
        await know(gateway, as.bearer(token));
        streams.push(subscribe(clientOf(token), `${NOTIFICATIONS} # ${token}`));
      }
      expect(await Promise.all(streams)).toEqual(modest.map(() => true));
      for (let number = 0; number < 3; number += 1) expect(await open('203.0.113.98')).toBe(true);
    });

    it('yield their event streams as well', async () => {
      const opened: number[] = [];
      for (let number = 0; number < FILLING; number += 1) {
        const headers = as.bearer(`reader-${number}`);
        await know(gateway, headers);
        for (let stream = 0; stream < EVENT_STREAMS; stream += 1) {
          const { response, stop } = await readStream(gateway.url, NOTIFICATIONS, { headers });
          onTestFinished(stop);
          if (response.ok) opened.push(number);
        }
      }
      expect(new Set(opened).size).toBe(FILLING);
      expect(opened.length * (SOCKET + SUBSCRIPTION)).toBeGreaterThan(STREAMS * STREAM);
      const open = (await readMetrics(gateway)).get('gateway_sse_streams_open') ?? 0;
      expect(open * (SOCKET + SUBSCRIPTION)).toBeLessThanOrEqual(STREAMS * STREAM);
    });
  });
});
