import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  oneof,
  record,
  tuple,
} from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FULL } from '../../support/fleet-form.ts';
import {
  announce,
  append,
  beginWrite,
  claim,
  endWrite,
  erase,
  listSnapshots,
  luaAt,
  read,
  readSnapshot,
  release,
  renewLease,
  type ScriptCall,
  settle,
} from './scripts.contract.ts';
import { type ContractServer, type DumpedKey, openModel, openRealRedis, type PlainReply } from './servers.ts';

const RUNS = FULL ? 3000 : 60;
const START = 1_700_000_000_000;
/** Milliseconds by which the times to live of two servers may differ, because the test runs on both one after the other. */
const TTL_TOLERANCE = 60_000;

/** Words that stand for one of several in a shape. Each kind also has those that a command refuses. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  key: ['s', 'h', 'z', 'x', 'z2'],
  member: ['a', 'b', 'c'],
  score: ['1', '2', '3', '(2', '-inf', '+inf', '1.5', '1700000000000', 'x'],
  id: ['1-1', '1-2', '2', '3-0', '5', '(1-1', '-', '+', '0-0', 'x'],
  number: ['0', '1', '2', '-1', '100000', 'x', '1.5'],
  // The gateway's logs are never of length 0, which Redis trims at once.
  length: ['1', '2', '100000', 'x', '-1'],
  lifetime: ['900000', '0', '-5', 'x'],
};

/** What the gateway sends, on few keys, whose values are often of another type, and what is refused. */
const COMMANDS: readonly string[] = [
  ...['GET', 'DEL', 'EXISTS', 'PERSIST', 'PTTL', 'ZCARD', 'XLEN'].map((name) => `${name} key`),
  ...['GET', 'GET key key', 'SET key', 'HSET key member', 'HSET key member 1 member', 'XADD key id member'],
  ...['NONSENSE a b', 'TIME x', 'PING', 'PING hello', 'SPUBLISH channel message', 'FLUSHALL'],
  ...['DEL key key key', 'EXISTS key key key'],
  ...['SET key member', 'SET key member NX', 'SET key member WHAT', 'SET key member PX'],
  ...['SET key member PX lifetime', 'SET key member EX lifetime', 'SET key member NX PX lifetime'],
  ...['SET key member PX 1 EX 1', 'GETEX key', 'GETEX key PX lifetime', 'GETEX none NX'],
  ...['PEXPIRE key lifetime', 'EXPIRE key lifetime', 'INCRBY key number'],
  ...[
    'HSET key member member',
    'HSET key member 1 member 2',
    'HGET key member',
    'HGETALL key',
    'HMGET key member member',
  ],
  ...['HDEL key member', 'HDEL key member member', 'ZREM key member', 'ZREM key member member'],
  ...['ZADD key score member', 'ZADD key score member score member', 'ZADD key 1 member 2'],
  ...['ZRANGEBYSCORE', 'ZREVRANGEBYSCORE'].flatMap((name) => [
    ...['', ' WITHSCORES', ' LIMIT number number', ' WITHSCORES LIMIT 0 1'].map(
      (options) => `${name} key score score${options}`,
    ),
    ...[`${name} key 1 2 LIMIT 1`, `${name} key 1 2 WHAT`],
  ]),
  ...['ZCOUNT key score score', 'ZREVRANGE key number number', 'ZREVRANGE key number number WITHSCORES'],
  ...['ZDIFF 2 key key', 'ZDIFF 1 key', 'ZDIFF 0 key', 'ZDIFF 3 key key'],
  ...['XADD key id member member', 'XADD key id a 1 b 2', 'XADD key MAXLEN ~ length id a 1'],
  ...['XRANGE key id id', 'XRANGE key - + COUNT number', 'XTRIM key MINID id'],
];

