import { parseArgs } from 'node:util';
import { VARIABLES, type Variable } from '../config/variables.ts';

/** What the process was started to do. */
export type Command = 'serve' | 'help' | 'check-config';

/** Parses the command line. @throws TypeError from `parseArgs` for unknown options; its message is fit for display. */
export function readCommand(args: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...args],
    options: { help: { type: 'boolean', short: 'h' }, 'check-config': { type: 'boolean' } },
    strict: true,
  });
  if (values.help) return 'help';
  return values['check-config'] ? 'check-config' : 'serve';
}

/** Help text: the options and every environment variable. */
export function helpText(): string {
  const variables = Object.entries<Variable>(VARIABLES).map(
    ([name, { fallback, meaning }]) =>
      `  ${name}\n      ${plain(meaning)}\n      default: ${plain(fallback)}`,
  );
  return [
    'One typed GraphQL graph over a learning platform.',
    '',
    'npm start -- [option]',
    '  --check-config   validate the configuration, print it without secrets, and exit',
    '  --help, -h       show this help',
    '',
    'Environment variables, all optional. Durations are milliseconds, sizes bytes.',
    '',
    ...variables,
    '',
  ].join('\n');
}

const plain = (text: string): string => text.replaceAll('`', '');
