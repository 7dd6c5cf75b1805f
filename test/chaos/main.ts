// A fleet under random faults, and a verdict on what its clients received. docs/testing.md explains it.
// npm run test:chaos -- --minutes 60 --calm 10 --seed 1 [--redis single|replica|cluster] [--history FILE] [--json]
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pause } from '../support/fleet-form.ts';
import type { Usage } from './baseline.ts';
import { Checker, type Verdict } from './checker.ts';
import { HistoryFile, readHistory } from './history.ts';
import { Chaos } from './run.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    calm: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    redis: { type: 'string', default: 'single' },
    instances: { type: 'string', default: '3' },
    subscribers: { type: 'string', default: '200' },
    rate: { type: 'string', default: '2' },
    users: { type: 'string', default: '12' },
    history: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const MINUTE = 60_000;
const LONGEST_FAULT = 20_000;
/** Milliseconds of the usual traffic before and during a measurement. */
const WARM_UP = 10_000;
const MEASUREMENT = 20_000;

const { redis } = values;
if (redis !== 'single' && redis !== 'replica' && redis !== 'cluster')
  throw new Error('--redis is single, replica or cluster');
const path = values.history ?? join(mkdtempSync(join(tmpdir(), 'chaos-history-')), 'history.jsonl');
const say = (line: string): void => void process.stderr.write(`${line}\n`);

say(`seed ${values.seed}, history in ${path}, logs of the instances beside it`);
const history = new HistoryFile(path);
const chaos = await Chaos.start(
  {
    seed: Number(values.seed),
    redis,
    instances: Number(values.instances),
    subscribers: Number(values.subscribers),
    rate: Number(values.rate),
    users: Number(values.users),
  },
  history,
);
// The processes of the run are not children of the terminal: none may outlive it.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void chaos.close().finally(() => process.exit(1)));
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
for (const gateway of chaos.world.gateways) writeFileSync(`${path}.${gateway.number}.log`, gateway.output());

const checker = new Checker();
for await (const record of readHistory(path)) checker.take(record);
const verdict = checker.verdict();
const isGood = verdict.isGood && growth.length === 0;
process.stdout.write(
  values.json
    ? `${JSON.stringify({ seed: Number(values.seed), redis, faults: faults.length, verdict, before, after, growth })}\n`
    : `${tableOf(verdict, faults.length)}\n${usageTable(before, after)}\n`,
);
for (const line of [...verdict.examples, ...growth]) say(line);
say(isGood ? 'everything was delivered exactly once and in order, or told' : 'FAILED');
process.exit(isGood ? 0 : 1);

function tableOf(
  { deliveries, events, subscribers, connections, gaps, violations, ...other }: Verdict,
  faultCount: number,
): string {
  const {
    'silent loss': silent = 0,
    duplicate = 0,
    order = 0,
    'order between subscribers': between = 0,
  } = violations;
  const all = Object.values(violations).reduce((sum, count) => sum + count, 0);
  const rows: [string, unknown][] = [
    ['faults', faultCount],
    ['subscribers', subscribers],
    ['connections', connections],
    ['events', events],
    ['deliveries', deliveries],
    ...Object.entries(gaps).map(([reason, count]): [string, unknown] => [`gaps, ${reason}`, count]),
    ['missing deliveries that a gap told', other.toldLosses],
    ['lost by Redis before anyone knew', other.lostWithRedis],
    ['missing deliveries that a gap told after later events', other.toldLater],
    ['repeated by a replaced log, after a gap', other.repeatedAfterGap],
    ['late retries of deliveries', other.lateRetries],
    ['silent losses', silent],
    ['duplicates', duplicate],
    ['out of order', order + between],
    ['other violations', all - silent - duplicate - order - between],
  ];
  return ['| | |', '|---|---|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n');
}

function usageTable(one: Usage, other: Usage): string {
  const names = Object.keys(one) as (keyof Usage)[];
  const rows = names.map((name) => `| ${name} | ${Math.round(one[name])} | ${Math.round(other[name])} |`);
  return ['| usage | before | after |', '|---|---|---|', ...rows].join('\n');
}
