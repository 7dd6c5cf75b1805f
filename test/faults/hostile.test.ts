// @module-tag linux
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { withBounds } from '../support/bounds.ts';
import { PROBE } from '../support/fleet.ts';
import { note } from '../support/fleet-form.ts';
import { type ProductionGateway, startProduction } from '../support/production.ts';
import { until } from '../support/redis.ts';
import { GROUPS } from '../transports/hostile/rows.ts';

const ROUNDS = 20;
const CONCURRENCY = 8;
const MEGABYTE = 1_000_000;

describe('repeated hostile input', { tags: 'full', timeout: 600_000 }, () => {
  let gateway: ProductionGateway;
  beforeAll(async () => {
    gateway = await startProduction({
      environment: {
        LIMIT_LAG: '10000',
        LIMIT_SOCKETS: '10000',
        NODE_OPTIONS: `--import ${PROBE} ${withBounds({ requestTimeout: 1500 })}`,
      },
    });
  });
  afterAll(() => gateway.close());

  const healthy = async (): Promise<void> => {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer demo-student-token' },
      body: '{"query":"{ me { id } }"}',
    });
    expect(await response.json()).toEqual({ data: { me: { id: 'u-ana' } } });
  };

  it(`survives the whole table ${ROUNDS} times, eight attacks at a time, without leaking memory`, async () => {
    const rows = Object.values(GROUPS).flat();
    const round = async (): Promise<void> => {
      const queue = [...rows];
      const attack = async (): Promise<void> => {
        for (let row = queue.shift(); row; row = queue.shift()) await row[1](gateway);
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, attack));
      await healthy();
    };
    await round();
    const before = { ...(await gateway.held()), memory: gateway.memory() };
    for (let number = 0; number < ROUNDS; number += 1) await round();
    await until(async () => (await gateway.held()).webSockets === 0, { within: 30_000 });
    const after = { ...(await gateway.held()), memory: gateway.memory() };
    note('hostile input', { rows: rows.length, rounds: ROUNDS, before, after });
    expect(gateway.isAlive).toBe(true);
    expect(after.heap - before.heap).toBeLessThan(50 * MEGABYTE);
    expect(after.memory - before.memory).toBeLessThan(300 * MEGABYTE);
    expect(gateway.output()).not.toMatch(/"level":(50|60)/);
  });

  it('closes 600 connections with half a request and 400 silent sockets while serving others', async () => {
    const files = gateway.openFiles();
    const halves = Array.from({ length: 600 }, (_, index) => {
      const socket = connect(gateway.port, '127.0.0.1').resume();
      socket.on('error', () => {});
      socket.write(
        index % 2 === 0
          ? 'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-'
          : 'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{',
      );
      return socket;
    });
    const silent = Array.from({ length: 400 }, () => {
      const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      socket.on('error', () => {});
      return socket;
    });
    await until(() => gateway.openFiles() > files + 900, { within: 20_000 });
    await healthy();
    await until(
      () =>
        halves.every(({ closed }) => closed) &&
        silent.every(({ readyState }) => readyState === WebSocket.CLOSED),
      { within: 60_000 },
    );
    await healthy();
  });
});
