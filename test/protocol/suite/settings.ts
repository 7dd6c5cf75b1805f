import { parseArgs } from 'node:util';

/** What the outside cannot cause; each is a command, or a URL to post to. */
export const HOOKS = {
  token: 'prints a new access token of the user, in a session of its own',
  incomplete: 'causes an event of the user that the server cannot record',
  trim: "removes all events of the user's stream from the log",
  restart: 'stops the server gracefully, starts it again and waits until it is ready',
  replace: 'resets the event log, but not the key that signs cursors',
  rekey: 'replaces the key that signs cursors',
  outage: 'makes it impossible to check sessions',
  recovery: 'ends the outage',
} as const;

export type HookName = keyof typeof HOOKS;

export interface Settings {
  /** URL of the graph. */
  url: string;
  userToken: string;
  /** A token that may send the user notifications; of another user. */
  senderToken: string;
  /** `Authorization` of a plugin. Null: what needs another stream is skipped. */
  plugin: string | null;
  /** Milliseconds to wait for anything that must arrive. */
  patience: number;
  /** Milliseconds between keep-alives, at most. */
  keepAlive: number;
  /** The server's limit of connections per caller. Null: unknown. */
  connections: number | null;
  /** The server's limit of subscriptions per caller. Null: unknown. */
  subscriptions: number | null;
  hooks: Readonly<Partial<Record<HookName, string>>>;
  /** Clauses, or sections of them. Null: all. */
  only: readonly string[] | null;
  json: boolean;
}

export const USAGE = `npm run test:protocol -- URL [options]

Checks a server against docs/protocol.md. URL is that of the graph, as in http://127.0.0.1:4000/graphql.

Environment
  PROTOCOL_USER_TOKEN     access token of the user whose stream is read
  PROTOCOL_SENDER_TOKEN   access token of another user, who sends the notifications
  PROTOCOL_PLUGIN         optional: id:secret of a plugin

Options
  --only LIST             clauses or sections, as in 2.1,4
  --timeout MS            time for anything to arrive (10000)
  --keep-alive MS         longest time between keep-alives (15000)
  --connections N         the server's limit of connections per caller
  --subscriptions N       the server's limit of subscriptions per caller
  --json                  one JSON report instead of lines
  --hook NAME=COMMAND     a shell command, or a URL to post to; may be repeated

Hooks; a clause that needs one is skipped without it
${Object.entries(HOOKS)
  .map(([name, text]) => `  ${name.padEnd(22)}  ${text}`)
  .join('\n')}

Exit status: 0 if no clause failed, 1 if one did, 2 if nothing could be checked.
`;

/** The command line is not usable. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Reads the command line and the environment. Null: the usage was requested.
 * @throws UsageError
 */
export function readSettings(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Settings | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [url, ...rest] = positionals;
  if (url === undefined || rest.length > 0 || !/^https?:/.test(url))
    throw new UsageError('Give one URL, as in http://127.0.0.1:4000/graphql.');
  const plugin = environment.PROTOCOL_PLUGIN ?? '';
  return {
    url,
    userToken: required(environment, 'PROTOCOL_USER_TOKEN'),
    senderToken: required(environment, 'PROTOCOL_SENDER_TOKEN'),
    plugin: plugin === '' ? null : `Basic ${Buffer.from(plugin).toString('base64')}`,
    patience: numberIn('timeout', values.timeout) ?? 10_000,
    keepAlive: numberIn('keep-alive', values['keep-alive']) ?? 15_000,
    connections: numberIn('connections', values.connections),
    subscriptions: numberIn('subscriptions', values.subscriptions),
    hooks: Object.fromEntries((values.hook ?? []).map(hookIn)),
    only: values.only === undefined ? null : values.only.split(','),
    json: values.json === true,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        json: { type: 'boolean' },
        only: { type: 'string' },
        timeout: { type: 'string' },
        'keep-alive': { type: 'string' },
        connections: { type: 'string' },
        subscriptions: { type: 'string' },
        hook: { type: 'string', multiple: true },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function required(environment: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = environment[name] ?? '';
  if (value === '') throw new UsageError(`Set ${name}.`);
  return value;
}

function numberIn(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new UsageError(`--${name} must be a positive integer.`);
}

function hookIn(text: string): [HookName, string] {
  const [, name = '', command = ''] = /^(\w+)=(.+)$/.exec(text) ?? [];
  if (isHook(name)) return [name, command];
  throw new UsageError(
    `--hook must be NAME=COMMAND, with one of these names: ${Object.keys(HOOKS).join(', ')}.`,
  );
}

const isHook = (name: string): name is HookName => name in HOOKS;
