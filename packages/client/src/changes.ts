import { WRITES } from './generated/graph-facts.ts';

/** Whether a cache has an old value under a key, such as `notes({…})`, of a record with this ID, or of the root. */
export type IsOutdated = (id: unknown, key: string) => boolean;

/**
 * The data that the mutations of a response have changed, by the names of fields: few names occur in several types. A field
 * without arguments that the response itself has for a record is up to date.
 * @param text names the mutations. @param data their results; null: refused.
 */
export function changedBy(
  text: string,
  data: Readonly<Record<string, unknown>> | null | undefined,
): IsOutdated {
  const changed = Object.values(data ?? {}).some(Boolean)
    ? Object.entries(WRITES).flatMap(([field, names]) => (text.includes(field) ? names.split(' ') : []))
    : [];
  const stated = new Set<string>();
  JSON.stringify(data, function (this: { id?: unknown }, name, value: unknown) {
    stated.add(`${this.id}.${name}`);
    return value;
  });
  return (id, key) => changed.includes(`${/^\w*/.exec(key)}`) && !stated.has(`${id}.${key}`);
}

/** The type of the records that a mutation deletes. Undefined: it deletes none. */
export const deletedBy = (mutation: string): string | undefined => /^delete(.+)/.exec(mutation)?.[1];