/** Chunks of Lua: how values pass between Redis and a script, errors, and what the gateway's scripts use of Lua. */
const CHUNKS: readonly string[] = [
  'return { KEYS[1], KEYS[2], ARGV[1], #KEYS, #ARGV }',
  'local one, two, three = unpack(KEYS) return { two, type(three) }',
  'return { 1.9, -1.9, 3 }',
  'return { true, false, 2 }',
  'local x = 1',
  'return false',
  'return { 1, nil, 3 }',
  'return { 1, name = 2 }',
  "return { ok = 'FINE' }",
  "return { err = 'MINE with words' }",
  "error({ err = 'MINE raised' })",
  "redis.call('SET', KEYS[1], 'v') error('stop')",
  "return tostring(7 / 2) .. ' ' .. tostring(8 / 2)",
  "return tostring(1700000000000) .. ' ' .. 1700000000000000",
  "return string.format('%.0f', 1700000000000123)",
  "redis.call('SET', KEYS[1], 1700000000000) return redis.call('GET', KEYS[1])",
  "redis.call('SET', KEYS[1], 0.5) return redis.call('GET', KEYS[1])",
  "return redis.call('GET', KEYS[1]) == false and 'false'",
  "local r = redis.call('HMGET', KEYS[1], 'a', 'b') return { #r, r[1] == false and 1 or 0 }",
  "return redis.call('SET', KEYS[1], 'v').ok",
  "return type(redis.call('EXISTS', KEYS[1]))",
  "redis.call('ZADD', KEYS[1], 5, 'm') return type(redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2])",
  "redis.call('XADD', KEYS[1], '1-1', 'a', 'b') return redis.call('XRANGE', KEYS[1], '-', '+')[1][2][2]",
  "redis.call('SET', KEYS[1], 'v') return redis.call('HGET', KEYS[1], 'a')",
  "redis.call('SET', KEYS[1], 'v') local r = redis.pcall('HGET', KEYS[1], 'a') return { type(r), string.sub(r.err, 1, 9) }",
  "redis.call('SET', KEYS[1], 'v') local ok = pcall(redis.call, 'HGET', KEYS[1], 'a') return tostring(ok)",
  "return redis.call('NONSENSE')",
  "return redis.call('GET')",
  "redis.call('set', KEYS[1], 'v') return redis.call('get', KEYS[1])",
  "return { string.match('12-34 x', '^(%d+)-(%d+) (%S+)$') }",
  "redis.call('SET', KEYS[1], '\\195\\164') return { #redis.call('GET', KEYS[1]), '\\0\\255' }",
  "return ARGV[1] == 'a' and '5' * '4'",
  "return redis.acl_check_cmd('GET', 'k') and 'yes'",
  "local ok, problem = pcall(redis.acl_check_cmd, 'NONSENSE') return tostring(ok)",
  "return type(redis.pcall('SET', KEYS[1], 'v').err)",
  "redis.call('DEL', KEYS[1]) return redis.call('SET', KEYS[1], 'v').ok",
  "redis.call('GET', KEYS[1]) return redis.call('SET', KEYS[1], 'w')",
];

const wordsOf = (shape: string): Arbitrary<string[]> =>
  tuple(...shape.split(' ').map((word) => constantFrom(...(WORDS[word] ?? [word]))));

const chunk = (lua: string): string[] => ['EVAL', lua, '2', 's', 'h', 'a', 'b'];
const DIGEST = 'e0e1f9fabfc9d4800c877a703b823ac0578ff8db';
const CACHE: readonly string[][] = [
  ['EVALSHA', DIGEST, '0'],
  ['SCRIPT', 'LOAD', 'return 1'],
  ['EVAL', 'return 2', '0'],
  ['EVALSHA', '7f923f79fe76194c868d7e1d0820de36700eb649', '0'],
  ['SCRIPT', 'FLUSH'],
  ['EVAL', 'return 1', '2', 'k'],
  ['EVAL', 'return 1', '-1', 'k'],
  ['EVAL', 'return 1', 'x'],
];

const trouble = constantFrom('memory', 'replica', 'none').map((kind) => ['trouble', kind]);
const command: Arbitrary<string[]> = oneof(
  { weight: 1, arbitrary: trouble },
  { weight: 2, arbitrary: constantFrom(...CACHE, ...CHUNKS.map(chunk)) },
  { weight: 40, arbitrary: constantFrom(...COMMANDS).chain(wordsOf) },
);

