import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { drawComparison, drawGrowth } from './chart.ts';
import { canPin, pinSelf } from './child.ts';
import { compare } from './compare.ts';
import { CONTESTANTS, OTHER_CORE } from './contestants.ts';
import { isSteep, measureGrowth } from './growth.ts';
import { publish } from './report.ts';
import { comparison, growthTable, measurements, rowsOf } from './table.ts';
import { WORKLOADS } from './workloads.ts';

const USAGE = `npm run bench -- [options]
  --quick            about a minute: fewer and shorter turns
  --growth           cost against size instead; fails where an item costs more and more
  --write            put the result into bench/README.md, and a picture beside it
  --only W1,W3       some workloads
  --against raw      some contestants; the gateway is always there
  --bare             also the gateway with its production features off
  --before folder    also another checkout of the gateway, to measure a change
  --rounds n         turns of each contestant
  --node-options     for all servers, as in --node-options=--max-semi-space-size=64
  --profile folder   a CPU profile of each server
`;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    against: { type: 'string' },
    bare: { type: 'boolean', default: false },
    before: { type: 'string' },
    rounds: { type: 'string' },
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

async function runComparison(): Promise<void> {
  const peers = chosen(CONTESTANTS, values.against).filter((id) => id !== 'gateway');
  const results = await compare({
    contestants: [
      'gateway',
      ...(values.bare ? (['gateway-bare'] as const) : []),
      ...(values.before === undefined ? [] : (['gateway-before'] as const)),
      ...peers,
    ],
    before: values.before,
    workloads: chosen(WORKLOADS, values.only),
    rounds: Number(values.rounds ?? (values.quick ? 3 : 9)),
    turn: values.quick ? 400 : 1500,
    warmUp: values.quick ? 500 : 2500,
    nodeOptions: [
      ...(values['node-options']?.split(' ') ?? []),
      ...(values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]),
    ],
    print,
  });
  const rows = rowsOf(results);
  const text = `${comparison(rows)}\n\n${measurements(rows)}\n\n${circumstances()}`;
  print(`\n${text}`);
  if (values.write) publish('comparison', text, await drawComparison(rows));
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
  await (values.growth ? runGrowth() : runComparison());
}
