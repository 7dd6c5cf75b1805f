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

/** @throws Error if there is no suite of this name. */
export function filtersOf(name = ''): readonly string[] {
  const suite = Object.entries(SUITES).find(([each]) => each === name);
  if (!suite) throw new Error(`name a suite: ${Object.keys(SUITES).join(', ')}`);
  return suite[1];
}
