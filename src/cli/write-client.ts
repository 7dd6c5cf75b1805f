import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PACK = join(import.meta.dirname, '../../packages/client/scripts/pack.ts');

/**
 * Writes the client package that fits this graph as a tarball, for apps to install without a registry.
 * @returns the path of the file.
 * @throws Error whose message is fit for display.
 */
export function writeClient(folder: string): string {
  if (!existsSync(PACK))
    throw new Error('the client package is not in this installation: use a clone of the repository');
  const file = execFileSync(process.execPath, [PACK, folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return join(folder, file.trim());
}

/** Says where the package is and how an app installs it. */
export const clientNotice = (path: string): string =>
  `The client package that fits this graph: ${path}\nIn the folder of an app: npm install "${resolve(path)}"\n`;
