import { badInput, type InputPath } from '../../graph/errors.ts';

/** Names that reach an object's prototype instead of its data. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a key is valid. Contract: Buckets, dot-notation keys. */
export const isKey = (key: string): boolean =>
  key.split('.').every((name) => name !== '' && !FORBIDDEN_NAMES.has(name));

/** @throws GatewayError BAD_USER_INPUT */
export function checkKey(key: string, argument: InputPath): void {
  if (isKey(key)) return;
  throw badInput(
    argument,
    'INVALID',
    'must be names separated by dots; no name may be empty, `__proto__`, `constructor` or `prototype`.',
  );
}
