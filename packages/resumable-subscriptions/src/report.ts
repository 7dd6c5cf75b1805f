import type { TransportName } from './adapter.ts';
import { PROFILES, type Profile } from './profiles.ts';
import type { Requirement } from './requirements.ts';
import { type Exchange, lineOf } from './transcript.ts';

/** The checks whose transcripts a report has. */
export const TRANSCRIPT_CHOICES = ['failed', 'all', 'none'] as const;
export type TranscriptChoice = (typeof TRANSCRIPT_CHOICES)[number];

export interface Outcome {
  status: 'ok' | 'failed' | 'skipped';
  /** Null: ok. */
  reason: string | null;
  transcript: readonly Exchange[];
}

/** The outcome of one requirement over one transport. */
export interface Result extends Outcome {
  id: string;
  transport: TransportName;
}

export interface CheckedRequirement extends Requirement {
  /** `advised`: the server does not do what it only SHOULD do. */
  status: 'ok' | 'failed' | 'advised' | 'skipped';
  over: ({ transport: TransportName } & Outcome)[];
}

export interface CheckedProfile {
  profile: Profile;
  /** `met` requires that no requirement with MUST was skipped. */
  verdict: 'met' | 'not met' | 'not fully checked';
  ok: number;
  failed: number;
  advised: number;
  skipped: number;
}

export interface Report {
  specification: 'Resumable Subscriptions for GraphQL';
  /** Of this format. */
  version: 1;
  /** Name and version, as the adapter has them. */
  server: string;
  url: string;
  /** ISO 8601. */
  date: string;
  profiles: CheckedProfile[];
  requirements: CheckedRequirement[];
}

interface Checked {
  url: string;
  server: string;
  profiles: readonly Profile[];
  requirements: readonly Requirement[];
  results: readonly Result[];
  transcripts: TranscriptChoice;
  /** Only some requirements of the profiles were checked. */
  isPartial: boolean;
}

/** Combines results by requirement and by profile. */
export function reportOf(found: Checked): Report {
  const { url, server, profiles, requirements, results, transcripts, isPartial } = found;
  const byId = Map.groupBy(results, ({ id }) => id);
  const checked = requirements.map((requirement) => {
    const over = (byId.get(requirement.id) ?? []).map(({ id: _, transcript, ...outcome }) => ({
      ...outcome,
      transcript:
        transcripts === 'all' || (transcripts === 'failed' && outcome.status === 'failed') ? transcript : [],
    }));
    return { ...requirement, status: statusOf(requirement, over), over };
  });
  return {
    specification: 'Resumable Subscriptions for GraphQL',
    version: 1,
    server,
    url,
    date: new Date().toISOString(),
    profiles: profiles
      .map((profile) =>
        checkedProfile(
          profile,
          checked.filter((requirement) => requirement.profile === profile),
          isPartial,
        ),
      )
      .filter(({ ok, failed, advised, skipped }) => ok + failed + advised + skipped > 0),
    requirements: checked,
  };
}

/** Failed if one transport failed, skipped if nothing was checked. */
function statusOf({ level }: Requirement, over: readonly Outcome[]): CheckedRequirement['status'] {
  if (over.some(({ status }) => status === 'failed')) return level === 'MUST' ? 'failed' : 'advised';
  return over.some(({ status }) => status === 'ok') ? 'ok' : 'skipped';
}

function checkedProfile(
  profile: Profile,
  requirements: readonly CheckedRequirement[],
  isPartial: boolean,
): CheckedProfile {
  const count = (status: CheckedRequirement['status']): number =>
    requirements.filter((requirement) => requirement.status === status).length;
  const [failed, skipped] = [count('failed'), count('skipped')];
  const isUnknown =
    isPartial || requirements.some(({ level, status }) => level === 'MUST' && status === 'skipped');
  const verdict = failed > 0 ? 'not met' : isUnknown ? 'not fully checked' : 'met';
  return { profile, verdict, ok: count('ok'), failed, advised: count('advised'), skipped };
}

export const FORMATS = ['text', 'json', 'markdown'] as const;
export type Format = (typeof FORMATS)[number];

/** A report as it is printed, with a line break at its end. */
export function printed(report: Report, format: Format): string {
  if (format === 'json') return `${JSON.stringify(report, null, 2)}\n`;
  return `${(format === 'text' ? textOf(report) : markdownOf(report)).join('\n')}\n`;
}

/** One line per requirement and per profile, and the transcripts. */
function textOf({ requirements, profiles }: Report): string[] {
  return [
    ...requirements.map((requirement) => {
      const why = reasonsOf(requirement);
      const { id, status, text } = requirement;
      return `${status.padEnd(7)}  ${id.padEnd(12)} ${text}${why === '' ? '' : `  (${why})`}`;
    }),
    '',
    ...profiles.map((profile) => `${profile.profile.padEnd(10)} ${profile.verdict}: ${countsOf(profile)}`),
    ...transcriptsOf(requirements).flatMap(({ title, lines }) => ['', title, ...lines]),
  ];
}

/** A table of profiles, one of requirements, and the transcripts. */
function markdownOf({ server, url, date, requirements, profiles }: Report): string[] {
  return [
    `# ${server}`,
    '',
    `Checked at ${date} against Resumable Subscriptions for GraphQL, at \`${url}\`, over ${transportsOf(requirements)}.`,
    '',
    '| profile | | |',
    '|---|---|---|',
    ...profiles.map(
      (profile) =>
        `| ${profile.profile}: ${PROFILES[profile.profile]} | ${profile.verdict} | ${countsOf(profile)} |`,
    ),
    '',
    '| requirement | | |',
    '|---|---|---|',
    ...requirements.map(
      (requirement) =>
        `| ${requirement.id} | ${requirement.status} | ${cell(reasonsOf(requirement) || requirement.text)} |`,
    ),
    ...transcriptsOf(requirements).flatMap(({ title, lines }) => [
      '',
      `## ${title}`,
      '',
      '```',
      ...lines,
      '```',
    ]),
  ];
}

const transportsOf = (requirements: readonly CheckedRequirement[]): string =>
  [...new Set(requirements.flatMap(({ over }) => over.map(({ transport }) => transport)))].join(' and ');

const countsOf = ({ ok, failed, advised, skipped }: CheckedProfile): string =>
  `${ok} ok, ${failed} failed, ${advised} advised, ${skipped} skipped`;

/** The reasons by transport, without repeating one that is the same for both. */
function reasonsOf({ over }: CheckedRequirement): string {
  const reasons = over.flatMap(({ transport, reason }) => (reason === null ? [] : [{ transport, reason }]));
  const [first] = reasons;
  if (first && reasons.length === over.length && reasons.every(({ reason }) => reason === first.reason))
    return first.reason;
  return reasons.map(({ transport, reason }) => `${transport}: ${reason}`).join('; ');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const transcriptsOf = (requirements: readonly CheckedRequirement[]): { title: string; lines: string[] }[] =>
  requirements.flatMap(({ id, over }) =>
    over
      .filter(({ transcript }) => transcript.length > 0)
      .map(({ transport, transcript }) => ({
        title: `${id} over ${transport}`,
        lines: transcript.map((exchange) => lineOf(exchange).replaceAll('\n', '\\n')),
      })),
  );
