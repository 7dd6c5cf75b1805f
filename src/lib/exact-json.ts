import { isRecord } from './is-record.ts';

/*
 * JSON with numbers that a double cannot hold: they stay as they were sent. `JSON.rawJSON` is not in TypeScript's library yet.
 */

declare global {
  interface JSON {
    /** A value that `JSON.stringify` writes as this text. */
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): value is RawNumber;
  }
}

/** A number as its text. */
interface RawNumber {
  readonly rawJSON: string;
}

/** A number with enough digits to exceed the precision of a double. Few strings look like one. */
const LONG_NUMBER = /(?:^|[\s:,[.-])\d{16}/;

/** Whether a JSON text may have numbers that a double cannot hold. */
export const hasLongNumber = (text: string): boolean => LONG_NUMBER.test(text);

/**
 * Parses JSON. A number that a double cannot hold becomes a value that {@link rawNumberOf} reads and `JSON.stringify` writes
 * unchanged. @throws SyntaxError
 */
export const parseExactly = (text: string): unknown =>
  hasLongNumber(text) ? JSON.parse(text, unchanged) : JSON.parse(text);

/** A reviver. The last argument has the source text of a number. */
function unchanged(_key: string, value: unknown, ...[context]: readonly unknown[]): unknown {
  if (typeof value !== 'number' || !isRecord(context) || typeof context.source !== 'string') return value;
  return hasLongNumber(context.source) && String(value) !== context.source
    ? JSON.rawJSON(context.source)
    : value;
}

/** The nearest doubles of a number that a double cannot hold, or of those in a list. Any other value as it is. */
export function asDoubles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asDoubles);
  const raw = rawNumberOf(value);
  return raw === null ? value : Number(raw);
}

/** The text of a number that a double cannot hold. Null: any other value. */
export const rawNumberOf = (value: unknown): string | null => (JSON.isRawJSON(value) ? value.rawJSON : null);
