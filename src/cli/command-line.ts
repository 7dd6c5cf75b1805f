import { parseArgs } from 'node:util';
import { VARIABLES, type Variable } from '../config/variables.ts';

/** What the process was started for. */
export type Command = 'serve' | 'help' | 'check-config';

/** @throws what `parseArgs` throws, with a message for the reader, for anything else than the options below. */
export function readCommand(args: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...args],
    options: { help: { type: 'boolean', short: 'h' }, 'check-config': { type: 'boolean' } },
    strict: true,
  });
  if (values.help) return 'help';
  return values['check-config'] ? 'check-config' : 'serve';
}

/** The options and every variable, for a terminal. */
export function helpText(): string {
  const variables = Object.entries<Variable>(VARIABLES).map(
    ([name, { fallback, meaning }]) =>
      `  ${name}\n      ${plain(meaning)}\n      default: ${plain(fallback)}`,
  );
  return [
    'One typed GraphQL graph over a learning platform.',
    '',
    'npm start -- [option]',
    '  --check-config   reads the configuration, shows it without its secrets or says what is wrong, and ends',
    '  --help, -h       this',
    '',
    'Environment variables, all optional. Durations are milliseconds, sizes bytes.',
    '',
    ...variables,
    '',
  ].join('\n');
}

const plain = (text: string): string => text.replaceAll('`', '');
