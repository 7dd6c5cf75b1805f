// @module-tag redis-server
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { as, type TestGateway } from '../support/gateway.ts';
import { startModelRedis } from '../support/model-redis.ts';
import { spawnGateway } from '../support/process.ts';
import { startRedis } from '../support/redis.ts';
import { forSuite, testGateway } from '../support/suite.ts';
import { testRedis } from '../support/test-redis.ts';
import { until } from '../support/until.ts';

const SEND = `mutation {
  sendNotification(input: { receiverId: "u-ana", text: "Hi", persist: false }) { streamed }
}`;

const start = (environment: Record<string, string>): Promise<TestGateway> => testGateway({ environment });

const messagesOf = async (gateway: TestGateway): Promise<string[]> =>
  (await gateway.query(SEND, { as: as.student })).errors.map(({ message }) => message);

const works = async (gateway: TestGateway): Promise<boolean> => (await messagesOf(gateway)).length === 0;

const UNAVAILABLE = [expect.stringContaining('event log is unavailable; nothing was changed.')];

/** The lines about Redis. */
const redisLines = ({ logLines }: TestGateway): { msg: string; problems?: string[] }[] =>
  logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('redis '));

describe('a Redis that would lose events', () => {
  const server = forSuite(() => startRedis({ appendonly: 'yes' }));

  it('ends the process at start, with status 1 and one line that says what to do', async () => {
    const redis = await startModelRedis({ maxmemory_policy: 'allkeys-lru' });
    onTestFinished(redis.close);
    const { ended, stderr } = spawnGateway({ PORT: '0', REDIS_URL: redis.url });
    expect(await ended).toBe(1);
    expect(stderr()).toBe(
      'The gateway cannot start: maxmemory-policy is allkeys-lru, which deletes events when memory is short; set maxmemory-policy to noeviction.\n',
    );
  });

  it('is refused at start without its password', async () => {
    const redis = await testRedis({ requirepass: 'right' });
    await expect(start({ REDIS_URL: redis.url })).rejects.toThrow(/password; .*REDIS_URL/);
  });

  it('makes the event log unavailable when it becomes so, and only while it is so, with one log line each', async () => {
    const gateway = await start({ REDIS_URL: server.url });
    await until(() => works(gateway));
    await server.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
    await server.command('CLIENT', 'KILL', 'TYPE', 'normal');
    await until(() => redisLines(gateway).length > 0);
    expect(await messagesOf(gateway)).toEqual(UNAVAILABLE);
    // Reconnects change nothing, so they are not logged.
    await server.command('CLIENT', 'KILL', 'TYPE', 'normal');
    expect(await messagesOf(gateway)).toEqual(UNAVAILABLE);
    await server.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
    await until(() => works(gateway));
    expect(redisLines(gateway)).toMatchObject([
      { msg: 'redis unsuitable', problems: [expect.stringMatching(/allkeys-lru.*; set maxmemory-policy/)] },
      { msg: 'redis suitable' },
    ]);
  });

  it('is noticed when it becomes a replica, and used again when it is a master', async () => {
    const own = await testRedis({ appendonly: 'yes' });
    const gateway = await start({ REDIS_URL: own.url });
    await until(() => works(gateway));
    await own.command('REPLICAOF', '127.0.0.1', server.port);
    await own.command('CLIENT', 'KILL', 'TYPE', 'normal');
    await until(() => redisLines(gateway).length > 0);
    expect(await messagesOf(gateway)).toEqual(UNAVAILABLE);
    await own.command('REPLICAOF', 'NO', 'ONE');
    await until(() => works(gateway));
    expect(redisLines(gateway).map(({ msg }) => msg)).toEqual(['redis unsuitable', 'redis suitable']);
  });
});

describe('a Redis that is unreachable at start', () => {
  it('does not stop the gateway, which uses it once it responds', async () => {
    const port = await freePort();
    const gateway = await start({ REDIS_URL: `redis://127.0.0.1:${port}`, CURSOR_SECRET: 'a secret' });
    expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
    expect(await messagesOf(gateway)).toEqual(UNAVAILABLE);
    await testRedis({ port, appendonly: 'yes' });
    await until(() => works(gateway));
    expect(redisLines(gateway)).toEqual([]);
  });
});

describe('a Redis that is usable but not ideal', () => {
  it.each([
    ['what is lost without an append-only file', 'no', '+info', [/appendonly is no: .*lost; set appendonly/]],
    [
      'what a user without INFO cannot have checked',
      'yes',
      '-info',
      [/noeviction/, /how much memory/, /append-only file/],
    ],
  ])('is mentioned once: %s', async (_what, appendonly, info, problems) => {
    const server = await testRedis({ appendonly });
    const rules = ['on', '>p', '~gateway:*', '&gateway:*', '+@all', '-config', info];
    await server.command('ACL', 'SETUSER', 'managed', ...rules);
    const gateway = await start({ REDIS_URL: `redis://managed:p@127.0.0.1:${server.port}` });
    await until(() => works(gateway));
    await server.command('CLIENT', 'KILL', 'TYPE', 'normal');
    await until(() => works(gateway));
    expect(redisLines(gateway)).toMatchObject([
      { msg: 'redis warnings', problems: problems.map((problem) => expect.stringMatching(problem)) },
    ]);
  });
});
