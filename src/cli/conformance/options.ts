import { parseArgs } from 'node:util';
import { CONFORMANCE_VARIABLES } from '../../config/conformance.ts';
import type { Report } from './report.ts';

export interface CommandOptions {
  help: boolean;
  json: boolean;
  writes: Report['writes'];
  strict: boolean;
  /** Which checks are wanted, by name. */
  isWanted: (name: string) => boolean;
}

/** @throws Error with a message for the reader for anything else than the documented options. */
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
    },
    strict: true,
  });
  const { help, json, writes, lasting, strict, only } = values;
  if (lasting && !writes) throw new Error('--lasting goes with --writes');
  return {
    help,
    json,
    strict,
    writes: writes ? (lasting ? 'all' : 'undone') : 'none',
    isWanted: matcher(only),
  };
}

/** A part of a name, in any case; `*` is any text. */
function matcher(pattern = ''): (name: string) => boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(parts.join('.*'), 'i');
  return (name) => expression.test(name);
}

export const HELP = [
  'Tries the platform route by route and reports where it differs from the documented REST contract.',
  '',
  'npm run conformance -- [options]',
  '  --writes          also sends the writes that can be undone, after announcing each',
  '  --writes --lasting',
  '                    also sends writes that leave something behind',
  '  --only <pattern>  only routes whose method and path contain this; `*` is any text',
  '  --strict          a member that the contract does not show is a difference',
  '  --json            prints the report as JSON',
  '  --help, -h        this',
  '',
  'Exit status: 0 no difference, 1 a difference, 2 wrong usage or configuration, or nothing could be tried.',
  '',
  "Addresses and clients are the gateway's: PLATFORM_URL, PLATFORM_NOTES_URL, PLATFORM_PUSH_URL (or APP_ENVIRONMENT and",
  'the addresses of the sandbox), APP_CLIENT_ID, APP_CLIENT_SECRET, PLUGIN_CLIENT_ID, PLUGIN_CLIENT_SECRET, XAPI_HOME_PAGE,',
  'XAPI_BASE, XAPI_API_ID_BASE, PLATFORM_TIMEOUT. These are read as well; a route without what it needs is skipped:',
  '',
  ...Object.entries(CONFORMANCE_VARIABLES).map(([name, meaning]) => `  ${name.padEnd(29)} ${meaning}`),
  '',
].join('\n');
