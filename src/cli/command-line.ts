import { parseArgs } from 'node:util';
import { variableDocs } from '../config/variables.ts';

/** What the process was started to do. */
interface Command {
  name: 'serve' | 'help' | 'check-config' | 'doctor';
  /** Whether the report is printed as JSON. */
  json: boolean;
  /** Whether the embedded platform starts anew. */
  fresh: boolean;
}

/** Parses the command line. @throws Error for invalid options; its message is fit for display. */
export function readCommand(args: readonly string[]): Command {
  const {
    help,
    doctor,
    'check-config': checkConfig,
    json,
    fresh,
  } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h' },
      'check-config': { type: 'boolean' },
      doctor: { type: 'boolean' },
      fresh: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    strict: true,
  }).values;
  if (json && !doctor && !checkConfig) throw new Error('--json requires --doctor or --check-config');
  const name = help ? 'help' : doctor ? 'doctor' : checkConfig ? 'check-config' : 'serve';
  return { name, json, fresh };
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

export const plain = (text: string): string => text.replaceAll('`', '');
