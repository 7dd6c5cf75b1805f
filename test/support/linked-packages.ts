import { globSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Folders beside the packages that tools write to. */
const CACHES = new Set(['.cache', '.vite', '.vite-temp', '.vitest-cache']);

/** Gives a copy of the repository the installed packages. Its caches go with it, and its workspaces are its own. */
export function linkPackages(copy: string): void {
  mkdirSync(join(copy, 'node_modules'));
  const packages = readdirSync(join(ROOT, 'node_modules')).filter((name) => !CACHES.has(name));
  const nested = globSync('{examples,packages}/*/node_modules', { cwd: ROOT });
  for (const name of [...packages.map((entry) => join('node_modules', entry)), ...nested]) {
    const from = join(ROOT, name);
    symlinkSync(lstatSync(from).isSymbolicLink() ? readlinkSync(from) : from, join(copy, name));
  }
}
