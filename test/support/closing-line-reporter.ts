import type { Reporter, TestCase, TestModule, TestRunEndReason, TestSuite, Vitest } from 'vitest/node';
import { FULL } from './fleet-form.ts';
import { missingPrograms } from './programs.ts';
import { optionsOf, SUITES } from './suites.ts';

/** Variables that change what a run does. */
const VARIABLES = ['EXECUTOR', 'FULL', 'SEED', 'FUZZ_RUNS'];
const OTHERS = 'Tests that need Redis, a proxy, a browser, promtool or curl: npm run test:programs';

/**
 * Ends a run with one plain line, `N passed, N failed`, for scripts. Before it: the command that repeats what failed; then
 * which command has the tests that `npm test` leaves out, or, in other runs, which tests were skipped for lack of something,
 * and how to get it. With `NO_SKIPS=1`, a run that skips a test fails.
 */
export default class ClosingLineReporter implements Reporter {
  /** The filters of this run, each as tags of which a test has one, or, after `!`, lacks one. */
  #filters: readonly (readonly string[])[] = [];
  #isEverywhere = false;
  /** The seed that decided the order. Null: files and tests are in their own order. */
  #seed: number | null = null;

  onInit({ config }: Vitest): void {
    const given = config.tagsFilter ?? [];
    const simple = given.filter((filter) => SIMPLE_FILTER.test(filter));
    this.#filters = [...simple, ...(FULL ? [] : ['!full'])].map((filter) => filter.split(' || '));
    this.#isEverywhere = SUITES.everywhere.every((filter) => given.includes(filter));
    this.#seed = config.sequence.shuffle ? config.sequence.seed : null;
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly unknown[],
    reason: TestRunEndReason = 'passed',
  ): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string): TestCase[] => tests.filter((test) => test.result().state === state);
    // Files that cannot be loaded and groups whose hooks failed have their own errors.
    const groups = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const failed = [...inState('failed'), ...groups.filter((group) => group.errors().length > 0)];
    const failures = failed.length + errors.length;
    const skipped = inState('skipped').filter(({ tags }) =>
      this.#filters.every((filter) => filter.some((term) => isMet(term, tags))),
    );
    const counts = [
      `${inState('passed').length} passed`,
      // Any other failure of the runner.
      `${reason === 'failed' ? Math.max(1, failures) : failures} failed`,
      ...(skipped.length === 0 ? [] : [`${skipped.length} skipped`]),
    ];
    const lines = [
      ...(failed.length === 0 ? [] : this.#repetition(failed)),
      ...(this.#isEverywhere ? [OTHERS] : []),
      ...skips(skipped),
      counts.join(', '),
    ];
    process.stdout.write(`\n${lines.join('\n')}\n`);
    if (skipped.length > 0 && process.env.NO_SKIPS === '1') process.exitCode = 1;
  }

  /** What failed, and the command that repeats it: the whole run if its order was random, else the files. */
  #repetition(failed: readonly Failed[]): string[] {
    const variables = VARIABLES.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [`${name}=${value}`];
    });
    const names = failed.map(
      (each) => `FAILED ${fileOf(each)}${'fullName' in each ? ` > ${each.fullName}` : ''}`,
    );
    if (this.#seed === null) {
      const command = [...variables, 'npx vitest run', ...new Set(failed.map(fileOf))];
      return [...names, `Repeat this: ${command.join(' ')}`];
    }
    const [, , run = '', ...args] = process.argv;
    const ofSuite = this.#isEverywhere ? optionsOf('everywhere') : [];
    const others = args.filter(
      (arg) =>
        !arg.startsWith('--sequence.seed') && !arg.startsWith('--tags-filter') && !ofSuite.includes(arg),
    );
    const filters = args.filter((arg) => arg.startsWith('--tags-filter')).map((arg) => `'${arg}'`);
    const suite = this.#isEverywhere ? ['npm test --'] : ['npx vitest', run, ...filters];
    const command = [...variables, ...suite, ...others, `--sequence.seed=${this.#seed}`];
    return [...names, `Repeat this, with seed ${this.#seed}: ${command.join(' ')}`];
  }
}

type Failed = TestCase | TestSuite | TestModule;

const SIMPLE_FILTER = /^!?[\w-]+(?: \|\| !?[\w-]+)*$/;

const isMet = (term: string, tags: readonly string[]): boolean =>
  term.startsWith('!') ? !tags.includes(term.slice(1)) : tags.includes(term);

const fileOf = (failed: Failed): string =>
  failed.type === 'module' ? failed.relativeModuleId : failed.module.relativeModuleId;

/** The line about skipped tests: what they lack, and for how many of them. Empty: none lacks anything. */
function skips(skipped: readonly TestCase[]): string[] {
  const missing = missingPrograms();
  const lacks = skipped.flatMap((test) => lackOf(test, new Set(missing.map(({ name }) => name))));
  if (lacks.length === 0) return [];
  const counts = [...Map.groupBy(lacks, (lack) => lack)].map(([lack, { length }]) => `${lack} (${length})`);
  const packages = missing.filter(({ name, debian }) => debian !== null && lacks.includes(name));
  const how =
    packages.length > 0 ? ` Debian: apt-get install ${packages.map(({ debian }) => debian).join(' ')}` : '';
  return [`Skipped ${skipped.length} tests for lack of ${counts.join(', ')}.${how}`];
}

/** The missing programs that a test has as tags, or what the test said when it skipped itself. */
function lackOf(test: TestCase, missing: ReadonlySet<string>): string[] {
  const programs = test.tags.filter((tag) => missing.has(tag));
  if (programs.length > 0) return programs;
  if (test.tags.includes('linux') && process.platform !== 'linux') return ['Linux'];
  const result = test.result();
  return result.state === 'skipped' && result.note !== undefined ? [result.note] : [];
}
