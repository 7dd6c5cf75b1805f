// @module-tag slow
// @module-tag redis-server
import { describe, expect, it, onTestFinished } from 'vitest';
import { RedisConnection } from '../../src/events/redis/connection.ts';
import { SYSTEM_CLOCK } from '../../src/lib/clock.ts';
import { CERTIFICATES } from '../support/certificates.ts';
import { freePort } from '../support/free-port.ts';
import { as, type TestGateway } from '../support/gateway.ts';
import { listen } from '../support/listen.ts';
import {
  countOf,
  type RedisServer,
  runCommand,
  startRedis,
  startRedisCluster,
  startReplicatedRedis,
} from '../support/redis.ts';
import { startRedisProxy } from '../support/redis-proxy.ts';
import { forSuite, testGateway } from '../support/suite.ts';
import { testRedis } from '../support/test-redis.ts';
import { until } from '../support/until.ts';

const RECEIVED = 'subscription { notificationReceived { gap { reason } notification { text } } }';
const SEND = `mutation ($text: String!) {
  sendNotification(input: { receiverId: "u-ana", text: $text, persist: false }) { streamed }
}`;

interface Item {
  gap: { reason: string } | null;
  notification: { text: string } | null;
}

const start = (environment: Record<string, string>): Promise<TestGateway> => testGateway({ environment });

const send = async (gateway: TestGateway, text: string): Promise<boolean> => {
  const { data } = await gateway.query(SEND, { as: as.student, variables: { text } });
  return data.sendNotification?.streamed === true;
};

const receive = (gateway: TestGateway) =>
  listen<Item>(gateway.url, RECEIVED, { authorization: as.student.authorization ?? '' });

const textsOf = (items: readonly Item[]): (string | undefined)[] =>
  items.flatMap(({ notification }) => notification?.text ?? []);

describe('Redis behind Sentinels', () => {
  it('is followed to the new master after a failover, over connections with passwords', async () => {
    const passwords = { data: 'data', sentinel: 'watch' };
    const { master, replica, sentinel, stop } = await startReplicatedRedis('Events', {}, passwords);
    onTestFinished(stop);
    const gateway = await start({
      REDIS_URL: 'redis://:data@Events',
      REDIS_SENTINELS: `:watch@127.0.0.1:${await freePort()},127.0.0.1:${sentinel.port}`,
    });
    const stream = receive(gateway);
    await stream.reach(1);
    await until(() => send(gateway, 'before'));
    expect(textsOf(await stream.reach(2))).toEqual(['before']);
    await master.kill();
    await until(() => send(gateway, 'after'), { within: 60_000 });
    await until(() => textsOf(stream.items).includes('after'));
    expect(String(await run(replica, 'data', 'INFO', 'replication'))).toContain('role:master');
    stream.stop();
  });
});

/** @returns also the problems that it has reported. */
async function connectTo({ url }: { url: string }) {
  const reported: unknown[] = [];
  const onProblem = (problem: unknown) => reported.push(problem);
  const connection = new RedisConnection({ clock: SYSTEM_CLOCK, urls: [url], cluster: false, onProblem }, '');
  onTestFinished(() => connection.close());
  await until(() => connection.isReady());
  return { connection, reported };
}

describe('a reply that no command waits for', () => {
  it('ends its connection, is reported, and another connection takes its place', async () => {
    const server = await testRedis();
    const proxy = await startRedisProxy(server.port);
    onTestFinished(proxy.close);
    const { connection, reported } = await connectTo(proxy);
    await connection.set('key', 'before');
    proxy.answer('$-1\r\n');
    await until(() => reported.length > 0);
    await until(async () => (await connection.get('key').catch(() => null)) === 'before');
    expect(reported).toHaveLength(1);
  });
});

describe('a command that Redis does not know', () => {
  it('is reported without its keys, which may name users', async () => {
    const server = await testRedis();
    const { connection, reported } = await connectTo(server);
    await connection.client.call('NONE', 'u-ana').catch((error: unknown) => connection.report(error));
    expect(reported.map(String)).toEqual(["Error: ERR unknown command 'NONE'"]);
  });
});

