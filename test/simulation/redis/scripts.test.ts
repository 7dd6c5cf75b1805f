import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  announce,
  append,
  beginWrite,
  claim,
  endWrite,
  luaAt,
  read,
  release,
  renewLease,
  type ScriptCall,
  settle,
} from './scripts.contract.ts';
import { type ContractServer, openModel, type PlainReply } from './servers.ts';

const START = 1_700_000_000_000;
const TAIL_LOST = '"LOG_REPLACED"';
const nowhere = { epoch: '', time: 0, sequence: 0 };

describe("the gateway's scripts, on the model", () => {
  let server: ContractServer;
  beforeAll(async () => {
    server = await openModel();
  });
  beforeEach(async () => {
    await server.setOutOfMemory(false);
    await server.setReplica(false);
    await server.call('FLUSHALL');
  });

  /** @param after milliseconds since the start. */
  const run = ({ script, keys, args }: ScriptCall, after = 0): Promise<PlainReply> =>
    server.call('EVAL', luaAt(script, START + after), String(keys.length), ...keys, ...args.map(String));

  it('appends once per ID, and repeats its reply', async () => {
    const reply = ['appended', 'epoch-a', '1', String(START)];
    expect(await run(append({ id: 'a' })), 'and says that there was none before').toEqual([
      ...reply,
      'first',
    ]);
    await run(append({ id: 'b' }));
    expect(await run(append({ id: 'a' }), 7)).toEqual(reply);
    expect(await server.call('XLEN', 'p:{t}:stream')).toBe(2);
  });

  it('refuses the appends of a former owner, unless nobody owns the topic', async () => {
    expect(await run(append({ id: 'a', claim: 'two.1' }))).toEqual(expect.arrayContaining(['appended']));
    await run(claim('one.1'));
    expect(await run(append({ id: 'b', claim: 'two.1' }))).toEqual(['fenced']);
    expect(await run(append({ id: 'a', claim: 'two.1' })), 'a retry repeats its reply').toEqual(
      expect.arrayContaining(['appended']),
    );
    expect(await run(append({ id: 'c', claim: 'one.1' }))).toEqual(expect.arrayContaining(['appended']));
  });

  it('marks once that the log fell behind what a caller has seen', async () => {
    await run(append({ id: 'a' }));
    const seen = { epoch: 'epoch-a', sequence: 3, time: START };
    const mark = { kind: '', payload: TAIL_LOST, seen };
    expect(await run(append({ id: 'b', ...mark, seen: { ...seen, sequence: 1 } }))).toEqual(['duplicate']);
    expect(await run(append({ id: 'c', ...mark, seen: { ...seen, epoch: 'other' } }))).toEqual(['duplicate']);
    expect(await run(append({ id: 'd', ...mark }), 10)).toEqual(
      expect.arrayContaining(['appended', 'epoch-a', '2']),
    );
    expect(await run(append({ id: 'e', ...mark }), 20)).toEqual(['duplicate']);
    // An event carries the mark along, ahead of it.
    const later = { epoch: 'epoch-a', sequence: 9, time: START + 30 };
    expect(await run(append({ id: 'f', seen: later }), 40)).toEqual(
      expect.arrayContaining(['appended', 'epoch-a', '4']),
    );
    expect(await server.call('XRANGE', 'p:{t}:stream', '-', '+')).toEqual(
      expect.arrayContaining([
        expect.anything(),
        [
          `${START + 10}-2`,
          ['kind', '', 'payload', TAIL_LOST, 'previous', String(START), 'bytes', expect.any(String)],
        ],
        [
          `${START + 40}-3`,
          ['kind', '', 'payload', TAIL_LOST, 'previous', String(START + 10), 'bytes', expect.any(String)],
        ],
        [
          `${START + 40}-4`,
          ['kind', 'k', 'payload', '1', 'previous', String(START + 40), 'bytes', expect.any(String)],
        ],
      ]),
    );
  });

  it('gives a topic without entries an identity, and none if it cannot be written', async () => {
    await server.setOutOfMemory(true);
    expect(await run(read(nowhere))).toEqual(['', '0', '0', [], [], '']);
    await server.setOutOfMemory(false);
    expect(await run(read(nowhere))).toEqual(['fresh', '0', '0', [], [], '']);
    expect(await run(read(nowhere, { epoch: 'later' }))).toEqual(['fresh', '0', '0', [], [], '']);
    expect(await run(append({ id: 'a' }))).toEqual(expect.arrayContaining(['appended', 'fresh', '1']));
  });

  it('reads after a position, within limits of entries, bytes and age', async () => {
    for (let number = 1; number <= 20; number += 1)
      await run(append({ id: `a${number}`, payload: 'x'.repeat(100) }), number);
    const sequences = async (call: ScriptCall, after = 30): Promise<unknown[]> => {
      const page = await run(call, after);
      const entries = Array.isArray(page) ? page[3] : null;
      return Array.isArray(entries) ? entries.map((entry) => (Array.isArray(entry) ? entry[0] : entry)) : [];
    };
    const at = (sequence: number) => ({ epoch: 'epoch-a1', time: START + sequence, sequence });
    expect(await sequences(read(at(17)))).toEqual(['18', '19', '20']);
    expect(await sequences(read(at(20)))).toEqual([]);
    expect(await sequences(read(at(0), { entries: 8 }))).toHaveLength(8);
    expect(await sequences(read(at(0), { entries: 0 }))).toEqual([]);
    expect(await sequences(read(at(0), { bytes: 250 }))).toEqual(['1', '2']);
    expect(await sequences(read(at(0), { bytes: 1 })), 'one entry at least').toEqual(['1']);
    expect(await sequences(read({ ...at(17), epoch: 'other' }))).toHaveLength(20);
    expect(await sequences(read(at(2)), 3_000_010), 'only those that have not expired').toHaveLength(11);
  });

  it('grants a topic to one lease, and to others once it was released or may be replaced', async () => {
    const messages: PlainReply[] = [];
    const subscriber = await server.subscriber(messages);
    await subscriber.call('SSUBSCRIBE', 'p:signal:{t}');
    expect(await run(claim('one.1'))).toBe(null);
    expect(await run(claim('one.1'))).toBe(null);
    expect(await run(claim('two.1'))).toBe('one.1');
    expect(await run(claim('two.1', 'one.0'))).toBe('one.1');
    expect(await run(claim('two.1', 'one.1'))).toBe(null);
    expect(await run(release('one.1'))).toBe(0);
    expect(await run(release('two.1'))).toBe(1);
    expect(await run(release('two.1'))).toBe(0);
    expect(await run(claim('one.1'))).toBe(null);
    const sent = () =>
      messages
        .filter((reply) => Array.isArray(reply) && reply[0] === 'smessage')
        .map((reply) => Array.isArray(reply) && reply[2]);
    await expect.poll(sent).toEqual(['free']);
  });

  it('begins one attempt of a write, and answers the others by what became of it', async () => {
    const record = '{"noteId":"n 1"}';
    expect(await run(beginWrite('a', 'f', 1000))).toEqual(['begun']);
    expect(await run(beginWrite('a', 'f', 1000)), 'the same command again').toEqual(['begun']);
    expect(await run(beginWrite('b', 'f', 1000), 400)).toEqual(['running', '600']);
    expect(await run(beginWrite('b', 'g', 1000), 400)).toEqual(['reused']);
    expect(await run(beginWrite('b', 'f', 1000), 1000)).toEqual(['unknown']);
    expect(await run(beginWrite('a', 'f', 1000), 1000), 'its own, too late').toEqual(['unknown']);
    expect(await run(endWrite('b', 'done')), "another's").toBe(0);
    expect(await run(endWrite('a', 'done'), 2000), 'late').toBe(1);
    expect(await run(endWrite('a', 'unknown'), 2000), 'it is known').toBe(0);
    expect(await run(beginWrite('b', 'f', 1000), 3000)).toEqual(['done', record]);
  });

  it('forgets a write that was refused, and records one that was lost', async () => {
    expect(await run(beginWrite('a', 'f', 1000))).toEqual(['begun']);
    expect(await run(endWrite('a', 'refused'))).toBe(1);
    expect(await run(beginWrite('b', 'f', 1000))).toEqual(['begun']);
    expect(await run(endWrite('a', 'done')), 'another has begun').toBe(0);
    expect(await run(endWrite('b', 'unknown'))).toBe(1);
    expect(await run(beginWrite('c', 'f', 1000))).toEqual(['unknown']);
    await server.call('FLUSHALL');
    expect(await run(endWrite('b', 'refused'))).toBe(1);
    expect(await server.dump()).toEqual({});
    expect(await run(endWrite('b', 'done'))).toBe(1);
    expect(await run(beginWrite('c', 'f', 1000))).toEqual(['done', '{"noteId":"n 1"}']);
  });

  it('announces nothing in a topic that has more entries, or bytes, than it may, until they expire', async () => {
    for (const id of ['a', 'b', 'c']) await run(append({ id, payload: 'x'.repeat(100) }));
    expect(await run(announce('one', 1000, [3, 300]))).toBe(String(START + 1000));
    expect(await run(announce('one', 1000, [2, 300]), 400)).toEqual(['full', String(3_000_000 - 400)]);
    expect(await run(announce('one', 1000, [3, 299]))).toEqual(['full', '3000000']);
    expect(await run(announce('one', 1000, [2, 299]), 3_000_001)).toBe(String(START + 3_001_001));
  });

  it('does not write where a newer release has recorded a write', async () => {
    await server.call('SET', 'p:{t}:write', '2 anything', 'PX', '90000000');
    expect(await run(beginWrite('a', 'f', 1000))).toEqual(['unknown']);
    expect(await run(endWrite('a', 'done'))).toBe(0);
  });

  it('changes nothing when memory is short or the server is a replica', async () => {
    await run(claim('one.1'));
    await run(append({ id: 'a', claim: 'one.1' }));
    const before = await server.dump();
    const writes = [
      append({ id: 'b' }),
      announce('x', 1000),
      claim('one.1'),
      beginWrite('a', 'f', 1000),
      renewLease('one.1', 1),
    ];
    await server.setOutOfMemory(true);
    for (const call of writes) expect(await run(call)).toMatch(/^!OOM /);
    await server.setOutOfMemory(false);
    await server.setReplica(true);
    for (const call of [...writes, settle('x'), release('one.1')])
      expect(await run(call)).toMatch(/^(!READONLY )/);
    await server.setReplica(false);
    expect(Object.keys(await server.dump())).toEqual(Object.keys(before));
  });
});
