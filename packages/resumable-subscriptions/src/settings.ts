import { parseArgs } from 'node:util';
import { ALL_PROFILES, isProfile, PROFILES, type Profile } from './profiles.ts';
import { FORMATS, type Format, TRANSCRIPT_CHOICES, type TranscriptChoice } from './report.ts';
import { readRequirements } from './requirements.ts';

export interface Settings {
  /** URL of the graph. */
  url: string;
  /** File of the adapter. */
  adapter: string;
  /** Null: those of the adapter. */
  profiles: readonly Profile[] | null;
  /** Requirement IDs. Null: all. */
  only: readonly string[] | null;
  /** Milliseconds to wait for anything that must arrive. */
  patience: number;
  format: Format;
  transcripts: TranscriptChoice;
}

export const USAGE = `resumable-subscriptions URL --adapter FILE [options]

Checks a server against Resumable Subscriptions for GraphQL. URL is that of the graph, as in
http://127.0.0.1:4000/graphql. The adapter is a module that knows the server; see the README.

Options
  --adapter FILE          JavaScript or TypeScript module that exports an adapter as default
  --profiles LIST         profiles to check (default: those of the adapter)
  --only LIST             requirements to check, as in core-1,gaps-3
  --format FORMAT         ${FORMATS.join(', ')} (text)
  --transcripts CHECKS    print the transcripts of: ${TRANSCRIPT_CHOICES.join(', ')} (failed)
  --timeout MS            time for anything to arrive (10000)

Profiles
${Object.entries(PROFILES)
  .map(([name, text]) => `  ${name.padEnd(22)}  ${text}`)
  .join('\n')}

Exit status: 0 if no requirement failed, 1 if one did, 2 if nothing could be checked.
`;

/** The command line is not usable. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Reads the command line. Null: the usage was requested.
 * @throws UsageError
 */
export function readSettings(args: readonly string[]): Settings | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [url, ...rest] = positionals;
  if (url === undefined || rest.length > 0 || !/^https?:/.test(url))
    throw new UsageError('Give one URL, as in http://127.0.0.1:4000/graphql.');
  if (values.adapter === undefined) throw new UsageError('Give the adapter with --adapter.');
  const { format = 'text' } = values;
  if (!isFormat(format)) throw new UsageError(`--format must be one of: ${FORMATS.join(', ')}.`);
  const { transcripts = 'failed' } = values;
  if (!isChoice(transcripts))
    throw new UsageError(`--transcripts must be one of: ${TRANSCRIPT_CHOICES.join(', ')}.`);
  return {
    url,
    adapter: values.adapter,
    profiles: values.profiles === undefined ? null : profilesIn(values.profiles),
    only: values.only === undefined ? null : requirementsIn(values.only),
    patience: milliseconds(values.timeout ?? '10000'),
    format,
    transcripts,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        adapter: { type: 'string' },
        profiles: { type: 'string' },
        only: { type: 'string' },
        format: { type: 'string' },
        transcripts: { type: 'string' },
        timeout: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const isChoice = (text: string): text is TranscriptChoice =>
  TRANSCRIPT_CHOICES.some((choice) => choice === text);

const isFormat = (text: string): text is Format => FORMATS.some((format) => format === text);

function profilesIn(list: string): Profile[] {
  const names = list.split(',');
  const unknown = names.find((name) => !isProfile(name));
  if (unknown !== undefined)
    throw new UsageError(`There is no profile "${unknown}", only: ${ALL_PROFILES.join(', ')}.`);
  return names.filter(isProfile);
}

function requirementsIn(list: string): string[] {
  const ids = list.split(',');
  const known = readRequirements().map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) throw new UsageError(`There is no requirement "${unknown}".`);
  return ids;
}

function milliseconds(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new UsageError('--timeout must be a positive integer.');
}
