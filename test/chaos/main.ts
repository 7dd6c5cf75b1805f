// A fleet under random faults, and a verdict on what its clients received. docs/testing.md explains it.
// npm run test:chaos -- --minutes 60 --calm 10 --seed 1 [--redis single|replica|cluster] [--history FILE] [--json]
// npm run test:chaos -- --scenario stores --minutes 5 --seed 1 --notifications 10000
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isRecord } from '../../src/lib/is-record.ts';
import { pause } from '../support/fleet-form.ts';
import { Checker } from './checker.ts';
import { HistoryFile, readHistory } from './history.ts';
import { Chaos } from './run.ts';
import { StoresRun } from './stores-run.ts';
import type { World } from './world.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    calm: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    scenario: { type: 'string', default: 'streams' },
    redis: { type: 'string' },
    instances: { type: 'string' },
    subscribers: { type: 'string', default: '200' },
    rate: { type: 'string', default: '2' },
    users: { type: 'string' },
    notifications: { type: 'string', default: '10000' },
    history: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const MINUTE = 60_000;
const LONGEST_FAULT = 20_000;
const DEFAULTS = {
  streams: { redis: 'single', instances: '3', users: '12' },
  stores: { redis: 'replica', instances: '2', users: '50' },
};
/** Milliseconds of the usual traffic before and during a measurement. */
const WARM_UP = 10_000;
const MEASUREMENT = 20_000;

const { scenario } = values;
if (scenario !== 'streams' && scenario !== 'stores') throw new Error('--scenario is streams or stores');
const { redis, instances, users } = { ...DEFAULTS[scenario], ...values };
if (redis !== 'single' && redis !== 'replica' && redis !== 'cluster')
  throw new Error('--redis is single, replica or cluster');
const path = values.history ?? join(mkdtempSync(join(tmpdir(), 'chaos-history-')), 'history.jsonl');
const say = (line: string): void => void process.stderr.write(`${line}\n`);

say(`seed ${values.seed}, history in ${path}, logs of the instances beside it`);
const history = new HistoryFile(path);
if (scenario === 'stores') {
  const startedAt = performance.now();
  const run = await StoresRun.start(
    {
      seed: Number(values.seed),
      redis,
      instances: Number(instances),
      users: Number(users),
      notifications: Number(values.notifications),
      duration: Number(values.minutes) * MINUTE,
    },
    history,
  );
  endWith(() => run.close());
  const verdict = await run.run();
  await run.close();
  await history.close();
  saveOutputs(run.world);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  tell({ ...verdict, seconds });
  for (const lines of Object.values(verdict.findings)) for (const line of lines.slice(0, 10)) say(line);
  say(verdict.isGood ? 'every store has every notification once' : 'FAILED');
  process.exit(verdict.isGood ? 0 : 1);
}
const chaos = await Chaos.start(
  {
    seed: Number(values.seed),
    redis,
    instances: Number(instances),
    subscribers: Number(values.subscribers),
    rate: Number(values.rate),
    users: Number(users),
  },
  history,
);
endWith(() => chaos.close());
await pause(WARM_UP);
const before = await chaos.measure(MEASUREMENT);
const faults = chaos.schedule(Number(values.minutes) * MINUTE, LONGEST_FAULT);
const startedAt = performance.now();
const telling = setInterval(() => {
  const minutes = Math.round((performance.now() - startedAt) / MINUTE);
  const { deliveries, gaps, refusals } = chaos.subscribers;
  say(`${minutes} min: ${deliveries} deliveries, ${gaps} gaps, refusals ${JSON.stringify(refusals)}`);
}, MINUTE);
await chaos.suffer(faults);
say('all faults are over');
await chaos.drain();
const calmFrom = performance.now();
// All of the calm time, so that what grows slowly shows up.
await pause(Math.max(0, Number(values.calm) * MINUTE - MEASUREMENT - (performance.now() - calmFrom)));
const { usage: after, growth } = await chaos.returnTo(before, MINUTE);
await chaos.finish();
clearInterval(telling);
await chaos.close();
await history.close();
saveOutputs(chaos.world);

const checker = new Checker(Number.POSITIVE_INFINITY);
for await (const record of readHistory(path)) checker.take(record);
const verdict = checker.verdict();
const isGood = verdict.isGood && growth.length === 0;
tell({ seed: Number(values.seed), redis, faults: faults.length, verdict, before, after, growth });
for (const line of [...verdict.examples, ...growth]) say(line);
say(isGood ? 'everything was delivered exactly once and in order, or told' : 'FAILED');
process.exit(isGood ? 0 : 1);

/** The processes of the run are not children of the terminal: none may outlive it. */
function endWith(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().finally(() => process.exit(1)));
}

function saveOutputs({ gateways }: World): void {
  for (const gateway of gateways) writeFileSync(`${path}.${gateway.number}.log`, gateway.output());
}

function tell(outcome: object): void {
  const table = ['| | |', '|---|---|', ...rowsOf('', outcome)].join('\n');
  process.stdout.write(`${values.json ? JSON.stringify(outcome) : table}\n`);
}

/** A row for each number, and for the length of each list. */
function* rowsOf(name: string, value: unknown): Generator<string> {
  if (Array.isArray(value)) yield* rowsOf(name, value.length);
  else if (typeof value === 'number') yield `| ${name} | ${Math.round(value)} |`;
  else if (isRecord(value))
    for (const [part, one] of Object.entries(value)) yield* rowsOf(`${name} ${part}`.trim(), one);
}
