import { readFileSync, statSync } from 'node:fs';

/** Larger files are not secrets. */
const MAXIMUM_BYTES = 65_536;

/**
 * The content of a file, without one newline at its end.
 * @throws Error if it cannot be read or is too large.
 */
export function readSecretFile(path: string): string {
  if (statSync(path).size > MAXIMUM_BYTES) throw new RangeError('the file is too large');
  return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
}
