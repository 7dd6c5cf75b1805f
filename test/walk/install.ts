import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Does in a folder what `npm install` would, without a network.
 * @param name of the package in the tarball.
 * @param folders of this repository whose packages are found beside it, the first one first.
 */
export async function install(
  app: string,
  name: string,
  tarball: string,
  folders: readonly string[] = ['.'],
  isNamed = (each: string): boolean => each === '.bin' || !each.startsWith('.'),
): Promise<void> {
  const packages = join(app, 'node_modules');
  const installed = join(packages, name);
  mkdirSync(installed, { recursive: true });
  await promisify(execFile)('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  for (const folder of folders.map((each) => join(ROOT, each, 'node_modules')))
    for (const each of readdirSync(folder).filter(isNamed)) {
      const link = join(packages, each);
      if (!existsSync(link)) symlinkSync(join(folder, each), link);
    }
}
