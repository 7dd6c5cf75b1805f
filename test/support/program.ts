import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Path of the first of these programs found in PATH. On Debian a missing program's package is installed, which several
 * test files may attempt at once. Null: not found and not installable.
 */
export function findProgram(names: readonly string[], debianPackage: string): string | null {
  const found = firstOnPath(names);
  if (found || process.getuid?.() !== 0 || !firstOnPath(['apt-get'])) return found;
  const install = ['install', '-y', '-q', '--no-install-recommends', debianPackage];
  // A new machine may have no package lists yet.
  for (const steps of [[install], [['update', '-q'], install]]) {
    try {
      for (const step of steps) aptGet(step);
      break;
    } catch {
      // The caller reports the missing program.
    }
  }
  return firstOnPath(names);
}

function aptGet(args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  execFileSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { env, stdio: 'ignore' });
}

/** Path of the first of these programs found in PATH. Null: none of them. */
export function firstOnPath(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
