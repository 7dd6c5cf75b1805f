import { parseArgs } from 'node:util';
import { pinSelf } from './child.ts';
import { compare } from './compare.ts';
import { CONTESTANTS, OTHER_CORE } from './contestants.ts';
import { comparison, measurements, rowsOf } from './table.ts';
import { WORKLOADS } from './workloads.ts';

const USAGE = `npm run bench -- [options]
  --quick            about a minute: fewer and shorter turns
  --only W1,W3       some workloads
  --against raw      some contestants; the gateway is always there
  --before folder    also another checkout of the gateway, to measure a change
  --node-options     for all servers, as in --node-options=--max-semi-space-size=64
  --profile folder   a CPU profile of each server
  --bare             also the gateway with its production features off
`;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    against: { type: 'string' },
    profile: { type: 'string' },
    before: { type: 'string' },
    'node-options': { type: 'string' },
    bare: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit();
}

pinSelf(OTHER_CORE);
const tell = (text: string): void => void process.stdout.write(`${text}\n`);
const chosen = <Item extends string>(items: readonly Item[], list: string | undefined): Item[] =>
  items.filter((item) => list === undefined || list.split(',').includes(item));

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
  tell,
});
const rows = rowsOf(results);
tell(`\n${measurements(rows)}\n\n${comparison(rows)}`);
