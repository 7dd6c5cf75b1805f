import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Caches that tools of the tests keep for their next run. */
const CACHES = new Set(['jiti', 'node-compile-cache']);

/**
 * Gives the run a temporary directory of its own, for the tests and every process that they start. A test that leaves
 * something in it fails the run.
 */
export default function useOwnTemporaryDirectory(): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'gateway-tests-'));
  // Some tests start processes of a user without rights.
  chmodSync(directory, 0o755);
  process.env.TMPDIR = directory;
  return () => {
    const left = readdirSync(directory).filter((name) => !CACHES.has(name));
    rmSync(directory, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`tests left files in the temporary directory: ${left.join(', ')}`);
  };
}
