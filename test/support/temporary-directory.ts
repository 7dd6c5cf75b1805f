import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packSources } from './packed-sources.ts';

/** Compiled code, for this run and the next ones. */
const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/node-compile-cache');
/** Caches that test tools, and the tools of the walk, keep for the next run. */
const CACHES = new Set(['jiti', 'node-compile-cache']);
/** Files of Chromium, which leaves one behind if it is stopped while it writes. */
const OF_CHROMIUM = /^\.org\.chromium\./;

/**
 * Gives the run its own temporary directory, for the tests and all processes they start. The run fails if a test leaves
 * files in it.
 */
export default async function useOwnTemporaryDirectory(): Promise<() => void> {
  process.env.PACKED_SOURCES = await packSources();
  const directory = mkdtempSync(join(tmpdir(), 'gateway-tests-'));
  // Some tests start processes as an unprivileged user.
  chmodSync(directory, 0o755);
  process.env.TMPDIR = directory;
  // Tests start more than a hundred processes, which would each strip the types of the same files and compile them. Vitest's own
  // processes do not keep what they compiled: they would spend 5 s at the end to store each function of all sources.
  process.env.COMPILE_CACHE = COMPILE_CACHE;
  return () => {
    const left = readdirSync(directory).filter((name) => !CACHES.has(name) && !OF_CHROMIUM.test(name));
    rmSync(directory, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`tests left files in the temporary directory: ${left.join(', ')}`);
  };
}
