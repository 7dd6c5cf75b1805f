import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { LogUnavailable } from '../../src/events/log.ts';
import { LEASE, Lease } from '../../src/events/redis/lease.ts';
import { RENEW_LEASE } from '../../src/events/redis/scripts.ts';
import { LuaEngine } from '../simulation/redis/lua.ts';
import { RedisModel } from '../simulation/redis/model.ts';
import { FakeClock } from '../support/fake-clock.ts';

const lua = await LuaEngine.create();
/** Milliseconds within which another instance takes over. */
const TAKEOVER = 8000;

/** An instance with a lease on the master. */
interface Instance {
  lease: Lease;
  /** Whether its commands reach the master. */
  isCut: boolean;
  load: number;
  /** How often its lease has ended. */
  ends: number;
}

describe('a lease', () => {
  let clock: FakeClock;
  let master: RedisModel;
  let commands: number;
  beforeEach(() => {
    clock = new FakeClock();
    commands = 0;
    master = new RedisModel({ lua, now: () => clock.now() });
  });

  async function start(id: string): Promise<Instance> {
    let number = 0;
    const instance = { isCut: false, load: 1, ends: 0 };
    const lease = new Lease({
      clock,
      duration: LEASE,
      instance: id,
      nextNumber: () => ++number,
      renew: async (name, begins) => {
        if (instance.isCut) throw new LogUnavailable('unreachable', 'unknown');
        commands += 1;
        const args = [name, begins, instance.load, LEASE].map(String);
        return master.run('eval', [RENEW_LEASE.lua, '1', 'leases', ...args]);
      },
      onChange: () => {},
      onEnd: () => {
        instance.ends += 1;
      },
    });
    onTestFinished(() => lease.close());
    await clock.advance(0);
    return Object.assign(instance, { lease });
  }

  it('is renewed every 2 s, and tells the loads of the others', async () => {
    const [one, other] = [await start('one'), await start('other')];
    await clock.advance(LEASE);
    one.load = 7;
    commands = 0;
    await clock.advance(2 * LEASE);
    expect(commands).toBe(2 * 6);
    expect([one.lease.isHeld(), other.lease.isHeld()]).toEqual([true, true]);
    expect(other.lease.loads()).toEqual([['one', 7]]);
    expect(one.lease.loads()).toEqual([['other', 1]]);
  });

  it.each([0, 500, 1000, 1500, 1990])(
    'of an instance that dies is known to have ended within 8 s, and not before that instance knows: %i ms after its start',
    async (phase) => {
      const one = await start('one');
      await clock.advance(phase);
      const other = await start('other');
      await clock.advance(LEASE - phase);
      one.isCut = true;
      const cutAt = clock.monotonic();
      // Its load is there until its lease has ended.
      while (other.lease.loads().length > 0) {
        expect(clock.monotonic() - cutAt).toBeLessThan(TAKEOVER);
        await clock.advance(10);
      }
      expect(await other.lease.confirmEnded('one.1')).toBe(true);
      expect(one.lease.isHeld('one.1')).toBe(false);
      expect(one.ends).toBe(1);
    },
  );

  it('lasts no longer, and counts for no more, than an instance can claim, whoever wrote it', async () => {
    const one = await start('one');
    for (const load of ['1000000000', '9'.repeat(30)])
      master.run('hset', ['leases', `neighbor.${load.length}`, `${clock.now() + 24 * 3_600_000} ${load}`]);
    await clock.advance(LEASE);
    expect(one.lease.loads().map(([, load]) => load)).toEqual([100_000, 100_000]);
    await clock.advance(LEASE);
    expect(one.lease.loads()).toEqual([]);
    expect([one.lease.isHeld('one.1'), one.ends]).toEqual([true, 0]);
  });

  it('is held while renewals fail for less than it lasts, and costs no more when they succeed again', async () => {
    const one = await start('one');
    master.isOutOfMemory = true;
    await clock.advance(LEASE - 500);
    expect(one.lease.isHeld('one.1')).toBe(true);
    master.isOutOfMemory = false;
    await clock.advance(LEASE);
    expect([one.lease.isHeld('one.1'), one.ends]).toEqual([true, 0]);
  });

  it('has ended when its process stood still for longer, although no timer has fired', async () => {
    const one = await start('one');
    clock.stall(LEASE);
    expect(one.lease.isHeld('one.1')).toBe(false);
    expect([one.lease.name, one.ends]).toEqual(['one.2', 1]);
    await clock.advance(2000);
    expect(one.lease.isHeld('one.2')).toBe(true);
  });

  it('begins under another name at each restart, and the former one is free for its instance alone until it ends', async () => {
    const [one, other] = [await start('one'), await start('other')];
    await clock.advance(LEASE);
    one.lease.restart();
    await clock.advance(0);
    expect([one.lease.isHeld('one.1'), one.lease.isHeld('one.2')]).toEqual([false, true]);
    expect(await one.lease.confirmEnded('one.1')).toBe(true);
    expect(await one.lease.confirmEnded('one.2')).toBe(false);
    expect(await other.lease.confirmEnded('one.1')).toBe(false);
    await clock.advance(LEASE);
    expect(await other.lease.confirmEnded('one.1')).toBe(true);
    expect(await other.lease.confirmEnded('one.2')).toBe(false);
  });

  it('begins under another name when the master has lost it', async () => {
    const { lease } = await start('one');
    master.run('flushall', []);
    await clock.advance(2100);
    expect([lease.isHeld('one.1'), lease.isHeld('one.2')]).toEqual([false, true]);
  });

  it('that has begun since the others were read is not taken for one that has ended', async () => {
    const one = await start('one');
    await clock.advance(LEASE + 500);
    await start('other');
    expect(await one.lease.confirmEnded('other.1')).toBe(false);
  });

  it('of an instance that may return from the same outage is not taken for one that has ended', async () => {
    const [one, other] = [await start('one'), await start('other')];
    for (const instance of [one, other]) instance.isCut = true;
    await clock.advance(2 * LEASE);
    other.isCut = false;
    await clock.advance(1000);
    expect(other.lease.isHeld()).toBe(true);
    expect(await other.lease.confirmEnded('one.1')).toBe(false);
    await clock.advance(LEASE / 2);
    expect(await other.lease.confirmEnded('one.1')).toBe(true);
  });

  it('cannot be held while the master is out of reach', async () => {
    const one = await start('one');
    one.isCut = true;
    await clock.advance(LEASE);
    await expect(one.lease.hold()).rejects.toBeInstanceOf(LogUnavailable);
    one.isCut = false;
    expect(await one.lease.hold()).toBe('one.2');
  });
});
