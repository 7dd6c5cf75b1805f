import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf } from 'learning-platform-kit/contract/routes';
import { writeGenerated } from '../../src/cli/generated-file.ts';
import { isRecord } from '../../src/lib/is-record.ts';
import type { Wire } from '../../src/platform/wire.ts';
import { answer, type Fault, html, status } from '../support/faults.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { declaredRoutes } from './declared.ts';
import { type Reach, reachTable } from './table.ts';
import { settle, walkOne } from './walk.ts';

const PAGE = join(import.meta.dirname, '../../docs/graph.md');
const PLACE = /(?<=<!-- empty responses -->\n)[\s\S]*?(?=<!-- \/empty responses -->)/;

/** Responses with nothing in them, which must not look like an empty result unless they are one. */
export const EMPTY_RESPONSES = {
  '404': status(404),
  'a page (200)': html,
  '`{}`': answer('{}'),
  '`{"data":[]}`': answer('{"data":[]}'),
} as const satisfies Record<string, Fault>;
export type EmptyResponse = keyof typeof EMPTY_RESPONSES;

/** What the fields of a route return. `as sent`: the contract shows no form, so any JSON is data. */
export type Outcome = 'error' | 'null' | 'empty list' | 'as sent' | 'another value';

/** The outcomes of every read route, by response. */
export type Outcomes = ReadonlyMap<string, Readonly<Record<EmptyResponse, readonly Outcome[]>>>;

/** Runs every operation of a read route with each of the responses. */
export async function readOutcomes(): Promise<Outcomes> {
  const gateway = await startGateway();
  try {
    const table = reachTable(await settle(gateway));
    const outcomes = new Map<string, Record<EmptyResponse, Outcome[]>>();
    for (const route of (await declaredRoutes()).values()) {
      const name = nameOf(route);
      if (route.kind === 'write') continue;
      const reaches = table.filter((reach) => reach.route === name);
      const found = async (response: EmptyResponse): Promise<Outcome[]> => {
        const each = new Set<Outcome>();
        for (const reach of reaches)
          for (const outcome of await outcomesOf(gateway, reach, route.read.wire, EMPTY_RESPONSES[response]))
            each.add(outcome);
        return [...each].toSorted();
      };
      outcomes.set(name, {
        '404': await found('404'),
        'a page (200)': await found('a page (200)'),
        '`{}`': await found('`{}`'),
        '`{"data":[]}`': await found('`{"data":[]}`'),
      });
    }
    return outcomes;
  } finally {
    await gateway.close();
  }
}

async function outcomesOf(
  gateway: TestGateway,
  reach: Reach,
  { form }: Wire,
  fault: Fault,
): Promise<Outcome[]> {
  const before = (await walkOne(gateway, reach)).result.data;
  gateway.faults.set(reach.route, fault);
  const { data, errors } = (await walkOne(gateway, reach)).result;
  gateway.faults.clear();
  if (errors.length > 0) return ['error'];
  const changes = changesOf(before, data);
  const isNull = changes.length > 0 && changes.every((change) => change === 'null');
  // What the platform sends otherwise may be the same.
  const isAsSent = changes.length === 0 || (!isNull && (form === 'open' || form === 'value'));
  return isAsSent ? ['as sent'] : changes;
}

/** What became of each value that differs, from the outside in. */
function changesOf(before: unknown, after: unknown): Outcome[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (after === null) return ['null'];
  if (Array.isArray(after) && after.length === 0) return ['empty list'];
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return after.flatMap((item, index) => changesOf(before[index], item));
  if (!isRecord(before) || !isRecord(after)) return ['another value'];
  const names = Object.keys(after).filter((name) => !PAGING.has(name));
  return names.flatMap((name) => changesOf(before[name], after[name]));
}

/** Members of a connection that follow from its list. */
const PAGING = new Set(['pageInfo', 'totalCount']);

/** The table in Markdown. */
export function outcomesMarkdown(outcomes: Outcomes): string {
  const responses = Object.keys(EMPTY_RESPONSES) as EmptyResponse[];
  const rows = [...outcomes].map(([route, found]) =>
    [`\`${route}\``, ...responses.map((response) => found[response].join(', '))].join(' | '),
  );
  return [
    `| route | ${responses.join(' | ')} |`,
    `|---${'|---'.repeat(responses.length)}|`,
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n');
}

/** The current table in the documentation. */
export const outcomesInDocs = (): string | undefined => PLACE.exec(readFileSync(PAGE, 'utf8'))?.[0];

if (import.meta.main) {
  const text = readFileSync(PAGE, 'utf8');
  if (!PLACE.test(text)) throw new Error('docs/graph.md has no markers for the table of empty responses');
  writeGenerated(PAGE, text.replace(PLACE, outcomesMarkdown(await readOutcomes())));
}
