import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Option of Node with which the sources load in half the time: see `packed-packages.ts`. */
export const PACKED = `--import ${pathToFileURL(join(import.meta.dirname, 'packed-import.ts')).href}`;

/**
 * What a process started by a test inherits: the search path, and the compiled code that the
 * processes of a run share. Each sandbox platform starts anew.
 */
export function processEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, NODE_COMPILE_CACHE, SANDBOX_STATE: 'none' };
}

/** The same for a process that runs a file of `src/`. */
export const sourceEnvironment = (): Record<string, string> => ({
  ...processEnvironment(),
  NODE_OPTIONS: PACKED,
});