describe('Redis over TLS', () => {
  it('is used with a private authority and a client certificate', async () => {
    const { ca, cert, key } = CERTIFICATES;
    const port = await freePort();
    await testRedis({
      'tls-port': port,
      'tls-cert-file': cert,
      'tls-key-file': key,
      'tls-ca-cert-file': ca,
      appendonly: 'yes',
    });
    const gateway = await start({
      REDIS_URL: `rediss://127.0.0.1:${port}`,
      REDIS_TLS_CA: ca,
      REDIS_TLS_CERT: cert,
      REDIS_TLS_KEY: key,
    });
    const stream = receive(gateway);
    await stream.reach(1);
    await until(() => send(gateway, 'encrypted'));
    expect(textsOf(await stream.reach(2))).toEqual(['encrypted']);
    stream.stop();
  });
});

describe('fleets with different prefixes on one Redis', () => {
  const server = forSuite(() => startRedis({ appendonly: 'yes' }));

  it('see nothing of each other, and leave no key and no channel without their prefix', async () => {
    const [one, two, plain] = await Promise.all([
      start({ REDIS_URL: server.url, REDIS_PREFIX: 'one:', LIMIT_RATE: '50' }),
      start({ REDIS_URL: server.url, REDIS_PREFIX: 'two:' }),
      start({ REDIS_URL: server.url }),
    ]);
    const streams = [one, two, plain].map(receive);
    await Promise.all(streams.map((stream) => stream.reach(1)));
    const channels = await server.command('PUBSUB', 'SHARDCHANNELS');
    for (const [index, gateway] of [one, two, plain].entries())
      await until(() => send(gateway, `to ${index}`));
    const received = await Promise.all(streams.map((stream) => stream.reach(2)));
    expect(received.map(textsOf)).toEqual([['to 0'], ['to 1'], ['to 2']]);
    const names = [await server.command('KEYS', '*'), channels].flat().map(String);
    const prefixes = names.map((name) => /^(one:gateway|two:gateway|gateway):/.exec(name)?.[1]);
    expect(new Set(prefixes)).toEqual(new Set(['one:gateway', 'two:gateway', 'gateway']));
    expect(names.some((name) => name.startsWith('one:gateway:rate:'))).toBe(true);
    for (const stream of streams) stream.stop();
  });
});

describe('the commands of one turn of the event loop', () => {
  const COMMANDS = 100;

  /** Sets and reads values of one hash slot, all at once. @returns how often the servers had to read from their connections. */
  async function exchange(urls: readonly string[], servers: readonly RedisServer[]): Promise<number> {
    const connection = new RedisConnection({ clock: SYSTEM_CLOCK, urls, cluster: urls.length > 1 }, '');
    onTestFinished(() => connection.close());
    await until(() => connection.isReady());
    const keys = Array.from({ length: COMMANDS }, (_, index) => `{one}:${index}`);
    await connection.set('{one}:first', 'connected');
    const before = await countOf('total_reads_processed', servers);
    await Promise.all(keys.map((key) => connection.set(key, `value of ${key}`)));
    const values = await Promise.all(keys.map((key) => connection.get(key)));
    expect(values).toEqual(keys.map((key) => `value of ${key}`));
    return (await countOf('total_reads_processed', servers)) - before;
  }

  it('are sent together, each with its own reply', async () => {
    const server = await testRedis({ appendonly: 'yes' });
    expect(await exchange([server.url], [server])).toBeLessThan(COMMANDS / 2);
  });

  it('are sent together to each node of a Redis Cluster', async () => {
    const cluster = await startRedisCluster({ appendonly: 'yes' });
    onTestFinished(cluster.stop);
    expect(await exchange(cluster.urls, cluster.nodes)).toBeLessThan(COMMANDS / 2);
  });
});

/** Runs a command with a password. */
const run = (
  server: Pick<RedisServer, 'port'>,
  password: string,
  ...command: [string, ...string[]]
): Promise<unknown> => runCommand(server.port, command, password);
