import { createHash } from 'node:crypto';
import { isRecord } from '../graph/is-record.ts';
import type { Json } from './log.ts';

export type { Json } from './log.ts';
export type JsonObject = { readonly [key: string]: Json };

export const isJsonObject = (json: Json | undefined): json is JsonObject => isRecord(json);

/** What was parsed from JSON, as JSON: drops nothing, since there is nothing else in it. */
export const asJson = (parsed: unknown): Json => JSON.parse(JSON.stringify(parsed ?? null));

/** The text that equal values have in common, whatever the order of their keys (RFC 8785 in spirit). */
export function canonical(json: Json): string {
  if (Array.isArray(json)) return `[${json.map(canonical).join(',')}]`;
  if (!isJsonObject(json)) return JSON.stringify(json);
  const members = Object.keys(json)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(json[key] ?? null)}`);
  return `{${members.join(',')}}`;
}

/** A short name for a value, the same for equal ones. */
export const fingerprint = (json: Json): string =>
  createHash('sha256').update(canonical(json)).digest('base64url');
