import { problemsIn, type Setting } from '../config/config.ts';
import { plain } from './command-line.ts';

/**
 * `--check-config`: prints every variable with its value, default and source, and the problems that would keep the gateway
 * from starting. Connects to nothing.
 * @param check returns warnings, and throws an error with the problems.
 * @returns the exit status.
 */
export function checkConfig(
  settings: readonly Setting[],
  check: () => readonly string[],
  { json }: { json: boolean },
): number {
  const { problems, warnings } = findingsOf(check);
  if (json)
    process.stdout.write(
      `${JSON.stringify({ valid: problems.length === 0, problems, warnings, variables: settings }, null, 2)}\n`,
    );
  else {
    // Problems are printed last, where a terminal shows them, and announced at the top.
    if (problems.length > 0) process.stdout.write(`Problems: ${problems.length}, at the end.\n\n`);
    process.stdout.write(table(settings));
    for (const warning of warnings) process.stderr.write(`Warning: ${warning}.\n`);
    for (const problem of problems) process.stderr.write(`The gateway cannot start: ${problem}.\n`);
    // A command without the settings of the service has nothing to find fault with.
    if (problems.length === 0)
      process.stdout.write(`\nValid, with ${settings.filter(isSet).length} variables set.\n`);
  }
  return problems.length === 0 ? 0 : 1;
}

function findingsOf(check: () => readonly string[]): Record<'problems' | 'warnings', readonly string[]> {
  try {
    return { problems: [], warnings: check() };
  } catch (error) {
    return { problems: problemsIn(error), warnings: [] };
  }
}

const isSet = ({ source }: Setting): boolean => source !== 'default';

/** Variables that are set come first. */
function table(settings: readonly Setting[]): string {
  const width = Math.max(...settings.map(({ name }) => name.length));
  const lineOf = ({ name, value, default: fallback, source }: Setting): string => {
    const [shown, rule] = [value ?? plain(fallback), plain(fallback)];
    const origin = source === 'default' ? rule : `${source}; default: ${rule}`;
    return `  ${name.padEnd(width)}  ${shown}${shown === origin ? '' : `  (${origin})`}`;
  };
  return [
    'Set:',
    ...settings.filter(isSet).map(lineOf),
    '',
    'Defaults:',
    ...settings.filter((setting) => !isSet(setting)).map(lineOf),
    '',
  ].join('\n');
}
