import { afterEach, expect, it } from 'vitest';
import type { Coordination } from '../../src/events/coordination.ts';
import { type CursorBinding, type Cursors, openCursors } from '../../src/events/cursor.ts';
import { LogUnavailable, type Position } from '../../src/events/log.ts';
import { memoryEvents } from '../../src/events/memory/events.ts';
import { FakeClock } from '../support/fake-clock.ts';

const clock = new FakeClock();

const newStore = () =>
  memoryEvents({ clock, retention: { events: 1000, entries: 10, bytes: 4_000_000, snapshots: null } })
    .coordination;
const position: Position = { epoch: 'AAECAwQFBgcICQoL', sequence: 42, time: 1_700_000_000_000 };
const ann: CursorBinding = { topic: 'notifications:ann', caller: 'ann' };

/** A configured secret. */
const fixed = (signing: string, also: string | null = null) => {
  const secrets = { signing, also };
  return () => secrets;
};

const opened: Cursors[] = [];
const open = async (options: Partial<Parameters<typeof openCursors>[0]> = {}): Promise<Cursors> => {
  const cursors = await clock.during(openCursors({ clock, coordination: newStore(), ...options }));
  opened.push(cursors);
  return cursors;
};

afterEach(() => {
  for (const cursors of opened.splice(0)) cursors.close();
});

it('round-trips a position', async () => {
  const cursors = await open({ secrets: fixed('a secret') });
  const decoded = { status: 'ok', isCurrent: true };
  expect(await cursors.decode(cursors.encode(position, ann), ann)).toEqual({ ...decoded, position });
  const start = { epoch: '', sequence: 0, time: 0 };
  expect(await cursors.decode(cursors.encode(start, ann), ann)).toEqual({ ...decoded, position: start });
});

it('tells a cursor that it would encode in the same way from one of an earlier key', async () => {
  const former = (await open({ secrets: fixed('former') })).encode(position, ann);
  const cursors = await open({ secrets: fixed('current', 'former') });
  expect(await cursors.decode(former, ann)).toEqual({ status: 'ok', isCurrent: false, position });
  const current = cursors.encode(position, ann);
  expect(await cursors.decode(current, ann)).toEqual({ status: 'ok', isCurrent: true, position });
  expect(cursors.encode(position, ann)).toBe(current);
});

it('is short, URL-safe, and reveals neither topic nor caller', async () => {
  const cursor = (await open()).encode(position, ann);
  expect(cursor).toMatch(/^[\w-]{1,80}$/);
  expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('ann');
});

it.each([
  ['with the same secret', { secrets: fixed('a secret') }],
  ['on the same store if there is no secret', { coordination: newStore() }],
])('is accepted by every instance %s', async (_, options) => {
  const [one, two] = [await open(options), await open(options)];
  expect(await two.decode(one.encode(position, ann), ann)).toMatchObject({ status: 'ok' });
});

it('is invalid for another topic or caller', async () => {
  const cursors = await open();
  const cursor = cursors.encode(position, ann);
  for (const binding of [
    { ...ann, caller: 'bob' },
    { ...ann, topic: 'notifications:bob' },
    { topic: 'notifications:an', caller: 'nann' },
  ]) {
    expect(await cursors.decode(cursor, binding)).toEqual({ status: 'invalid' });
  }
});

it('is invalid when any character is altered, removed or added', async () => {
  const cursors = await open();
  const cursor = cursors.encode(position, ann);
  for (let index = 0; index < cursor.length; index++) {
    const other = cursor[index] === 'x' ? 'y' : 'x';
    const altered = cursor.slice(0, index) + other + cursor.slice(index + 1);
    expect(await cursors.decode(altered, ann), altered).toEqual({ status: 'invalid' });
    expect(await cursors.decode(cursor.slice(0, index), ann)).toEqual({ status: 'invalid' });
  }
  for (const malformed of ['', 'x', `${cursor}A`, `${cursor}=`, ` ${cursor}`, '💥', 'A'.repeat(10_000)])
    expect(await cursors.decode(malformed, ann), malformed).toEqual({ status: 'invalid' });
});

it('cannot be verified once its key is lost', async () => {
  const before = await open({ secrets: fixed('old') });
  const after = await open({ secrets: fixed('new') });
  expect(await after.decode(before.encode(position, ann), ann)).toEqual({ status: 'unverifiable' });
});

it('survives the loss of the stored key, which a live instance restores', async () => {
  const coordination = newStore();
  const live = await open({ coordination, refreshInterval: 60_000 });
  const cursor = live.encode(position, ann);
  await coordination.removeValue('cursor-key');
  await clock.advance(60_000);
  expect(await coordination.readValue('cursor-key')).not.toBeNull();
  const fresh = await open({ coordination });
  expect(await fresh.decode(cursor, ann)).toMatchObject({ status: 'ok' });
});

it('still verifies on an instance that adopted another key', async () => {
  const coordination = newStore();
  const live = await open({ coordination, refreshInterval: 3_600_000 });
  const cursor = live.encode(position, ann);
  await coordination.removeValue('cursor-key');
  const fresh = await open({ coordination });
  expect(await live.decode(fresh.encode(position, ann), ann)).toMatchObject({ status: 'ok' });
  expect(await live.decode(cursor, ann)).toMatchObject({ status: 'ok' });
});

/** A store that is unreachable until `comeBack` is called. */
function storeAway() {
  const store = newStore();
  let isAway = true;
  const orFail = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (isAway) throw new LogUnavailable('unreachable', 'refused');
    return work();
  };
  const coordination: Coordination = {
    ...store,
    readValue: (key) => orFail(() => store.readValue(key)),
    writeValue: (key, value, options) => orFail(() => store.writeValue(key, value, options)),
  };
  return { store, coordination, comeBack: () => (isAway = false) };
}

it('works with a key private to the process while the store is unreachable', async () => {
  const cursors = await open({ coordination: storeAway().coordination, storeWait: 50 });
  expect(await cursors.decode(cursors.encode(position, ann), ann)).toMatchObject({ status: 'ok' });
});

it('waits for the store to come up instead of signing with a key that other instances lack', async () => {
  const { store, coordination, comeBack } = storeAway();
  const other = await open({ coordination: store });
  const opening = open({ coordination });
  comeBack();
  expect(await other.decode((await opening).encode(position, ann), ann)).toMatchObject({ status: 'ok' });
});

it('is not reported as unknown while the store that may have its key is unreachable', async () => {
  const { store, coordination, comeBack } = storeAway();
  const cursor = (await open({ coordination: store })).encode(position, ann);
  const cursors = await open({ coordination, storeWait: 50 });
  await expect(clock.during(cursors.decode(cursor, ann))).rejects.toBeInstanceOf(LogUnavailable);
  comeBack();
  expect(await cursors.decode(cursor, ann)).toMatchObject({ status: 'ok' });
});
