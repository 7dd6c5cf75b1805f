import { globSync, readFileSync } from 'node:fs';
import { PROGRAMS } from './programs.ts';

const names = PROGRAMS.map(({ name }) => name);

/** The suites by name, as filters of tags that all apply. Without tests tagged `slow`, a suite takes a minute or two. */
export const SUITES = {
  /** `npm test`: the same tests on every machine. */
  everywhere: ['!slow', ...names.map((name) => `!${name}`)],
  /** `npm run test:programs`: every test that needs a program. */
  programs: [names.join(' || ')],
  /** Every other test. */
  slow: ['slow', ...names.map((name) => `!${name}`)],
  /** `npm run test:all` */
  all: [],
} as const satisfies Record<string, readonly string[]>;

const MODULE_TAG = /^\/\/ @module-tag (\S+)$/gm;

/**
 * What vitest must be told to run a suite. Files of which no test belongs to it are not even loaded.
 * @throws Error if there is no suite of this name.
 */
export function optionsOf(name = ''): string[] {
  const suite = Object.entries(SUITES).find(([each]) => each === name);
  if (!suite) throw new Error(`name a suite: ${Object.keys(SUITES).join(', ')}`);
  const [, filters] = suite;
  const excludes = (file: string): boolean =>
    [...readFileSync(file, 'utf8').matchAll(MODULE_TAG)].some(([, tag]) =>
      filters.some((filter) => filter === `!${tag}`),
    );
  return [
    ...filters.map((filter) => `--tags-filter=${filter}`),
    ...globSync('test/**/*.test.ts')
      .filter(excludes)
      .map((file) => `--exclude=${file}`),
  ];
}
