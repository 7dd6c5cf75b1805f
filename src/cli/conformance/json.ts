export type Json = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The type of a JSON value, by JSON's own names. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The JSON value of a text; null: the text is no JSON. */
export function parseJson(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return null;
  }
}

const LIST_NAMES = ['docs', 'data', 'items', 'results'];

/** The records of a list, bare or under one of the usual names. */
export function recordsIn(json: unknown): Json[] {
  const lists = [json, ...LIST_NAMES.map((name) => (isRecord(json) ? json[name] : undefined))];
  return (lists.find((candidate) => Array.isArray(candidate)) ?? []).filter(isRecord);
}

/** The first of these members that is an ID, as text. */
export function idIn(record: unknown, ...names: readonly string[]): string | undefined {
  if (!isRecord(record)) return undefined;
  const value = names.map((name) => record[name]).find((candidate) => isId(candidate));
  return value === undefined ? undefined : String(value);
}

const isId = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

/** The text of a member; undefined: there is none. */
export function textIn(record: unknown, name: string): string | undefined {
  const value = isRecord(record) ? record[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
