import { PROGRAMS } from './programs.ts';

/** Prints the tags filter of `.ci/run`: without slow tests that need no program. */
process.stdout.write(`${['!slow', ...PROGRAMS.map(({ name }) => name)].join(' || ')}\n`);
