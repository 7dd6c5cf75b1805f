// Runs drills and records them; ends with status 1 if a bound is exceeded. docs/testing.md explains it.
// npm run drills -- [NAMES…] [--figures], which records nothing
import { parseArgs } from 'node:util';
import { DRILLS } from './drills.ts';
import { runDrill } from './run.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { figures: { type: 'boolean', default: false } },
});

const unknown = positionals.filter((name) => !Object.hasOwn(DRILLS, name));
if (unknown.length > 0) throw new Error(`no drill is called ${unknown.join(', ')}`);
for (const [name, drill] of Object.entries(DRILLS))
  if (positionals.length === 0 || positionals.includes(name))
    if (!(await runDrill(name, drill, !options.figures))) process.exitCode = 1;
