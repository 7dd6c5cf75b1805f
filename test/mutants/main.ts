// Mutation testing: small changes of src/, one after the other, each judged by the tests. docs/testing.md explains it.
// npm run test:mutants -- [--mutants 60] [--seed 1] [--files 'src/**/*.ts'] [--results FILE] [TESTS…]
import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../support/random.ts';
import { linkPackages } from '../support/repository-copy.ts';
import { SUITES } from '../support/suites.ts';
import { FAILED } from './first-failure-reporter.ts';
import { type Mutation, mutated, mutationsOf } from './mutations.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The suites that judge, each of them what survives those before it. */
const JUDGES = ['everywhere', 'programs', 'slow'] as const;
const REPORTER = './test/mutants/first-failure-reporter.ts';
const FAILURE = new RegExp(`^${FAILED}(.*)\\n`, 'm');
/** A mutant hangs that takes this many times as long as the unchanged source. */
const HANGS = 4;
/** Seconds that the unchanged source may take. */
const LONGEST = 3600;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mutants: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: 'src/**/*.ts' },
    results: { type: 'string' },
  },
});
const count = Number(values.mutants);
const seed = Number(values.seed);
const path = values.results ?? join(ROOT, `node_modules/.cache/mutants-${seed}.jsonl`);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** What came of a mutant in a suite. Number 0 is the unchanged source, which all suites must pass. */
interface Result {
  /** The sources, the choice of mutants, and the tests. */
  run: string;
  suite: string;
  number: number;
  place: string;
  change: string;
  /** The first test that failed, and why. Null: the mutant survived. */
  test: string | null;
  seconds: number;
}

interface Mutant {
  number: number;
  file: string;
  /** Of the unchanged file. */
  text: string;
  mutation: Mutation;
}

/** A copy of the last commit, so that a mutant is never in the way. */
function checkOut(): string {
  const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
  git('worktree', 'add', '--quiet', '--force', '--detach', copy, 'HEAD');
  linkPackages(copy);
  execFileSync('npm', ['run', 'build', '-w', 'packages/client'], { cwd: copy });
  return copy;
}

/** Runs a suite until a test fails, or for so many seconds. @returns the failed test, or null. */
function firstFailure(copy: string, options: readonly string[], within: number): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn('npx', ['vitest', 'run', '--reporter', REPORTER, ...options, ...positionals], {
      cwd: copy,
      detached: true,
    });
    let output = '';
    let failure: string | null = null;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        output += String(data);
        failure ??= FAILURE.exec(output)?.[1] ?? null;
        if (failure !== null) endAll();
      });
    const endAll = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // They have all ended.
      }
    };
    const timer = setTimeout(() => {
      failure ??= 'hangs';
      endAll();
    }, within * 1000);
    child.on('close', (status) => {
      clearTimeout(timer);
      endAll();
      resolve(failure ?? (status === 0 ? null : (output.trim().split('\n').at(-1) ?? '')));
    });
  });
}

const run = [git('rev-parse', 'HEAD'), seed, values.files, ...positionals].join(' ');
const files = globSync(values.files, { cwd: ROOT })
  .filter((file) => !file.startsWith('src/generated/'))
  .toSorted();
const copy = checkOut();
process.on('exit', () => {
  git('worktree', 'remove', '--force', copy);
  rmSync(copy, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const texts = new Map(files.map((file) => [file, readFileSync(join(copy, file), 'utf8')]));
const possible = [...texts].flatMap(([file, text]) =>
  mutationsOf(file, text).map((mutation) => ({ file, text, mutation })),
);
const random = new Random(seed);
const mutants = Array.from(
  { length: count },
  (_, index): Mutant => ({ number: index + 1, ...random.one(possible) }),
);

const known = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
const results = known.filter((line) => line !== '').map((line): Result => JSON.parse(line));
if (results.some((result) => result.run !== run))
  throw new Error(`${path} has the results of another run: remove it, or choose another file`);

/** Judges what is in the copy, unless an earlier run did. */
async function take(
  suite: (typeof JUDGES)[number],
  mutant: Pick<Result, 'number' | 'place' | 'change'>,
): Promise<Result> {
  const earlier = results.find((result) => result.suite === suite && result.number === mutant.number);
  if (earlier) return earlier;
  const startedAt = performance.now();
  const unchanged = results.find((result) => result.suite === suite && result.number === 0);
  const filters = SUITES[suite].map((filter) => `--tags-filter=${filter}`);
  const test = await firstFailure(copy, filters, unchanged ? unchanged.seconds * HANGS : LONGEST);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const result: Result = { run, suite, ...mutant, test, seconds };
  results.push(result);
  appendFileSync(path, `${JSON.stringify(result)}\n`);
  const { number, place, change } = mutant;
  say(`${suite}, ${number} of ${count}: ${place}: ${change}: ${test ?? 'survived'} (${seconds} s)`);
  return result;
}

const placeOf = ({ file, text, mutation }: Mutant): string =>
  `${file}:${text.slice(0, mutation.start).split('\n').length}`;
const changeOf = ({ text, mutation: { start, end, replacement } }: Mutant): string =>
  `${text.slice(start, end)} → ${replacement}`.replaceAll(/\s+/g, ' ');

say(`${possible.length} possible mutants of ${files.length} files; results in ${path}`);
let alive = mutants;
for (const suite of JUDGES) {
  const unchanged = await take(suite, { number: 0, place: 'src', change: 'unchanged' });
  if (unchanged.test !== null) throw new Error(`the unchanged sources fail: ${unchanged.test}`);
  const survivors: Mutant[] = [];
  for (const mutant of alive) {
    writeFileSync(join(copy, mutant.file), mutated(mutant.text, mutant.mutation));
    const { number } = mutant;
    const { test } = await take(suite, { number, place: placeOf(mutant), change: changeOf(mutant) });
    writeFileSync(join(copy, mutant.file), mutant.text);
    if (test === null) survivors.push(mutant);
  }
  say(`${alive.length - survivors.length} of ${alive.length} killed by ${suite}`);
  alive = survivors;
}
say(`${alive.length} survived`);
for (const mutant of alive) say(`  ${placeOf(mutant)}: ${changeOf(mutant)}`);
process.exit(0);
