import { badRequest } from './refusal.ts';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names that reach an object's prototype rather than its data. */
const REFUSED_SEGMENTS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** The segments of `huts.0.beds`. Contract: Buckets (dot-notation location). */
export function segmentsOf(key: string): string[] {
  const segments = key.split('.');
  for (const segment of segments) {
    if (segment === '') throw badRequest('key has an empty segment');
    if (REFUSED_SEGMENTS.includes(segment)) throw badRequest(`key must not contain ${segment}`);
  }
  return segments;
}

/** The value at a location, or undefined where the data has no such place. */
export function valueAt(data: unknown, segments: readonly string[]): unknown {
  let value = data;
  for (const segment of segments) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = Array.isArray(value) ? value[Number(segment)] : Reflect.get(value, segment);
  }
  return value;
}

/** Sets the value at a location in place, making the objects on the way to it. */
export function setAt(data: Record<string, unknown>, segments: readonly string[], value: unknown): void {
  let place: unknown = data;
  segments.forEach((segment, depth) => {
    const isLast = depth === segments.length - 1;
    const path = segments.slice(0, depth).join('.');
    if (Array.isArray(place)) {
      const index = indexIn(place, segment, path);
      if (isLast) place[index] = value;
      else place[index] ??= {};
      place = place[index];
    } else if (isRecord(place)) {
      if (isLast) place[segment] = value;
      else if (!Object.hasOwn(place, segment)) place[segment] = {};
      place = place[segment];
    } else {
      throw badRequest(`key leads through ${path}, which is neither an object nor an array`);
    }
  });
}

/** Refuses data whose own keys, at any depth, could never be addressed safely. */
export function refuseUnsafeKeys(value: unknown): void {
  if (Array.isArray(value)) value.forEach(refuseUnsafeKeys);
  if (!isRecord(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (REFUSED_SEGMENTS.includes(key)) throw badRequest(`data must not contain the key ${key}`);
    refuseUnsafeKeys(inner);
  }
}

/** An existing place of an array, or the one right after its end. */
function indexIn(list: unknown[], segment: string, path: string): number {
  const index = /^\d+$/.test(segment) ? Number(segment) : Number.NaN;
  if (!(index <= list.length)) throw badRequest(`${path} is an array: ${segment} is no place in it`);
  return index;
}
