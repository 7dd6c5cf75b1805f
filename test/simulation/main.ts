// The fleet in one process, under one seed. docs/testing.md explains it.
// npm run test:simulation -- [--seeds 100000] [--from 1] [--seed N] [--shape short|medium|long|forgetful|followed] [--hashes] [--fault NAME]
import { parseArgs } from 'node:util';
import { historyInWords, planInWords } from './describe.ts';
import { examplesOf, failuresOf, type Outcome } from './outcome.ts';
import { type Plan, planOf, SHAPE_NAMES } from './plan.ts';
import { findingOf, isPlantedFault, PLANTED_FAULTS } from './planted.ts';
import { shrink } from './shrink.ts';
import { openSimulator } from './simulator.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string' },
    seed: { type: 'string' },
    shape: { type: 'string' },
    hashes: { type: 'boolean', default: false },
    fault: { type: 'string' },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const fault = values.fault ?? null;
if (fault !== null && !isPlantedFault(fault))
  throw new Error(`--fault is one of ${Object.keys(PLANTED_FAULTS).join(', ')}`);
const finding = fault === null ? null : findingOf(fault);
const shape = SHAPE_NAMES.find((name) => name === values.shape) ?? finding?.shape ?? null;
if (values.shape !== undefined && shape === null)
  throw new Error(`--shape is one of ${SHAPE_NAMES.join(', ')}`);
const first = Number(values.seed ?? values.from ?? finding?.seed ?? 1);
const count = values.seed === undefined ? Number(values.seeds ?? (fault === null ? 100_000 : 10_000)) : 1;

// The process's own clock is simulated from now on; this one is not.
const clock = process.hrtime.bigint;
const startedAt = clock();
const elapsed = (): number => Number((clock() - startedAt) / 1_000_000n) / 1000;
const PROGRESS = 10;
let saidAt = 0;

const simulator = await openSimulator(fault);
let found: { plan: Plan; outcome: Outcome; number: number } | null = null;
let simulated = 0;
const writes = { actions: 0, saved: 0, unknown: 0, lostWithRedis: 0 };
for (let number = 1; number <= count && found === null; number += 1) {
  const plan = planOf(first + number - 1, shape);
  const outcome = await simulator.run(plan);
  simulated += outcome.duration;
  writes.actions += outcome.writes.actions;
  writes.saved += outcome.writes.saved;
  writes.unknown += outcome.writes.unknown;
  writes.lostWithRedis += outcome.writes.lostWithRedis;
  if (values.hashes) say(`seed ${plan.seed}: ${outcome.hash}`);
  if (failuresOf(outcome).length > 0) found = { plan, outcome, number };
  if (elapsed() - saidAt < PROGRESS) continue;
  saidAt = elapsed();
  say(`${number} of ${count} runs, ${((1000 * saidAt) / number).toFixed(0)} ms each`);
}

if (found === null) {
  say(
    `${count} runs, ${Math.round(simulated / 3_600_000)} simulated hours, in ${elapsed().toFixed(1)} s: nothing found`,
  );
  say(
    `${writes.actions} notes under a key: ${writes.saved} second writes saved, ${writes.unknown} of unknown outcome, ${writes.lostWithRedis} written again because Redis had lost an acknowledged record`,
  );
  process.exit(fault === null ? 0 : 1);
}
const { plan, outcome, number } = found;
const kinds = failuresOf(outcome);
say(`seed ${plan.seed} after ${number} runs: ${kinds.join(', ')}`);
for (const example of examplesOf(outcome)) say(`  ${example}`);
if (fault !== null) process.exit(0);
const isSame = async (candidate: Plan): Promise<boolean> =>
  failuresOf(await simulator.run(candidate)).some((kind) => kinds.includes(kind));
const shortest = await shrink(plan, isSame);
say(`\nThe shortest plan that fails like this:\n${planInWords(shortest)}`);
const last = await simulator.run(shortest);
say(`\n${examplesOf(last).join('\n')}\n\n${historyInWords(last.records)}`);
process.exit(1);
