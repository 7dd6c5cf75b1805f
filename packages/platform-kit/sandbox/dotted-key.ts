import { isRecord } from '../conformance/json.ts';
import { badRequest } from './refusal.ts';

/** Names that reach an object's prototype instead of its data. */
const UNSAFE_SEGMENTS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** The segments of `huts.0.beds`. Contract: Buckets (dot-notation location). */
export function segmentsOf(key: string): string[] {
  const segments = key.split('.');
  for (const segment of segments) {
    if (segment === '') throw badRequest('key has an empty segment');
    if (UNSAFE_SEGMENTS.includes(segment)) throw badRequest(`key must not contain ${segment}`);
  }
  return segments;
}

/** The value at a location. Undefined if the data has no such location. */
export function valueAt(data: unknown, segments: readonly string[]): unknown {
  let value = data;
  for (const segment of segments) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = Array.isArray(value) ? value[Number(segment)] : Reflect.get(value, segment);
  }
  return value;
}

/** Sets the value at a location in place, creating missing objects on the path. */
export function setAt(data: Record<string, unknown>, segments: readonly string[], value: unknown): void {
  let target: unknown = data;
  segments.forEach((segment, depth) => {
    const isLast = depth === segments.length - 1;
    const path = segments.slice(0, depth).join('.');
    if (Array.isArray(target)) {
      const index = indexIn(target, segment, path);
      if (isLast) target[index] = value;
      else target[index] ??= {};
      target = target[index];
    } else if (isRecord(target)) {
      if (isLast) Reflect.set(target, segment, value);
      else if (!Object.hasOwn(target, segment)) Reflect.set(target, segment, {});
      target = target[segment];
    } else {
      throw badRequest(`key goes through ${path}, which is neither an object nor an array`);
    }
  });
}

/** Rejects data with keys, at any depth, that could never be addressed safely. */
export function refuseUnsafeKeys(value: unknown): void {
  if (Array.isArray(value)) value.forEach(refuseUnsafeKeys);
  if (!isRecord(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (UNSAFE_SEGMENTS.includes(key)) throw badRequest(`data must not contain the key ${key}`);
    refuseUnsafeKeys(inner);
  }
}

/** An existing index of an array, or the one right after its end. */
function indexIn(list: unknown[], segment: string, path: string): number {
  const index = /^\d+$/.test(segment) ? Number(segment) : Number.NaN;
  if (!(index <= list.length))
    throw badRequest(`${segment} is not an index of the array ${path}, nor the one after its end`);
  return index;
}