const appendId = constantFrom('i1', 'i2', 'i3', 'i4', 'i5', 'i6', 'i7', 'i8');
const subject = constantFrom('r1', 'r2', 'r3');
const claimName = constantFrom('one 1', 'one 2', 'two 1', 'two 2');
const epoch = constantFrom('', 'epoch-i1', 'epoch-i2', 'fresh');
const place = record({
  epoch,
  sequence: integer({ min: 0, max: 6 }),
  time: integer({ min: 0, max: 40 }),
}).map(({ epoch: of, sequence, time }) => ({
  epoch: of,
  sequence,
  time: time === 0 ? 0 : START + time * 1000,
}));

const scriptCall: Arbitrary<ScriptCall> = oneof(
  {
    weight: 6,
    arbitrary: record({
      id: appendId,
      kind: constantFrom('k', 'k', ''),
      payload: constantFrom('1', '"ä"', '"LOG_REPLACED"', JSON.stringify('x'.repeat(300))),
      once: constantFrom(null, null, 'n1', 'n2'),
      latest: constantFrom('', '', 'l1', 'l2'),
      state: oneof(
        constantFrom(null),
        record({
          id: subject,
          text: constantFrom('{}', '{"a":1}'),
          expected: constantFrom('', '0', '1', '2'),
        }),
      ),
      keepState: constantFrom(0, 5_000_000, 9_000),
      seen: place,
      claim: oneof(constantFrom(''), claimName),
      until: oneof(
        constantFrom<''>(''),
        integer({ min: 0, max: 40 }).map((after) => START + after * 1000),
      ),
    }).map(append),
  },
  {
    weight: 4,
    arbitrary: tuple(place, constantFrom(0, 1, 8, 64), constantFrom(1, 300, 10_000)).map(
      ([at, entries, bytes]) => read(at, { entries, bytes }),
    ),
  },
  tuple(
    appendId,
    constantFrom(0, 1000, 9000),
    constantFrom(undefined, [1, 1000] as [number, number], [9, 10] as [number, number]),
  ).map((event) => announce(...event)),
  tuple(appendId, appendId).map((names) => settle(...names)),
  tuple(constantFrom(0, 1), subject).map(([erased, name]) => erase(erased, name)),
  subject.map(readSnapshot),
  tuple(constantFrom('', '1', '2'), constantFrom(1, 2, 9), constantFrom(true, false)).map((query) =>
    listSnapshots(...query),
  ),
  tuple(claimName, constantFrom(0 as const, 1 as const)).map((lease) => renewLease(...lease)),
  tuple(claimName, constantFrom('', 'one 1', 'two 1')).map((query) => claim(...query)),
  claimName.map(release),
  tuple(subject, constantFrom('f', 'f', 'g'), constantFrom(0, 9000)).map((attempt) => beginWrite(...attempt)),
  tuple(subject, constantFrom('done', 'refused', 'unknown')).map((ended) => endWrite(...ended)),
);

/** A step at a time that mostly advances. */
const step = oneof(
  { weight: 1, arbitrary: trouble },
  {
    weight: 12,
    arbitrary: tuple(scriptCall, integer({ min: 0, max: 40 })).map(([{ script, keys, args }, after]) => [
      'EVAL',
      luaAt(script, START + after * 1000),
      String(keys.length),
      ...keys,
      ...args.map((arg) => Buffer.from(String(arg)).toString('latin1')),
    ]),
  },
);

/** @returns the replies. */
async function run(server: ContractServer, steps: readonly (readonly string[])[]): Promise<unknown[]> {
  await server.setOutOfMemory(false);
  await server.setReplica(false);
  await server.call('FLUSHALL');
  await server.call('SCRIPT', 'FLUSH');
  const replies: unknown[] = [];
  for (const words of steps) {
    if (words[0] === 'trouble') {
      await server.setOutOfMemory(words[1] === 'memory');
      await server.setReplica(words[1] === 'replica');
    } else replies.push([words.join(' '), comparable(words, await server.call(...words))]);
  }
  return replies;
}

