import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row, Scope } from '../../src/admission/accounts.ts';
import { limitsOf, type Resource } from '../../src/admission/limits.ts';
import { writeGenerated } from '../../src/cli/generated-file.ts';
import { readConfig } from '../../src/config/config.ts';

export const LIMITS_PAGE = join(import.meta.dirname, '../../docs/limits.md');
const PLACE = /(?<=<!-- callers -->\n)[\s\S]*?(?=\n<!-- \/callers -->)/;

/** What an operator needs to know of a row beside its numbers. */
interface Described {
  what: string;
  unit?: 'bytes';
  /** What a client sees that is refused. */
  refusal: string;
  /** The variable that the numbers follow. Default: they are constant. */
  variable?: string;
}

const NEXT = 'the next operation: `RATE_LIMITED`, 429';
const DESCRIBED: Readonly<Record<Resource, Described>> = {
  operations: {
    what: 'operations, of which each root field of a mutation is one',
    refusal: '`RATE_LIMITED`, 429',
    variable: 'LIMIT_RATE',
  },
  calls: { what: 'platform calls: 25 for each operation', refusal: NEXT, variable: 'LIMIT_RATE' },
  bytes: {
    what: "bytes: bodies, platform calls, the platform's responses as they are estimated below, responses, replayed events, log lines as they are written",
    refusal: NEXT,
    variable: 'LIMIT_RATE',
    unit: 'bytes',
  },
  stored: {
    what: 'stored events as what they take in Redis (1 KB and more), also those of stored notifications, 4,500 bytes more for the first of a topic, and 600 for each mutation with an idempotency key',
    refusal: '`RATE_LIMITED`, before the platform is called',
    unit: 'bytes',
  },
  signIns: {
    what: 'sign-ins and refreshes; of a user, those that carry a known token',
    refusal: '`RATE_LIMITED`',
  },
  rejectedSignIns: {
    what: 'rejected sign-ins, less those that are accepted, while the next row is exceeded',
    refusal: '`RATE_LIMITED`',
  },
  rejectedInAll: { what: 'rejected sign-ins', refusal: 'nothing: the row before applies' },
  refusalLines: {
    what: 'log lines about requests that are refused before their document is known',
    refusal: 'nothing: the next line counts them',
  },
  connections: {
    what: 'connections, which proxies in `TRUST_PROXY` may all have; the process has `LIMIT_CONNECTIONS`',
    refusal: 'closed',
    variable: 'LIMIT_CONNECTIONS',
  },
  waiting: {
    what: 'platform calls that wait because their routes are busy',
    refusal: '`UPSTREAM_UNAVAILABLE`',
  },
  streams: {
    what: 'open streams: a socket or event stream is 20,000 bytes, a subscription 25,000 with its variables and document, which counts once in all',
    refusal: '`RATE_LIMITED`, 429; close code 1013',
    variable: 'LIMIT_CONNECTIONS',
    unit: 'bytes',
  },
  input: {
    what: 'bodies over 4,096 bytes, twice their size, and what their lists and objects take, until their response; messages of sockets, also those that are still arriving',
    refusal: '`RATE_LIMITED`; close code 1013',
    unit: 'bytes',
  },
  responses: {
    what: "the platform's responses, estimated as parsed, until the operation has its result",
    refusal: '`UPSTREAM_UNAVAILABLE`; one that alone is too much: `UPSTREAM_BAD_RESPONSE`',
    unit: 'bytes',
  },
  unread: { what: 'unread output', refusal: 'the connection closes', unit: 'bytes' },
};

const SCOPES: Readonly<Record<Scope, string>> = {
  user: 'user',
  plugin: 'plugin',
  network: 'network',
  site: '/48',
  unproven: 'all networks',
  process: 'process',
};

/** `docs/limits.md` with its table of what callers may spend and hold by default; `npm run limits:print` writes it. */
export function withCallerLimits(page: string): string {
  if (!PLACE.test(page)) throw new Error('docs/limits.md has no place for the table');
  const { rateLimit, eventRetention, signInLimit, rejectedSignIns, connectionLimit, heldLimit } = readConfig(
    {},
  );
  const rows = limitsOf({
    rate: rateLimit,
    retention: eventRetention,
    signIns: signInLimit,
    rejectedSignIns,
    connections: connectionLimit,
    held: heldLimit,
  });
  const head = ['limited', 'within', ...Object.values(SCOPES), 'variable', 'refusal'];
  const body = Object.entries(DESCRIBED).map(([resource, described]) => {
    const found = Object.entries(rows).find(([name]) => name === resource);
    if (!found) throw new Error(`there is no row ${resource}`);
    return cellsOf(found[1], described);
  });
  const table = [head, head.map(() => '---'), ...body];
  return page.replace(PLACE, table.map((cells) => `| ${cells.join(' | ')} |`).join('\n'));
}

const WINDOWS: ReadonlyMap<Row['window'], string> = new Map([
  [null, 'held'],
  [60_000, 'a minute'],
  [300_000, '5 minutes'],
]);

const cellsOf = (row: Row, { what, refusal, variable, unit }: Described): string[] => [
  what,
  WINDOWS.get(row.window) ?? '`EVENT_RETENTION`',
  ...(Object.keys(SCOPES) as Scope[]).map((scope) => shown(row.limits[scope], unit)),
  variable ? `\`${variable}\`` : '',
  refusal,
];

function shown(limit: number | undefined, unit: Described['unit']): string {
  if (limit === undefined) return '';
  return unit === 'bytes' && limit >= 100_000
    ? `${(limit / 1e6).toLocaleString('en-US')} MB`
    : limit.toLocaleString('en-US');
}

if (import.meta.main) writeGenerated(LIMITS_PAGE, withCallerLimits(readFileSync(LIMITS_PAGE, 'utf8')));
