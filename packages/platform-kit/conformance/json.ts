export type Json = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON type of a value. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Parses JSON. Null: the text is not JSON. */
export function parseJson(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** The first of these members that is an ID, as text. Undefined: none is. */
export function idIn(record: unknown, ...names: readonly string[]): string | undefined {
  if (!isRecord(record)) return undefined;
  const value = names.map((name) => record[name]).find((candidate) => isId(candidate));
  return value === undefined ? undefined : String(value);
}

const isId = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

/** A member's text. Undefined: absent, empty or not text. */
export function textIn(record: unknown, name: string): string | undefined {
  const value = isRecord(record) ? record[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
