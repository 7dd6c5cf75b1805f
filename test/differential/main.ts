// The compiled executor against graphql-js, over HTTP. docs/testing.md explains it.
// npm run differential -- [--minutes 5] [--seed S] [--only N] [--write]
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { difference } from './differences.ts';
import { operationOf } from './operations.ts';
import { Pair } from './pair.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

const MINUTE = 60_000;
const PROGRESS = 30_000;
/** Differences that are shown. */
const SHOWN = 5;
const PAGE = join(import.meta.dirname, '../../docs/testing.md');
const FIGURES = /(?<=<!-- differential -->\n)[\s\S]*?(?=\n<!-- \/differential -->)/;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const minutes = Number(values.minutes);
const pair = await Pair.start();
const startedAt = performance.now();
const elapsed = (): number => performance.now() - startedAt;
const counts = { operations: 0, withErrors: 0, calls: 0, differences: 0 };
let saidAt = 0;

async function run(number: number): Promise<void> {
  const { caller, request, weather } = operationOf(seed, number);
  const [compiled, reference] = await pair.ask(request, weather);
  counts.operations += 1;
  for (const [time, answer] of compiled.entries()) {
    const other = reference[time];
    if (!other) throw new Error('there is no answer to compare with');
    if (time === 0 && answer.errors.length > 0) counts.withErrors += 1;
    if (time === 0) counts.calls += answer.calls.length;
    const found = difference(answer, other);
    if (!found) continue;
    counts.differences += 1;
    if (counts.differences > SHOWN) return;
    say(`operation ${number} of ${caller} (--seed ${seed} --only ${number}):\n${request.query}`);
    say(`compiled:   ${JSON.stringify(found[0])}\ngraphql-js: ${JSON.stringify(found[1])}`);
    return;
  }
}

const english = (number: number): string => number.toLocaleString('en-US');
const figures = (): string =>
  `${english(counts.operations)} operations, each sent twice, ${english(counts.withErrors)} of them with errors, ${english(counts.calls)} platform calls, ${counts.differences} differences`;

if (values.only !== undefined) await run(Number(values.only));
else
  for (let number = 0; elapsed() < minutes * MINUTE; number += 1) {
    await run(number);
    if (elapsed() - saidAt < PROGRESS) continue;
    saidAt = elapsed();
    say(`${(saidAt / MINUTE).toFixed(1)} min: ${figures()}`);
  }
await pair.close();
say(`${figures()}, seed ${seed}`);
if (values.write) {
  const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).trim();
  const date = new Date().toISOString().slice(0, 10);
  const line = `${figures()}; \`npm run differential -- --minutes ${minutes} --seed ${seed}\` on ${date}, commit ${commit}.`;
  const page = readFileSync(PAGE, 'utf8');
  if (!FIGURES.test(page)) throw new Error('docs/testing.md has no place for the figures');
  writeFileSync(PAGE, page.replace(FIGURES, `Last long run: ${line}`));
}
process.exitCode = counts.differences > 0 ? 1 : 0;
