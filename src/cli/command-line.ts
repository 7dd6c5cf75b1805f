import { parseArgs } from 'node:util';
import { variableDocs } from '../config/variables.ts';

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
  const variables = variableDocs.map(
    ({ name, fallback, description }) =>
      `  ${name}\n      ${plain(description)}\n      default: ${plain(fallback)}`,
  );
  return [
    'One typed GraphQL graph over a learning platform.',
    '',
    'npm start -- [option]',
    '  --check-config   validate the configuration, print it without secrets, and exit',
    '  --help, -h       show this help',
    '',
    'Environment variables, all optional.',
    '',
    ...variables,
    '',
  ].join('\n');
}

const plain = (text: string): string => text.replaceAll('`', '');
