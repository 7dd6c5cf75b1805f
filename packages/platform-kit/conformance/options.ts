import { parseArgs } from 'node:util';
import type { ConformanceOptions } from './run.ts';
import { CONFORMANCE_VARIABLES } from './variables.ts';

export interface CommandOptions extends Pick<ConformanceOptions, 'writes' | 'strict' | 'isSelected'> {
  help: boolean;
  json: boolean;
  /** Folder for the responses. Null: they are not recorded. */
  record: string | null;
}

/** @throws Error with a message for the user on invalid options. */
export function readOptions(args: readonly string[]): CommandOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      json: { type: 'boolean', default: false },
      writes: { type: 'boolean', default: false },
      lasting: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      only: { type: 'string' },
      record: { type: 'string' },
    },
    strict: true,
  });
  const { help, json, writes, lasting, strict, only, record = null } = values;
  if (lasting && !writes) throw new Error('--lasting requires --writes');
  return {
    help,
    json,
    record,
    strict,
    writes: writes ? (lasting ? 'all' : 'undone') : 'none',
    isSelected: matcher(only),
  };
}

/** Matches names that contain the pattern, ignoring case; `*` is any text. */
function matcher(pattern = ''): (name: string) => boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(parts.join('.*'), 'i');
  return (name) => expression.test(name);
}

export const HELP = [
  'Calls the platform route by route and reports differences from the documented REST contract.',
  '',
  'npm run conformance -- [options]',
  '  --writes          also sends writes that can be undone, after announcing each',
  '  --writes --lasting',
  '                    also sends writes with lasting effects',
  '  --only <pattern>  only routes whose method and path contain the pattern; `*` is any text',
  '  --strict          count members that the contract does not show as differences',
  '  --record <folder> writes each response there, reduced to its structure: no value, name or ID of the platform',
  '  --json            print the report as JSON',
  '  --help, -h        show this help',
  '',
  'Exit status: 0 no difference, 1 differences, 2 invalid usage or configuration, or nothing could be checked.',
  '',
  "Addresses and clients are the gateway's: PLATFORM_URL, PLATFORM_NOTES_URL, PLATFORM_PUSH_URL, APP_CLIENT_ID,",
  'APP_CLIENT_SECRET, PLUGIN_CLIENT_ID, PLUGIN_CLIENT_SECRET, XAPI_HOME_PAGE, XAPI_BASE, XAPI_API_ID_BASE,',
  'PLATFORM_TIMEOUT. Additional variables, all optional; a route is skipped without those it requires:',
  '',
  ...Object.entries(CONFORMANCE_VARIABLES).map(([name, meaning]) => `  ${name.padEnd(29)} ${meaning}`),
  '',
].join('\n');
