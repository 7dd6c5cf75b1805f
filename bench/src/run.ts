import { mkdtempDisposableSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawComparison, drawGrowth } from './chart.ts';
import { canPin, pinSelf } from './child.ts';
import { compare } from './compare.ts';
import { compareForms, formsNamed } from './compare-forms.ts';
import { CONTESTANTS, type ContestantId, OTHER_CORE, VARIANTS } from './contestants.ts';
import { isSteep, measureGrowth } from './growth.ts';
import { measureLatency } from './latency.ts';
import type { WarmUp } from './load.ts';
import { publish } from './report.ts';
import { comparison, formTable, growthTable, latencyTable, measurements, rowsOf } from './table.ts';
import { WORKLOADS } from './workloads.ts';

const USAGE = `npm run bench -- [options]
  --quick            about a minute: fewer and shorter turns
  --growth           cost against size instead; fails where an item costs more and more
  --forms            each workload in the form of each client instead, from bench/requests; new processes for each round.
                     For the record: npm run bench -- --forms --rounds 10 --write
  --form a,b         some forms; the plain one is always there
  --write            put the result into bench/README.md, and a picture beside it
  --as name          the place in bench/README.md; default: comparison, or growth
  --only W1,W3       some workloads
  --against raw      some contestants; the gateway is always there
  --also variants    also the gateway in other settings: bare (production features off), reference
                     (EXECUTOR=graphql-js)
  --before folder    also another checkout of the gateway, to measure a change
  --node path        also the gateway, raw and Mercurius on another Node
  --tls              TLS between clients and servers and between servers and upstream
  --latency ms       before each response of the upstream
  --accept encodings what the clients accept, as in --accept br
  --rate share       latencies at a fixed rate instead: a share of what the slowest server does at full load
  --rounds n         turns of each contestant
  --fresh            new processes for each round, each warmed up again
  --node-options     for all servers, as in --node-options=--max-semi-space-size=64
  --profile folder   a CPU profile of each server
`;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    forms: { type: 'boolean', default: false },
    form: { type: 'string' },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    against: { type: 'string' },
    as: { type: 'string' },
    also: { type: 'string', default: '' },
    before: { type: 'string' },
    node: { type: 'string' },
    tls: { type: 'boolean', default: false },
    latency: { type: 'string', default: '0' },
    accept: { type: 'string' },
    rate: { type: 'string' },
    rounds: { type: 'string' },
    fresh: { type: 'boolean', default: false },
    'node-options': { type: 'string' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const chosen = <Item extends string>(items: readonly Item[], list: string | undefined): Item[] =>
  items.filter((item) => list === undefined || list.split(',').includes(item));
const command = (): string => `npm run bench -- ${process.argv.slice(2).join(' ')}`.trim();
/** The machine, for readers of the results. */
const circumstances = (): string =>
  `\`${command()}\` on ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}, ${
    canPin ? 'server pinned to its own core' : 'no CPU pinning'
  }; load when it ended ${loadavg()[0]?.toFixed(1)}.`;

const variants = (): ContestantId[] => {
  const also = values.also.split(',').map((name) => `gateway-${name}`);
  return VARIANTS.filter(
    (id) =>
      also.includes(id) ||
      (id === 'gateway-before' && values.before !== undefined) ||
      (id.endsWith('-node') && values.node !== undefined),
  );
};

const options = () => ({
  contestants: ['gateway', ...variants(), ...chosen(CONTESTANTS.slice(1), values.against)] as const,
  workloads: chosen(WORKLOADS, values.only),
  settings: {
    before: values.before,
    otherNode: values.node,
    nodeOptions: [
      ...(values['node-options']?.split(' ') ?? []),
      ...(values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]),
    ],
    tls: values.tls,
    latency: Number(values.latency),
    acceptEncoding: values.accept,
  },
  print,
});

const warmUp = (): WarmUp =>
  values.quick ? { milliseconds: 500, units: 0 } : { milliseconds: 2500, units: 20_000 };

async function runComparison(): Promise<void> {
  const results = await compare({
    ...options(),
    rounds: Number(values.rounds ?? (values.quick ? 3 : 9)),
    fresh: values.fresh,
    turn: values.quick ? 400 : 1500,
    warmUp: warmUp(),
  });
  const rows = rowsOf(results);
  const text = `${comparison(rows)}\n\n${measurements(rows)}\n\n${circumstances()}`;
  print(`\n${text}`);
  if (values.write && values.as === undefined) publish('comparison', text, await drawComparison(rows));
  else if (values.write) publish(values.as ?? '', text);
}

async function runForms(): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'forms-'));
  const { workloads, settings } = options();
  const costs = await compareForms({
    workloads,
    settings,
    print,
    folder: folder.path,
    forms: formsNamed(values.form),
    rounds: Number(values.rounds ?? (values.quick ? 1 : 10)),
    turn: values.quick ? 400 : 1500,
    warmUp: values.quick ? { milliseconds: 300, units: 2000 } : { milliseconds: 1000, units: 10_000 },
  });
  const text = `${formTable(costs)}\n\n${circumstances()}`;
  print(`\n${text}`);
  if (values.write) publish('forms', text);
}

async function runLatency(share: number): Promise<void> {
  const rows = await measureLatency({
    ...options(),
    share,
    rounds: Number(values.rounds ?? (values.quick ? 3 : 5)),
    turn: values.quick ? 1000 : 4000,
    warmUp: warmUp(),
  });
  const text = `${latencyTable(rows)}\n\n${circumstances()}`;
  print(`\n${text}`);
  if (values.write) publish(values.as ?? 'latency', text);
}

async function runGrowth(): Promise<void> {
  const series = await measureGrowth({
    rounds: Number(values.rounds ?? (values.quick ? 3 : 7)),
    turn: values.quick ? 300 : 1000,
    warmUp: values.quick ? 500 : 2000,
    print,
  });
  const text = `${growthTable(series)}\n\n${circumstances()}`;
  print(`\n${text}`);
  if (values.write) publish('growth', text, await drawGrowth(series));
  if (series.some(isSteep)) process.exitCode = 1;
}

if (values.help) print(USAGE);
else {
  pinSelf(OTHER_CORE);
  if (values.growth) await runGrowth();
  else if (values.forms) await runForms();
  else if (values.rate !== undefined) await runLatency(Number(values.rate));
  else await runComparison();
}
