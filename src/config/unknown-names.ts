/** Groups of variables that are the gateway's alone, by the start of their names. */
const OWN_GROUPS = [
  'LIMIT_',
  'PLATFORM_',
  'REDIS_',
  'APP_CLIENT_',
  'PLUGIN_',
  'XAPI_',
  'TRUSTED_',
  'CURSOR_',
  'NOTIFICATION_',
  'CONFORMANCE_',
];

/**
 * What people write from memory. Other names with `APP_` belong to whoever runs the process: `APP_ENV` and `APP_NAME` are common,
 * and Dapr sets `APP_ID`.
 */
const MISREMEMBERED: ReadonlyMap<string, string> = new Map([
  ['APP_SECRET', 'APP_CLIENT_SECRET'],
  ['APP_SECRET_FILE', 'APP_CLIENT_SECRET_FILE'],
]);

/** What Kubernetes adds for each service of the namespace, as in `REDIS_SERVICE_HOST` and `REDIS_PORT_6379_TCP`. */
const INJECTED = /_(SERVICE|PORT)(_|$)/;

/** Letters of a known name from which a similar one cannot be anything but a misspelling. */
const MINIMUM_LETTERS = 8;

/**
 * Names that look like variables of the gateway and are not, each with the one that is meant: those in its groups, those one
 * edit or transposition away from a known name, and those that people misremember.
 */
export function unknownNames(
  given: readonly string[],
  known: readonly string[],
): readonly { name: string; meant: string | null }[] {
  const set = new Set(known);
  return given.flatMap((name) => {
    if (set.has(name)) return [];
    const meant =
      MISREMEMBERED.get(name) ??
      known.find((candidate) => lettersOf(candidate) >= MINIMUM_LETTERS && isSimilar(name, candidate));
    const isOwn = OWN_GROUPS.some((group) => name.startsWith(group)) && !INJECTED.test(name);
    return meant !== undefined || isOwn ? [{ name, meant: meant ?? null }] : [];
  });
}

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
