import { badInput } from '../../graph/errors.ts';

/** Parts that reach an object's prototype instead of its data. */
const REFUSED = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a place in a bucket can be asked for. Contract: Buckets, dot-notation keys. */
export const isKey = (key: string): boolean =>
  key.split('.').every((part) => part !== '' && !REFUSED.has(part));

/** @throws GatewayError BAD_USER_INPUT */
export function checkKey(key: string, argument: string): void {
  if (isKey(key)) return;
  throw badInput(
    argument,
    'must be names with dots between them, none of them empty, `__proto__`, `constructor` or `prototype`.',
  );
}
