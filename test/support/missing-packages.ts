import { missingPrograms } from './programs.ts';

/** Prints the Debian packages of the programs that tests need and that are missing, for `.ci/run`. */
const packages = missingPrograms().flatMap(({ debian }) => debian ?? []);
process.stdout.write(`${packages.join(' ')}\n`);
