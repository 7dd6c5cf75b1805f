import type { TSchema } from 'typebox';
import { asDoubles, rawNumberOf } from '../lib/exact-json.ts';
import { isRecord } from '../lib/is-record.ts';
import { type Parts, partsOf, structureOf } from './schema-parts.ts';

/** Leaves with any JSON, which stays as it was sent. */
const FREE: ReadonlySet<string> = new Set(['any', 'list', 'object']);

/** A value converted to a wire type, or the ID that its row lacks. */
type Conformed = { value: unknown } | { lacks: string };

/**
 * Converts a row to its wire type, as far as the rule allows: rows in it that have no ID are left out, and a number
 * that a double cannot hold becomes a double, or as an ID its text. Only for a row that does not match as it was sent.
 * @param leftOut called with the missing ID of each row that is left out.
 */
export function conform(schema: TSchema, row: unknown, leftOut: (member: string) => void): unknown {
  const whole = (parts: Parts, value: unknown): Conformed => {
    if (parts.leaf !== undefined) return { value: FREE.has(parts.leaf) ? value : asDoubles(value) };
    const raw = rawNumberOf(value);
    if (raw !== null) return { value: /^-?\d+$/.test(raw) ? raw : Number(raw) };
    const inner = parts.anyOf ? structureOf(parts) : parts;
    if (inner?.items && Array.isArray(value)) return listOf(partsOf(inner.items, inner.definitions), value);
    return inner?.properties && isRecord(value) ? objectOf(inner, value) : { value };
  };
  const objectOf = (
    { properties = {}, required = [], definitions }: Parts,
    value: Record<string, unknown>,
  ): Conformed => {
    const lacking = required.find((name) => value[name] == null);
    if (lacking !== undefined) return { lacks: lacking };
    const members = Object.entries(properties).flatMap(([name, schema]) => {
      if (value[name] == null) return [];
      const member = whole(partsOf(schema, definitions), value[name]);
      if ('value' in member) return [[name, member.value] as const];
      leftOut(member.lacks);
      return [[name, null] as const];
    });
    return { value: { ...value, ...Object.fromEntries(members) } };
  };
  const listOf = (item: Parts, list: readonly unknown[]): Conformed => {
    const rows: unknown[] = [];
    for (const one of list) {
      const found = whole(item, one);
      if ('value' in found) rows.push(found.value);
      else leftOut(found.lacks);
    }
    // If every row lacks its ID, the ID was renamed: the list must not look empty.
    return rows.length === 0 && list.length > 0 ? { value: list } : { value: rows };
  };
  const found = whole(partsOf(schema), row);
  return 'value' in found ? found.value : row;
}
