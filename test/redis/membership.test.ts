import { describe, expect, it, onTestFinished } from 'vitest';
import { LogUnavailable } from '../../src/events/log.ts';
import { MasterView } from '../../src/events/redis/membership.ts';
import { FakeClock } from '../support/fake-clock.ts';

const INTERVAL = 1000;
const HOUR = 3_600_000;

/** A master's list of instances, with a clock of its own, and this instance's view of it. */
function startView() {
  const clock = new FakeClock();
  const master = { clock: 1_700_000_000_000, isUp: true };
  const others = new Map<string, { load: number; at: number; isAlive: boolean }>();
  const removed: string[] = [];
  let lapses = 0;
  const start = () => {
    const view = new MasterView({
      clock,
      instance: 'me',
      interval: INTERVAL,
      load: () => 0,
      send: async (entry, forget) => {
        if (!master.isUp) throw new LogUnavailable('unreachable', 'unknown');
        removed.push(...forget);
        for (const [name, other] of others) if (forget.includes(`${name} ${other.load}`)) others.delete(name);
        const entries = [...others].flatMap(([name, { load, at }]) => [`${name} ${load}`, String(at)]);
        return [String(master.clock), [entry, String(master.clock), ...entries]];
      },
      onHeartbeat: () => {},
      onLapse: () => {
        lapses += 1;
      },
    });
    onTestFinished(() => view.close());
    return view;
  };
  const beat = (name: string, load = 1): void =>
    void others.set(name, { load, at: master.clock, isAlive: true });
  /** Lets time pass here and, unless its clock jumps, on the master; live instances send their heartbeats. */
  const pass = async (intervals: number): Promise<void> => {
    for (let count = 0; count < intervals; count += 1) {
      master.clock += INTERVAL;
      if (master.isUp) for (const [name, { load, isAlive }] of others) if (isAlive) beat(name, load);
      await clock.advance(INTERVAL);
    }
  };
  const die = (name: string): void => {
    const other = others.get(name);
    if (other) other.isAlive = false;
  };
  return { clock, master, others, removed, lapses: () => lapses, start, beat, pass, die };
}

describe('the view of the live instances', () => {
  it('has an instance die after three missed heartbeats, and return with its next one', async () => {
    const { start, beat, pass, die } = startView();
    beat('other');
    const view = start();
    await pass(5);
    let deaths = 0;
    view.onDeath('other', () => deaths++);
    die('other');
    await pass(2);
    expect(view.isDead('other')).toBe(false);
    await pass(2);
    expect([view.isDead('other'), deaths]).toEqual([true, 1]);
    beat('other');
    await pass(1);
    expect(view.isDead('other')).toBe(false);
  });

  it.each([-HOUR, HOUR])('has nobody die when the clock of Redis jumps by %i ms', async (jump) => {
    const { master, start, beat, pass } = startView();
    beat('other');
    const view = start();
    await pass(5);
    master.clock += jump;
    for (let round = 0; round < 10; round += 1) {
      await pass(1);
      expect(view.isDead('other')).toBe(false);
      expect(view.isAlive()).toBe(true);
    }
  });

  it('has nobody die in an outage, and restarts the count after it', async () => {
    const { master, start, beat, pass, die } = startView();
    beat('other');
    const view = start();
    await pass(5);
    die('other');
    await pass(2);
    master.isUp = false;
    await pass(20);
    expect([view.isDead('other'), view.isAlive()]).toEqual([false, false]);
    master.isUp = true;
    await pass(2);
    expect([view.isDead('other'), view.isAlive()]).toEqual([false, true]);
    await pass(3);
    expect(view.isDead('other')).toBe(true);
  });

  it('has nobody die who started since the last heartbeat, or while the list is read often', async () => {
    const { start, beat, pass } = startView();
    beat('other');
    const view = start();
    await pass(5);
    beat('new');
    expect(await view.hasDied('new')).toBe(false);
    for (let number = 0; number < 10; number += 1) expect(await view.hasDied(`gone-${number}`)).toBe(true);
    expect([view.isDead('new'), view.isDead('other')]).toEqual([false, false]);
    // It was suspended, and has returned.
    beat('gone-0');
    await pass(1);
    expect(await view.hasDied('gone-0')).toBe(false);
  });

  it('takes an instance that is not listed for dead at once, but not right after an outage', async () => {
    const { master, others, start, beat, pass } = startView();
    const view = start();
    await pass(1);
    expect(view.isDead('long gone')).toBe(true);
    beat('other');
    await pass(2);
    master.isUp = false;
    await pass(2);
    // The list is lost, as in a failover.
    others.clear();
    master.isUp = true;
    await pass(1);
    expect([view.isDead('other'), view.isDead('unknown')]).toEqual([false, false]);
    await pass(5);
    expect([view.isDead('other'), view.isDead('unknown')]).toEqual([true, true]);
  });

  it('takes an instance for dead at once that was silent before this one started', async () => {
    const { clock, master, start, beat, pass } = startView();
    beat('silent');
    master.clock += 3 * INTERVAL;
    beat('other');
    const view = start();
    await clock.advance(0);
    expect([view.isDead('silent'), view.isDead('other')]).toEqual([true, false]);
    await pass(1);
  });

  it('ends by itself before others may take it for dead, even if no timer fires', async () => {
    const { clock, master, lapses, start, pass } = startView();
    const view = start();
    await pass(3);
    expect(lapses()).toBe(0);
    master.isUp = false;
    await pass(2);
    expect(view.isAlive()).toBe(true);
    await pass(1);
    expect([view.isAlive(), lapses() > 0]).toEqual([false, true]);
    master.isUp = true;
    await pass(1);
    expect(view.isAlive()).toBe(true);
    clock.stall(3 * INTERVAL);
    expect(view.isAlive()).toBe(false);
  });

  it('counts the loads of live instances, and removes dead ones from the list', async () => {
    const { others, removed, start, beat, pass, die } = startView();
    beat('one', 3);
    beat('two', 4);
    const view = start();
    await pass(5);
    expect(Object.fromEntries(view.loads())).toEqual({ one: 3, two: 4 });
    die('two');
    await pass(4);
    expect(Object.fromEntries(view.loads())).toEqual({ one: 3 });
    await pass(610);
    expect(removed).toEqual(['two 4']);
    expect([...others.keys()]).toEqual(['one']);
  });
});
