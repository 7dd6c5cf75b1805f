import type { Reporter, TestCase, TestModule, TestRunEndReason, Vitest } from 'vitest/node';
import { FULL } from './fleet-form.ts';
import { missingPrograms } from './programs.ts';

/**
 * Ends a run with one plain line, `N passed, N failed`, for scripts. Before it, one line says which tests were skipped for
 * lack of something, and how to get it. With `NO_SKIPS=1`, a run that skips a test fails.
 */
export default class ClosingLineReporter implements Reporter {
  /** The filters of this run, each as tags of which a test has one, or, after `!`, lacks one. */
  #filters: readonly (readonly string[])[] = [];

  onInit({ config }: Vitest): void {
    const simple = (config.tagsFilter ?? []).filter((filter) => SIMPLE_FILTER.test(filter));
    this.#filters = [...simple, ...(FULL ? [] : ['!full'])].map((filter) => filter.split(' || '));
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
    const broken = groups.filter((group) => group.errors().length > 0).length;
    const failed = inState('failed').length + broken + errors.length;
    const skipped = inState('skipped').filter(({ tags }) =>
      this.#filters.every((filter) => filter.some((term) => isMet(term, tags))),
    );
    const counts = [
      `${inState('passed').length} passed`,
      // Any other failure of the runner.
      `${reason === 'failed' ? Math.max(1, failed) : failed} failed`,
      ...(skipped.length === 0 ? [] : [`${skipped.length} skipped`]),
    ];
    process.stdout.write(`\n${skips(skipped)}${counts.join(', ')}\n`);
    if (skipped.length > 0 && process.env.NO_SKIPS === '1') process.exitCode = 1;
  }
}

const SIMPLE_FILTER = /^!?[\w-]+(?: \|\| !?[\w-]+)*$/;

const isMet = (term: string, tags: readonly string[]): boolean =>
  term.startsWith('!') ? !tags.includes(term.slice(1)) : tags.includes(term);

/** The line about skipped tests: what they lack, and for how many of them. Empty: none lacks anything. */
function skips(skipped: readonly TestCase[]): string {
  const missing = missingPrograms();
  const lacks = skipped.flatMap((test) => lackOf(test, new Set(missing.map(({ name }) => name))));
  if (lacks.length === 0) return '';
  const counts = [...Map.groupBy(lacks, (lack) => lack)].map(([lack, { length }]) => `${lack} (${length})`);
  const packages = missing.filter(({ name, debian }) => debian !== null && lacks.includes(name));
  const how =
    packages.length > 0 ? ` Debian: apt-get install ${packages.map(({ debian }) => debian).join(' ')}` : '';
  return `Skipped ${skipped.length} tests for lack of ${counts.join(', ')}.${how}\n`;
}

/** The missing programs that a test has as tags, or what the test said when it skipped itself. */
function lackOf(test: TestCase, missing: ReadonlySet<string>): string[] {
  const programs = test.tags.filter((tag) => missing.has(tag));
  if (programs.length > 0) return programs;
  if (test.tags.includes('linux') && process.platform !== 'linux') return ['Linux'];
  const result = test.result();
  return result.state === 'skipped' && result.note !== undefined ? [result.note] : [];
}
