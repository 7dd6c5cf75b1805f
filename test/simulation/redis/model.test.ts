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

/** What the gateway sends beside its scripts, and two values for each of its words. */
const COMMANDS: readonly string[][] = [
  ...['a', 'b'].flatMap((value) => [
    ['SET', 'k', value, 'PX', '900000'],
    ['SET', 'k', value, 'PX', '900000', 'NX'],
    ['SET', 'l', value, 'NX'],
  ]),
  ...['k', 'l'].flatMap((key) => [
    ['GET', key],
    ['DEL', key],
    ['DEL', key, 'none'],
    ['GETEX', key, 'PX', '800000'],
  ]),
  ['PING'],
  ['EVALSHA', 'e0e1f9fabfc9d4800c877a703b823ac0578ff8db', '0'],
];
const trouble = constantFrom('memory', 'replica', 'none').map((kind) => ['trouble', kind]);

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
      keepState: constantFrom(5_000_000, 9_000),
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
  subject.map(readSnapshot),
  tuple(claimName, constantFrom(0 as const, 1 as const)).map((lease) => renewLease(...lease)),
  tuple(claimName, constantFrom('', 'one 1', 'two 1')).map((query) => claim(...query)),
  claimName.map(release),
  tuple(subject, constantFrom('f', 'f', 'g'), constantFrom(0, 9000)).map((attempt) => beginWrite(...attempt)),
  tuple(subject, constantFrom('done', 'refused', 'unknown')).map((ended) => endWrite(...ended)),
);

/** A step at a time that mostly advances. */
const step = oneof(
  { weight: 1, arbitrary: trouble },
  { weight: 4, arbitrary: constantFrom(...COMMANDS) },
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
    } else replies.push([words.join(' '), await server.call(...words)]);
  }
  return replies;
}

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

  it(
    'gives the same replies to random calls of what the gateway sends, and stores the same',
    () =>
      assert(
        asyncProperty(array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
          expect(await run(model, steps)).toEqual(await run(real, steps));
          expectSame(await model.dump(), await real.dump());
        }),
        { numRuns: RUNS, seed: Number(process.env.SEED ?? 1) },
      ),
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
