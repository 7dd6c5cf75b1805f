import { asDoubles } from '../lib/exact-json.ts';

/*
 * Parsers of members' values, in all accepted formats. Any other value is null: only its own field of the graph fails.
 * docs/decisions/where-the-contract-is-silent.md
 */

type Id = string | number | null | undefined;

/** The first usable ID, as text. */
export function firstId(...ids: readonly Id[]): string | null {
  const found = ids.find((candidate) =>
    typeof candidate === 'number' ? Number.isSafeInteger(candidate) : candidate != null && candidate !== '',
  );
  return found == null ? null : String(found);
}

/** The ID in a member of unknown type. Null: it is not one. */
export const asId = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? firstId(value) : null;

/** IDs from a list, or from one comma-separated text. Null: neither. */
export function toIds(sent: unknown): string[] | null {
  const ids = typeof sent === 'string' ? sent.split(',').map((id) => id.trim()) : sent;
  if (!Array.isArray(ids)) return null;
  const found = ids.filter((id) => id !== '').map(asId);
  return found.every((id) => id !== null) ? found : null;
}

/** A boolean, also from text. */
export function toFlag(value: unknown): boolean | null {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  return null;
}

/** A number, also from text; one that a double cannot hold as the nearest double. */
export function toNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : asDoubles(value);
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** A number of rows. */
export const toCount = (value: unknown): number | null => {
  const number = toNumber(value);
  return number !== null && number >= 0 ? number : null;
};

/** The members of a record that are among these, in their order. */
export const within = (record: object, members: object): Record<string, unknown> =>
  Object.fromEntries(Object.keys(members).map((name) => [name, Reflect.get(record, name)]));

/** The members of a record that are not among these. */
export const without = (record: object, members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !Object.hasOwn(members, name)));
