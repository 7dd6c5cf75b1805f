import type { Clock } from '../lib/clock.ts';
import { instantOf } from '../lib/instant.ts';
import { isRecord } from '../lib/is-record.ts';
import type { Body } from './body.ts';
import type { Deviation } from './platform-observer.ts';
import { type Parts, partsOf, structureOf } from './schema-parts.ts';
import type { Wire } from './wire.ts';

/** Milliseconds between inspections of a route's responses. */
const INTERVAL = 10_000;
/** Maximum objects that one inspection looks at. */
const MAXIMUM_OBJECTS = 500;

/** Receives the deviations of one response. @param member path of documented names; empty: the row itself. */
type Report = (deviation: Deviation, member: string, times: number) => void;

/** Inspects a response that its reader has accepted, if an inspection of its route is due. */
export type Inspect = (route: string, wire: Wire, body: Body, report: Report) => void;

/**
 * Compares responses with their documented rows, beyond what readers check: promised members, types, unknown members. In
 * samples, because it looks at every value: the first response of each route, then one every ten seconds. Nothing of a
 * response is retained, and members have their documented names.
 */
export function createInspect(clock: Clock): Inspect {
  /** By route, when its latest inspection was. Bounded by the declared routes. */
  const latest = new Map<string, number>();
  return (route, { schema, rowsIn }, body, report) => {
    const now = clock.monotonic();
    if (!schema || now - (latest.get(route) ?? Number.NEGATIVE_INFINITY) < INTERVAL) return;
    latest.set(route, now);
    const parts = partsOf(schema);
    if (!parts.promised) return;
    const rows = rowsIn?.(body) ?? [];
    const found = new Map<string, { deviation: Deviation; member: string; times: number }>();
    const visit = createVisit((deviation, member) => {
      const key = `${deviation} ${member}`;
      const known = found.get(key) ?? { deviation, member, times: 0 };
      found.set(key, { ...known, times: known.times + 1 });
    });
    for (const row of rows) visit(parts, row, '');
    for (const { deviation, member, times } of found.values()) report(deviation, member, times);
  };
}

/** Looks at a value and what is in it. Of all values together, up to the maximum of objects. */
function createVisit(found: (deviation: Deviation, member: string) => void) {
  let left = MAXIMUM_OBJECTS;
  const visit = (parts: Parts, value: unknown, path: string): void => {
    const { leaf, properties, items, promised, definitions } = parts;
    if (value === null || value === undefined) return;
    if (leaf !== undefined && !isOfType(leaf, value)) found('type', path);
    // Several structures are an ID, which its reader has checked.
    const structure = structureOf(parts);
    if (structure) visit(structure, value, path);
    if (items && Array.isArray(value))
      for (const item of value) visit(partsOf(items, definitions), item, path);
    if (!properties || !isRecord(value) || left-- <= 0) return;
    for (const [name, schema] of Object.entries(properties)) {
      const member = path === '' ? name : `${path}.${name}`;
      if (value[name] === undefined && promised?.includes(name)) found('missing', member);
      // Child lessons are lessons: one path covers every depth.
      const shown = member.replace(/(childLessons\.)+(?=childLessons)/, '');
      visit(partsOf(schema, definitions), value[name], shown);
    }
    if (!promised) return;
    for (const name in value) if (!Object.hasOwn(properties, name)) found('unknown', path);
  };
  return visit;
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: isRecord,
  strings: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  list: Array.isArray,
  'string or strings': (value) => typeof value === 'string' || Array.isArray(value),
  instant: (value) => instantOf(value) !== null,
  'string or boolean': (value) => typeof value === 'string' || typeof value === 'boolean',
};
const isOfType = (leaf: string, value: unknown): boolean => TYPES[leaf]?.(value) ?? true;
