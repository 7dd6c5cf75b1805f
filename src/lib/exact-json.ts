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

/** Digits of the shortest number that a double may not represent exactly. */
const LONG = 16;
/** A number with so many digits. Few strings look like one. */
const LONG_NUMBER = /(?:^|[\s:,[.-])\d{16}/;

/** Whether a JSON text may have numbers that a double cannot hold: one in every 16 characters is looked at. */
function hasLongNumber(text: string): boolean {
  for (let index = LONG - 1; index < text.length; index += LONG) {
    const character = text.charCodeAt(index);
    const isDigit = character >= 0x30 && character <= 0x39;
    if (isDigit && LONG_NUMBER.test(text.slice(Math.max(0, index - LONG), index + LONG))) return true;
  }
  return false;
}

/** A parsed JSON text. */
export interface Parsed {
  json: unknown;
  /** Whether its numbers fit a double. False: perhaps not. */
  isExact: boolean;
}

/**
 * Parses JSON. A number that a double cannot hold becomes a value that {@link rawNumberOf} reads and `JSON.stringify` writes
 * unchanged. @throws SyntaxError
 */
export function parsed(text: string): Parsed {
  const isExact = !hasLongNumber(text);
  return { json: isExact ? JSON.parse(text) : JSON.parse(text, unchanged), isExact };
}

/** The value of {@link parsed}. @throws SyntaxError */
export const parseExactly = (text: string): unknown => parsed(text).json;

/** The same, but a number with a fraction or an exponent becomes the nearest double. */
export const parseExactIntegers = (text: string): unknown =>
  hasLongNumber(text) ? JSON.parse(text, integersUnchanged) : JSON.parse(text);

function integersUnchanged(key: string, value: unknown, ...rest: readonly unknown[]): unknown {
  const changed = unchanged(key, value, ...rest);
  const source = rawNumberOf(changed);
  return source === null || INTEGER.test(source) ? changed : value;
}

const INTEGER = /^-?\d+$/;

/** Whether a double holds an integer. */
export const isExact = (source: string): boolean => source.length < LONG || String(Number(source)) === source;

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
