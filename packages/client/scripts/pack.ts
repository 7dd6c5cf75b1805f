import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

const CLIENT = join(import.meta.dirname, '..');
/** What npm packs whether a package names it or not. */
const ALWAYS = ['LICENSE', 'README.md', 'package.json'];

// Builds the package, and writes its files into an empty folder.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name an empty folder.');
execFileSync(process.execPath, [join(CLIENT, 'scripts/build.ts')], { stdio: 'inherit' });
for (const path of [...ALWAYS, ...manifest.files])
  cpSync(join(CLIENT, path), join(folder, path), { recursive: true });