/** A time to live differs between two servers that are called one after the other. */
const comparable = ([name]: readonly string[], reply: PlainReply): PlainReply =>
  name === 'PTTL' && typeof reply === 'number' && reply > 0 ? 'later' : reply;

/** What two subscribers receive, as texts, while one of them comes later and leaves. */
async function delivered(server: ContractServer): Promise<readonly string[][]> {
  const [first, second]: [PlainReply[], PlainReply[]] = [[], []];
  const [one, two] = [await server.subscriber(first), await server.subscriber(second)];
  const replies = [
    await one.call('SSUBSCRIBE', 'c'),
    await one.call('SSUBSCRIBE', 'd'),
    await server.call('SPUBLISH', 'c', 'one'),
    await two.call('SSUBSCRIBE', 'c'),
    await server.call('SPUBLISH', 'c', 'two'),
    await server.call('EVAL', "return redis.call('SPUBLISH', KEYS[1], 'three')", '1', 'd'),
    await two.call('SUNSUBSCRIBE', 'c'),
    await server.call('SPUBLISH', 'c', 'four'),
  ];
  const messagesIn = (received: readonly PlainReply[]): string[] =>
    received.map(String).filter((text) => text.startsWith('smessage'));
  await expect.poll(() => messagesIn(first).length).toBe(4);
  return [replies.map(String), messagesIn(first), messagesIn(second)];
}

function expectSame(
  one: Readonly<Record<string, DumpedKey>>,
  other: Readonly<Record<string, DumpedKey>>,
): void {
  const valuesOf = (dump: Readonly<Record<string, DumpedKey>>) =>
    Object.entries(dump).map(([key, { value, ttl }]) => [key, value, ttl !== null]);
  expect(valuesOf(one)).toEqual(valuesOf(other));
  for (const [key, { ttl }] of Object.entries(one))
    expect(Math.abs((ttl ?? 0) - (other[key]?.ttl ?? 0)), `time to live of ${key}`).toBeLessThan(
      TTL_TOLERANCE,
    );
}

describe('the model of Redis beside redis-server', { tags: ['redis-server'] }, () => {
  let model: ContractServer;
  let real: ContractServer;
  beforeAll(async () => {
    [model, real] = await Promise.all([openModel(), openRealRedis()]);
  });
  afterAll(() => real?.close());

  const compare = (steps: Arbitrary<string[][]>, examples: [string[][]][] = []) =>
    assert(
      asyncProperty(steps, async (words) => {
        expect(await run(model, words)).toEqual(await run(real, words));
        expectSame(await model.dump(), await real.dump());
      }),
      { numRuns: RUNS, seed: Number(process.env.SEED ?? 1), examples },
    );

  it(
    'gives the same replies to random commands, and stores the same',
    () =>
      compare(array(command, { minLength: 20, maxLength: 60 }), [
        [[...CACHE, ...CHUNKS.flatMap((lua) => [['FLUSHALL'], chunk(lua)])]],
      ]),
    600_000,
  );

  it(
    "gives the same replies to random calls of the gateway's scripts, and stores the same",
    () => compare(array(step, { minLength: 20, maxLength: 60 })),
    600_000,
  );

  it('delivers the same messages to those that are subscribed at that moment, in the same order', async () => {
    expect(await delivered(model)).toEqual(await delivered(real));
  });

  it('has keys expire, and tells the time', async () => {
    for (const server of [model, real]) {
      await run(server, []);
      await server.call('SET', 'k', 'v', 'PX', '40');
      await expect.poll(() => server.call('GET', 'k'), { interval: 10 }).toBe(null);
      expect(await server.dump()).toEqual({});
      expect(
        Math.abs(Number(String(await server.call('TIME')).split(',')[0]) - Date.now() / 1000),
      ).toBeLessThan(5);
    }
  });
});
