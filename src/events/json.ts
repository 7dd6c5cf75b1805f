import { createHash } from 'node:crypto';
import { isRecord } from '../lib/is-record.ts';
import type { Json } from './log.ts';

export type { Json } from './log.ts';
export type JsonObject = { readonly [key: string]: Json };

export const isJsonObject = (json: Json | undefined): json is JsonObject => isRecord(json);

/** Converts the result of `JSON.parse` to `Json`. Lossless: it can contain nothing else. */
export const asJson = (parsed: unknown): Json => JSON.parse(JSON.stringify(parsed ?? null));

/** Parses stored JSON. Undefined: it is none. */
export function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Serializes a value so that equal values give equal text, regardless of key order (in the spirit of RFC 8785). */
export function canonical(json: Json): string {
  if (Array.isArray(json)) return `[${json.map(canonical).join(',')}]`;
  if (!isJsonObject(json)) return JSON.stringify(json);
  const members = Object.keys(json)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(json[key] ?? null)}`);
  return `{${members.join(',')}}`;
}

/** A digest of a value; equal values have equal digests. */
export const fingerprint = (json: Json): string =>
  createHash('sha256').update(canonical(json)).digest('base64url');
