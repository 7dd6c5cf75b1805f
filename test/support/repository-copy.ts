import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Folders beside the packages that tools write to. */
const CACHES = new Set(['.cache', '.vite', '.vite-temp', '.vitest-cache']);

/** Copies the files of the repository as they are now, also if they are not committed. */
export function copyFiles(copy: string): void {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  for (const file of files.filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
}

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
