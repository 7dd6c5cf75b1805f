import { type Check, effectOf, nameOf } from './checks.ts';
import type { Report, ReportedFinding, RouteReport } from './report.ts';

const ROUTE_WIDTH = 66;
/** Maximum fields per line; `--json` has them all. */
const FIELDS_SHOWN = 3;

export const tableHead = (): string => line('route', 'status', 'ms', 'result');

/** A route and its findings. */
export function tableRows({
  route,
  variant,
  outcome,
  status,
  latencyMs,
  reason,
  findings,
}: RouteReport): string {
  const name = variant === null ? route : `${route} (${variant})`;
  const result = reason === null ? outcome : `${outcome}: ${reason}`;
  const head = line(name, status ?? '-', latencyMs ?? '-', result);
  return [head, ...findings.map(findingLine)].join('\n');
}

export const tableEnd = ({ conforming, differing, skipped, marker, shapes }: Report): string =>
  [
    `${conforming} conform, ${differing} differ, ${skipped} skipped.`,
    ...(Object.keys(shapes).length === 0
      ? []
      : [
          '',
          'A file with these entries, as PLATFORM_SHAPES, would make the platform fit:',
          JSON.stringify(shapes, null, 2),
        ]),
    ...(marker === null ? [] : [`Anything this run created and could not remove is named ${marker}.`]),
  ].join('\n');

/** Announces a write before it is sent. */
export const announcement = (check: Check): string => {
  const { does, leaves } = effectOf(check) ?? { does: 'reads', leaves: null };
  return `  ${nameOf(check)}: ${does}${leaves === null ? '' : `; leaves ${leaves}`}`;
};

const line = (route: string, status: number | string, ms: number | string, result: string): string =>
  `${route.padEnd(ROUTE_WIDTH)} ${String(status).padStart(6)} ${String(ms).padStart(6)}  ${result}`;

function findingLine({ kind, member, expected, found, isDifference, fields }: ReportedFinding): string {
  const what = [kind, ...(member === null ? [] : [member])].join(' ');
  return `    ${isDifference ? '✗' : '·'} ${what}${typesOf(expected, found)}${fieldsOf(fields)}`;
}

function typesOf(expected: string | null, found: string | null): string {
  if (found === null) return expected === null ? '' : ` (${expected})`;
  return expected === null ? ` (${found})` : `: ${found} instead of ${expected}`;
}

function fieldsOf(fields: readonly string[]): string {
  if (fields.length === 0) return '';
  const more = fields.length - FIELDS_SHOWN;
  return ` → ${fields.slice(0, FIELDS_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
