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
  deduplicate,
  endWrite,
  erase,
  heartbeat,
  listSnapshots,
  luaAt,
  read,
  readSnapshot,
  release,
  type ScriptCall,
  settle,
} from './scripts.contract.ts';
import { type ContractServer, type DumpedKey, openModel, openRealRedis } from './servers.ts';

const RUNS = FULL ? 3000 : 60;
const START = 1_700_000_000_000;
/** Milliseconds by which the times to live of two servers may differ, because the test runs on both one after the other. */
const TTL_TOLERANCE = 60_000;

const keyName = constantFrom('s', 'h', 'z', 'x', 'z2');
const member = constantFrom('a', 'b', 'c');
const score = constantFrom('1', '2', '3', '(2', '-inf', '+inf', '1.5');
const id = constantFrom('1-1', '1-2', '2', '3-0', '5', '(1-1', '-', '+');
const small = constantFrom('0', '1', '2', '-1', '100000');

/** Commands on few keys, whose values are often of another type. */
const command: Arbitrary<string[]> = oneof(
  tuple(constantFrom('GET', 'DEL', 'EXISTS', 'PERSIST', 'ZCARD', 'XLEN'), keyName),
  tuple(constantFrom('SET'), keyName, member),
  tuple(constantFrom('SET'), keyName, member, constantFrom('NX')),
  tuple(constantFrom('SET', 'GETEX'), keyName, constantFrom('PX'), constantFrom('900000', '0', 'x')),
  tuple(constantFrom('SET'), keyName, member, constantFrom('PX'), constantFrom('900000', '0')),
  tuple(constantFrom('PEXPIRE', 'EXPIRE'), keyName, constantFrom('0', '-1', '800000')),
  tuple(constantFrom('INCRBY'), keyName, small),
  tuple(constantFrom('HSET'), keyName, member, member),
  tuple(constantFrom('HGET', 'HDEL', 'ZREM'), keyName, member),
  tuple(constantFrom('HMGET'), keyName, member, member),
  tuple(constantFrom('ZADD'), keyName, score, member),
  tuple(constantFrom('ZRANGEBYSCORE', 'ZREVRANGEBYSCORE', 'ZCOUNT'), keyName, score, score),
  tuple(constantFrom('ZRANGEBYSCORE', 'ZREVRANGEBYSCORE'), keyName, score, score, constantFrom('WITHSCORES')),
  tuple(
    constantFrom('ZRANGEBYSCORE', 'ZREVRANGEBYSCORE'),
    keyName,
    score,
    score,
    constantFrom('LIMIT'),
    small,
    small,
  ),
  tuple(constantFrom('ZREVRANGE'), keyName, small, small),
  tuple(constantFrom('ZDIFF'), constantFrom('2'), keyName, keyName),
  tuple(constantFrom('XADD'), keyName, id, member, member),
  tuple(constantFrom('XRANGE'), keyName, id, id),
  tuple(constantFrom('XRANGE'), keyName, id, id, constantFrom('COUNT'), small),
  tuple(constantFrom('XTRIM'), keyName, constantFrom('MINID'), id),
).map((words) => [...words]);

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
  constantFrom(deduplicate('n1'), deduplicate('n1', 'n2')),
  tuple(appendId, constantFrom(0, 1000, 9000)).map(([name, within]) => announce(name, within)),
  tuple(appendId, appendId).map((names) => settle(...names)),
  tuple(constantFrom(0, 1), subject).map(([erased, name]) => erase(erased, name)),
  subject.map(readSnapshot),
  tuple(constantFrom('', '1', '2'), constantFrom(1, 2, 9), constantFrom(true, false)).map((query) =>
    listSnapshots(...query),
  ),
  tuple(claimName, claimName).map(([entry, other]) => heartbeat(entry, other)),
  tuple(claimName, constantFrom('', 'one 1', 'two 1')).map((query) => claim(...query)),
  claimName.map(release),
  tuple(subject, constantFrom('f', 'f', 'g'), constantFrom(0, 9000)).map((attempt) => beginWrite(...attempt)),
  tuple(subject, constantFrom('done', 'refused', 'unknown')).map((ended) => endWrite(...ended)),
);

/** A step at a time that mostly advances. */
const step = oneof(
  { weight: 1, arbitrary: constantFrom(['trouble', 'memory'], ['trouble', 'replica'], ['trouble', 'none']) },
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
  const replies: unknown[] = [];
  for (const words of steps) {
    if (words[0] === 'trouble') {
      await server.setOutOfMemory(words[1] === 'memory');
      await server.setReplica(words[1] === 'replica');
    } else replies.push([words.slice(2).join(' '), await server.call(...words)]);
  }
  return replies;
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

  const compare = (steps: Arbitrary<readonly (readonly string[])[]>) =>
    assert(
      asyncProperty(steps, async (words) => {
        expect(await run(model, words)).toEqual(await run(real, words));
        expectSame(await model.dump(), await real.dump());
      }),
      { numRuns: RUNS, seed: Number(process.env.SEED ?? 1) },
    );

  it(
    'gives the same replies to random commands, and stores the same',
    () => compare(array(command, { minLength: 20, maxLength: 60 })),
    600_000,
  );

  it(
    "gives the same replies to random calls of the gateway's scripts, and stores the same",
    () => compare(array(step, { minLength: 20, maxLength: 60 })),
    600_000,
  );
});
