import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FULL } from '../support/fleet-form.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { FAULT_NAMES } from './faults.ts';
import { planOf, SHAPE_NAMES } from './plan.ts';
import { PLANTED_FAULTS } from './planted.ts';
import { shrink } from './shrink.ts';

const SCHEDULES = FULL ? 5000 : 200;
/** The seed that is also run alone. */
const REPEATED = 9;
const MINUTE = 60_000;

/** Simulates in a process of its own, whose clock and timers are not the machine's. */
const simulate = (...args: string[]): Promise<{ status: number; output: string }> =>
  new Promise((resolve) => {
    const program = join(import.meta.dirname, 'main.ts');
    execFile(process.execPath, [program, ...args], { env: processEnvironment() }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });

const hashesIn = (output: string): string[] => output.match(/^seed \d+: [0-9a-f]{64}$/gm) ?? [];

describe('a simulated fleet', () => {
  it(
    'keeps its promises in random schedules of faults, and repeats a run bit for bit, whatever was simulated before',
    async () => {
      const options = ['--hashes', ...(FULL ? [] : ['--shape', 'short'])];
      const [{ status, output }, alone] = await Promise.all([
        simulate('--seeds', String(SCHEDULES), ...options),
        simulate('--seed', String(REPEATED), ...options),
      ]);
      expect(output).toContain('nothing found');
      expect(status).toBe(0);
      const hashes = hashesIn(output);
      expect(hashesIn(alone.output)).toEqual([hashes[REPEATED - 1]]);
      expect(new Set(hashes).size).toBe(SCHEDULES);
    },
    60 * MINUTE,
  );

  it('has each notification once, by ID, in a client that reads the list and then follows the stream', {
    tags: 'slow',
    timeout: 60 * MINUTE,
  }, async () => {
    const { status, output } = await simulate('--shape', 'followed', '--seeds', String(SCHEDULES));
    expect(output).toContain('nothing found');
    expect(status).toBe(0);
  });

  // The long form runs all of them.
  const short = ['wake-up-lost', 'running-write-not-awaited'];
  it.each(Object.entries(PLANTED_FAULTS).filter(([name]) => FULL || short.includes(name)))(
    'finds a fault that was planted: %s',
    { tags: 'slow', timeout: MINUTE },
    async (fault, { seed }) => {
      const { status, output } = await simulate('--fault', fault);
      expect(output).toContain(`seed ${seed} after 1 runs: `);
      expect(status).toBe(0);
    },
  );
});

describe('the plan of a run', () => {
  const plans = Array.from({ length: 600 }, (_, index) => planOf(index));

  it('is determined by its seed', () => {
    expect(planOf(5)).toEqual(planOf(5));
    expect(planOf(5)).not.toEqual(planOf(6));
  });

  it('has every fault and every source, in some run', () => {
    expect(new Set(plans.flatMap(({ faults }) => faults.map(({ name }) => name)))).toEqual(
      new Set(FAULT_NAMES),
    );
    expect(new Set(plans.flatMap(({ sources }) => sources.map(({ kind }) => kind))).size).toBe(4);
    expect(SHAPE_NAMES.every((shape) => planOf(1, shape).duration > 0)).toBe(true);
  });

  it('ends every fault before the run ends', () => {
    for (const { faults, duration } of plans)
      for (const { at, lasts } of faults) expect(at + lasts).toBeLessThanOrEqual(duration);
  });

  it('is shortened to what a failure needs', async () => {
    const plan = plans.find(({ faults, events }) => faults.length > 4 && events.length > 8) ?? planOf(0);
    const [needed, event] = [plan.faults[2], plan.events[5]];
    const shortest = await shrink(plan, async ({ faults, events }) =>
      [faults.some((fault) => fault === needed), events.some((one) => one === event)].every(Boolean),
    );
    expect(shortest).toMatchObject({
      faults: [needed],
      events: [event],
      instances: 1,
      subscribers: 1,
      perUser: 1,
    });
  });
});
