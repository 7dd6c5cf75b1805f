import { parseArgs } from 'node:util';
import { variableDocs } from '../config/variables.ts';

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
  const variables = variableDocs.map(
    ({ name, fallback, description }) =>
      `  ${name}\n      ${plain(description)}\n      default: ${plain(fallback)}`,
  );
  return [
    'One typed GraphQL graph over a learning platform.',
    '',
    'npm start -- [option]',
    '  --check-config   reads the configuration, shows it without its secrets or says what is wrong, and ends',
    '  --help, -h       this',
    '',
    'Environment variables, all optional.',
    '',
    ...variables,
    '',
  ].join('\n');
}

const plain = (text: string): string => text.replaceAll('`', '');
