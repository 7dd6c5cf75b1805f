import { parseArgs } from 'node:util';
import { variableDocs } from '../config/variables.ts';

/** Options that run a command instead of serving; the first one wins. */
const COMMANDS = ['help', 'doctor', 'check-config', 'client', 'new'] as const;

/** The parsed command line. */
interface Command {
  name: (typeof COMMANDS)[number] | 'serve';
  /** Whether the report is printed as JSON. */
  json: boolean;
  /** Whether the embedded platform discards its stored state. */
  fresh: boolean;
  /** Whether other devices of the network may use the gateway and its embedded platform. */
  lan: boolean;
  /** The folder that the command writes to. Empty: it writes nothing. */
  folder: string;
}

/** Parses the command line. @throws Error for invalid options; its message is fit for display. */
export function readCommand(args: readonly string[]): Command {
  const {
    help,
    doctor,
    'check-config': checkConfig,
    json,
    fresh,
    lan,
    client,
    new: app,
  } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h' },
      'check-config': { type: 'boolean' },
      doctor: { type: 'boolean' },
      client: { type: 'string' },
      new: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      lan: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    strict: true,
  }).values;
  if (json && !doctor && !checkConfig) throw new Error('--json requires --doctor or --check-config');
  if (client === '' || app === '') throw new Error('--client and --new require a folder');
  const given = { help, doctor, 'check-config': checkConfig, client, new: app };
  const name = COMMANDS.find((command) => given[command] !== undefined) ?? 'serve';
  return { name, json, fresh, lan, folder: client ?? app ?? '' };
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
    '  --check-config     run all checks of a start, print every variable without secrets, and exit with 1 on a problem',
    '  --doctor           connect to Redis and the platform, report problems, and exit with 1 on a failure',
    '  --json             print the report of --check-config or --doctor as JSON',
    '  --fresh            start the embedded platform without the sessions and data of earlier runs',
    '  --lan              open the embedded platform to devices of this network, such as a phone, with random tokens that expire',
    '  --client <folder>  write the package for front ends that fits this graph, for apps to install, and exit',
    '  --new <folder>     write a front end of your own: the example, with its tests and the package, and exit',
    '  --help, -h         show this help',
    '',
    'Environment variables, all optional.',
    '',
    ...variables,
    '',
  ].join('\n');
}

export const plain = (text: string): string => text.replaceAll('`', '');
