import { parseArgs } from 'node:util';
import { variableDocs } from '../config/variables.ts';

/** What the process was started to do. */
export type Command =
  | 'serve'
  | 'serve-fresh'
  | 'help'
  | 'check-config'
  | 'check-config-json'
  | 'doctor'
  | 'doctor-json';

/** Parses the command line. @throws Error for invalid options; its message is fit for display. */
export function readCommand(args: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h' },
      'check-config': { type: 'boolean' },
      doctor: { type: 'boolean' },
      fresh: { type: 'boolean' },
      json: { type: 'boolean' },
    },
    strict: true,
  });
  if (values.json && !values.doctor && !values['check-config'])
    throw new Error('--json requires --doctor or --check-config');
  if (values.help) return 'help';
  if (values.doctor) return values.json ? 'doctor-json' : 'doctor';
  if (values['check-config']) return values.json ? 'check-config-json' : 'check-config';
  return values.fresh ? 'serve-fresh' : 'serve';
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
    '  --check-config   check all that the start checks, print every variable without secrets, and exit with 1 on a problem',
    '  --doctor         connect to Redis and the platform, report what is wrong, and exit with 1 on a failure',
    '  --json           print the report of --check-config or --doctor as JSON',
    '  --fresh          start the embedded platform anew, without the sessions and data of earlier runs',
    '  --help, -h       show this help',
    '',
    'Environment variables, all optional.',
    '',
    ...variables,
    '',
  ].join('\n');
}

const plain = (text: string): string => text.replaceAll('`', '');
