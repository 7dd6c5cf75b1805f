import { type Environment, isInjected, isOfService } from './environment.ts';

/** Prefixes of variables that only the gateway uses. */
const OWN_GROUPS = [
  'LIMIT_',
  'APP_CLIENT_',
  'PLUGIN_',
  'XAPI_',
  'TRUSTED_',
  'CURSOR_',
  'NOTIFICATION_',
  'CONFORMANCE_',
];

/**
 * Prefixes that others use as well: Upsun sets `PLATFORM_BRANCH`, Heroku `REDIS_TLS_URL`, collectors and sidecars
 * `OTEL_PROPAGATORS`, and many servers have `WORKERS`.
 */
const SHARED_GROUPS = ['PLATFORM_', 'REDIS_', 'OTEL_', 'WORKERS'];

/**
 * Common mistakes from memory. Other names with `APP_` belong to the environment: `APP_ENV` and `APP_NAME` are common, and Dapr
 * sets `APP_ID`.
 */
const MISREMEMBERED: ReadonlyMap<string, string> = new Map([
  ['APP_SECRET', 'APP_CLIENT_SECRET'],
  ['APP_SECRET_FILE', 'APP_CLIENT_SECRET_FILE'],
]);

/** Variables of other programs that resemble the gateway's. */
const OF_OTHERS: ReadonlySet<string> = new Set(['HTTP_PROXY']);

/** Minimum letters of a known name for which a similar one is considered a misspelling. */
const MINIMUM_LETTERS = 8;

/** Problems of the names in an environment. */
export interface NameFindings {
  /** Names that prevent a start: the operator relies on a setting without effect. */
  readonly problems: readonly string[];
  /** Names without effect that others may have set, such as the hosting platform. */
  readonly ignored: readonly string[];
}

/**
 * Judges the names that are set and that the gateway does not read. Refused are misspelled ones (one edit or transposition away
 * from a known name, or often confused with one) and others in its own groups. Names that platforms inject never prevent a start.
 */
export function judgeNames(environment: Environment, known: readonly string[]): NameFindings {
  const isKnown = new Set(known);
  const problems: string[] = [];
  const ignored: string[] = [];
  for (const name of Object.keys(environment)) {
    if (
      isKnown.has(name) ||
      OF_OTHERS.has(name) ||
      !environment[name]?.trim() ||
      isInjected(environment, name)
    )
      continue;
    const finding = judge(name, known);
    if (finding === 'ignored') ignored.push(name);
    else if (finding !== null) problems.push(finding);
  }
  return { problems, ignored };
}

/** Null: the name does not concern the gateway. */
function judge(name: string, known: readonly string[]): string | null {
  // Node reads a byte order mark as part of the first name in `.env`.
  if (name.startsWith('\ufeff'))
    return `${name.slice(1)} begins with a byte order mark: save the file that sets it as UTF-8 without one`;
  const meant =
    MISREMEMBERED.get(name) ??
    known.find((candidate) => lettersOf(candidate) >= MINIMUM_LETTERS && isSimilar(name, candidate));
  if (meant !== undefined) return `${name} is not a variable of the gateway: ${meant} is meant`;
  if (isOfService(name)) return null;
  if (isIn(OWN_GROUPS, name))
    return `${name} is not a variable of the gateway: npm start -- --help lists them`;
  return isIn(SHARED_GROUPS, name) ? 'ignored' : null;
}

const isIn = (groups: readonly string[], name: string): boolean =>
  groups.some((group) => name.startsWith(group));

const lettersOf = (name: string): number => name.replaceAll('_', '').length;

/** Whether two different names are one insertion, deletion, substitution or transposition of neighbors apart. */
function isSimilar(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false;
  const [long, short] = left.length >= right.length ? [left, right] : [right, left];
  let from = 0;
  while (from < short.length && long[from] === short[from]) from += 1;
  const isSameAfter = (skipped: number, skippedShort: number): boolean =>
    long.slice(from + skipped) === short.slice(from + skippedShort);
  if (long.length > short.length) return isSameAfter(1, 0);
  const isSwapped = long[from] === short[from + 1] && long[from + 1] === short[from];
  return isSameAfter(1, 1) || (isSwapped && isSameAfter(2, 2));
}
