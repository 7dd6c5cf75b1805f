// @module-tag slow
// @module-tag redis-server
// @module-tag linux
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask } from '../support/fleet-ask.ts';
import { FULL, note, pause } from '../support/fleet-form.ts';
import { percentile } from '../support/percentile.ts';
import { type GatewayProcess, startProcess } from '../support/process.ts';
import type { QueryTimes } from '../support/query-load.ts';
import { startQueryProcess } from '../support/query-process.ts';
import { startRedis } from '../support/redis.ts';
import type { Orders, Reports } from '../support/returning-clients.ts';

/** Clients that are cut at once, one per user, and how many processes run them. */
const CLIENTS = FULL ? 5000 : 100;
const PROCESSES = 2;
const USERS = Array.from({ length: CLIENTS }, (_, index) => `u${index}`);
/**
 * Milliseconds within which all must be back, and the p99 of the queries of others meanwhile, who are connected: who has only
 * just come takes turns with those who return. The full form is for a quiet machine with two cores.
 */
const { BACK_WITHIN, P99 } = FULL ? { BACK_WITHIN: 10_000, P99: 500 } : { BACK_WITHIN: 100_000, P99: 30_000 };
/** Milliseconds between two notifications, between two queries of others, and between two queries of newcomers. */
const [NOTIFICATION_INTERVAL, QUERY_INTERVAL, NEWCOMER_INTERVAL] = [20, 25, 250];
const MINUTE = 60_000;
const RETURNING_CLIENTS = join(import.meta.dirname, '../support/returning-clients.ts');

const SEND = 'mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { streamed } }';

/** A platform with any number of users, whose tokens are their names. @returns its URL. */
async function startPlatform(): Promise<string> {
  const platform = fork(join(import.meta.dirname, '../../bench/live/platform.ts'), { silent: true });
  onTestFinished(() => void platform.kill());
  if (!platform.stdout) throw new Error('the platform has no output');
  const [line] = await once(platform.stdout, 'data');
  return String(line).trim();
}

async function startInstance(
  platform: string,
  redisUrl: string,
  environment: Record<string, string>,
): Promise<GatewayProcess> {
  const gateway = await startProcess({
    PLATFORM_URL: platform,
    REDIS_URL: redisUrl,
    LOG_LEVEL: 'error',
    ...environment,
  });
  onTestFinished(() => void gateway.child.kill('SIGKILL'));
  return gateway;
}

/** Starts a process of clients. @returns carries out one order at a time. */
function startClients(
  ...argv: string[]
): <Kind extends keyof Orders>(kind: Kind, order: Orders[Kind]) => Promise<Reports[Kind]> {
  const clients = fork(RETURNING_CLIENTS, argv);
  onTestFinished(() => void clients.kill());
  return async (kind, order) => {
    clients.send({ kind, ...order });
    const [report] = await once(clients, 'message');
    return report;
  };
}

/** Starts queries. @returns stops them. */
async function startQueries(...argv: string[]): Promise<() => Promise<QueryTimes>> {
  const queries = await startQueryProcess(...argv);
  onTestFinished(queries.kill);
  return queries.stop;
}

/** How the clients and others reach the gateway. */
const WAYS = [
  ['addresses', {}],
  ['proxy', { TRUST_PROXY: '127.0.0.0/8' }],
] as const;

describe.each(FULL ? WAYS : WAYS.slice(0, 1))('a storm of returning clients, by %s', (way, environment) => {
  it('is over within seconds, loses and repeats nothing, and leaves queries of others fast', {
    timeout: 6 * MINUTE,
  }, async () => {
    const redis = await startRedis();
    onTestFinished(redis.stop);
    const platform = await startPlatform();
    const [lost, survivor] = await Promise.all([
      startInstance(platform, redis.url, environment),
      startInstance(platform, redis.url, environment),
    ]);
    const parts = Array.from({ length: PROCESSES }, (_, part) => ({
      order: startClients(String(part), way),
      userIds: USERS.filter((_userId, index) => index % PROCESSES === part),
    }));
    await Promise.all(parts.map(({ order, userIds }) => order('open', { url: lost.url, userIds })));

    const storm = { isOver: false };
    const sent = new Map<string, string[]>();
    const sending = (async () => {
      for (let number = 0; !storm.isOver; number += 1) {
        const receiverId = USERS[(number * 7919) % CLIENTS] ?? '';
        const input = { receiverId, text: `n${number}`, persist: false };
        const options = { authorization: 'Bearer sender', variables: { input } };
        // Refused under load: it was not sent, and is sent again.
        for (;;) {
          const { data } = await ask(survivor.url, SEND, options);
          if (data?.sendNotification?.streamed) break;
          await pause(200);
        }
        sent.set(receiverId, [...(sent.get(receiverId) ?? []), input.text]);
        await pause(NOTIFICATION_INTERVAL);
      }
    })();
    const stopQueries = await startQueries(survivor.url, String(QUERY_INTERVAL));
    const stopNewcomers = await startQueries(survivor.url, String(NEWCOMER_INTERVAL), 'newcomers');

    const returned = Promise.all(parts.map(({ order }) => order('return', { url: survivor.url })));
    lost.child.kill('SIGKILL');
    const took = Math.max(...(await returned).map((part) => part.took));
    storm.isOver = true;
    await sending;
    const [{ times, refused }, newcomers] = await Promise.all([stopQueries(), stopNewcomers()]);
    const counts = Object.fromEntries([...sent].map(([userId, texts]) => [userId, texts.length]));
    const received = await Promise.all(parts.map(({ order }) => order('await', { counts })));

    const p99 = percentile(times, 0.99);
    const slowestNewcomer = Math.max(...newcomers.times);
    note('storm', { way, clients: CLIENTS, took, queries: times.length, refused, p99, slowestNewcomer });
    expect(Object.assign({}, ...received.map(({ texts }) => texts))).toEqual(Object.fromEntries(sent));
    expect(received.flatMap(({ gaps }) => gaps)).toEqual([]);
    expect(took).toBeLessThan(BACK_WITHIN);
    expect(p99).toBeLessThan(P99);
    expect(refused).toBeLessThanOrEqual(times.length / 100);
    expect(slowestNewcomer).toBeLessThan(BACK_WITHIN);
    expect(newcomers.refused).toBe(0);
  });
});
