import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeEach } from '../../support/describe-each.ts';
import { COMMAND_CASES, wordsOf } from './commands.contract.ts';
import { LUA_ARGS, LUA_CASES, LUA_KEYS } from './lua.contract.ts';
import { type ContractServer, openModel, openRealRedis, type PlainReply } from './servers.ts';

describeEach([
  ['the model', [], openModel],
  ['redis-server', ['redis-server'], openRealRedis],
])('the contract of Redis, on %s', {}, (_name, open) => {
  let server: ContractServer;
  beforeAll(async () => {
    server = await open();
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    await server.setReplica(false);
    await server.setOutOfMemory(false);
    await server.call('FLUSHALL');
    await server.call('SCRIPT', 'FLUSH');
  });

  it.each(Object.entries(COMMAND_CASES))('%s', async (_title, steps) => {
    const replies: [string, PlainReply][] = [];
    for (const [command] of steps) replies.push([command, await server.call(...wordsOf(command))]);
    expect(replies).toEqual(steps);
  });

  it.each(Object.entries(LUA_CASES))('a script: %s', async (_title, [lua, reply]) => {
    expect(await server.call('EVAL', lua, '2', ...LUA_KEYS, ...LUA_ARGS)).toEqual(reply);
  });

  it('removes a key when its time has come', async () => {
    await server.call('SET', 'k', 'v', 'PX', '40');
    expect(await server.call('PTTL', 'k')).toBeGreaterThan(0);
    await expect.poll(() => server.call('GET', 'k'), { interval: 10 }).toBe(null);
    expect(await server.dump()).toEqual({});
  });

  it('tells the time', async () => {
    const time = await server.call('TIME');
    const [seconds, microseconds] = Array.isArray(time) ? time.map(Number) : [];
    const now = (seconds ?? 0) * 1000 + (microseconds ?? 0) / 1000;
    expect(Math.abs(now - Date.now())).toBeLessThan(5000);
  });

  it('runs a script by its digest once it has seen its text', async () => {
    const sha = 'e0e1f9fabfc9d4800c877a703b823ac0578ff8db';
    expect(await server.call('EVALSHA', sha, '0')).toBe('!NOSCRIPT No matching script. Please use EVAL.');
    expect(await server.call('SCRIPT', 'LOAD', 'return 1')).toBe(sha);
    expect(await server.call('EVALSHA', sha, '0')).toBe(1);
    await server.call('EVAL', 'return 2', '0');
    expect(await server.call('EVALSHA', '7f923f79fe76194c868d7e1d0820de36700eb649', '0')).toBe(2);
    await server.call('SCRIPT', 'FLUSH');
    expect(await server.call('EVALSHA', sha, '0')).toBe('!NOSCRIPT No matching script. Please use EVAL.');
  });

  it('refuses scripts with a wrong number of keys', async () => {
    expect(await server.call('EVAL', 'return 1', '2', 'k')).toBe(
      "!ERR Number of keys can't be greater than number of args",
    );
    expect(await server.call('EVAL', 'return 1', '-1', 'k')).toBe("!ERR Number of keys can't be negative");
    expect(await server.call('EVAL', 'return 1', 'x')).toBe('!ERR value is not an integer or out of range');
  });

  it('refuses what needs memory when there is none', async () => {
    await server.call('HSET', 'h', 'a', '1');
    await server.call('ZADD', 'z', '1', 'm', '2', 'n');
    await server.setOutOfMemory(true);
    const refused = "!OOM command not allowed when used memory > 'maxmemory'.";
    for (const command of ['SET k v', 'HSET h b 1', 'ZADD z 1 o', 'XADD s 1-1 a 1', 'INCRBY n 1'])
      expect(await server.call(...wordsOf(command)), command).toBe(refused);
    for (const command of ['GET k', 'PEXPIRE h 100000', 'PERSIST h', 'ZREM z n', 'HDEL h a', 'DEL z', 'PING'])
      expect(await server.call(...wordsOf(command)), command).not.toBe(refused);
    // A script is refused at its first write, and not after it.
    const evalOf = (lua: string) => server.call('EVAL', lua, '1', 'k');
    expect(await evalOf("return redis.call('SET', KEYS[1], 'v')")).toBe(refused);
    expect(await evalOf("return type(redis.pcall('SET', KEYS[1], 'v').err)")).toBe('string');
    expect(await evalOf("redis.call('DEL', KEYS[1]) return redis.call('SET', KEYS[1], 'v').ok")).toBe('OK');
    expect(await evalOf("redis.call('GET', KEYS[1]) return redis.call('SET', KEYS[1], 'w')")).toBe(refused);
  });

  it('refuses writes on a replica', async () => {
    await server.call('SET', 'k', 'v');
    await server.setReplica(true);
    const refused = "!READONLY You can't write against a read only replica.";
    for (const command of ['SET k v', 'DEL k', 'PEXPIRE k 1000', 'GETEX k PX 1000', 'HSET h a 1', 'ZREM z a'])
      expect(await server.call(...wordsOf(command)), command).toBe(refused);
    for (const [command, reply] of [
      ['GET k', 'v'],
      ['PTTL k', -1],
      ['SPUBLISH c m', 0],
      ['PING', 'PONG'],
    ] as const)
      expect(await server.call(...wordsOf(command)), command).toBe(reply);
    expect(await server.call('EVAL', "return redis.call('SET', KEYS[1], 'w')", '1', 'k')).toBe(refused);
    expect(await server.call('EVAL', "return redis.call('GET', KEYS[1])", '1', 'k')).toBe('v');
  });

  it('publishes to those that are subscribed at that moment, in order', async () => {
    const [first, second]: [PlainReply[], PlainReply[]] = [[], []];
    const one = await server.subscriber(first);
    const two = await server.subscriber(second);
    expect(await one.call('SSUBSCRIBE', 'c')).toEqual(['ssubscribe', 'c', 1]);
    expect(await one.call('SSUBSCRIBE', 'd')).toEqual(['ssubscribe', 'd', 2]);
    expect(await server.call('SPUBLISH', 'c', 'one')).toBe(1);
    await two.call('SSUBSCRIBE', 'c');
    expect(await server.call('SPUBLISH', 'c', 'two')).toBe(2);
    expect(await server.call('EVAL', "return redis.call('SPUBLISH', KEYS[1], 'three')", '1', 'd')).toBe(1);
    expect(await two.call('SUNSUBSCRIBE', 'c')).toEqual(['sunsubscribe', 'c', 0]);
    expect(await server.call('SPUBLISH', 'c', 'four')).toBe(1);
    const messages = (received: PlainReply[]) =>
      received
        .filter((reply) => Array.isArray(reply) && reply[0] === 'smessage')
        .map((reply) => (Array.isArray(reply) ? `${reply[1]} ${reply[2]}` : ''));
    await expect.poll(() => messages(first)).toEqual(['c one', 'c two', 'd three', 'c four']);
    await expect.poll(() => messages(second)).toEqual(['c two']);
  });
});
