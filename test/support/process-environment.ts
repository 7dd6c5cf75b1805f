import { EXECUTOR } from './executor.ts';

/**
 * What a process started by a test inherits: the search path, and the compiled code that the
 * processes of a run share. Each sandbox platform starts anew.
 */
export function processEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, NODE_COMPILE_CACHE, SANDBOX_STATE: 'none', EXECUTOR };
}

/** The same for a process that runs a file of `src/`, which starts in half the time as packed: see `packed-sources.ts`. */
export const sourceEnvironment = (): Record<string, string> => ({
  ...processEnvironment(),
  NODE_OPTIONS: process.env.PACKED_SOURCES ?? '',
});
