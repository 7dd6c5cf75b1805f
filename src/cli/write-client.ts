import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Writes the client package that fits this graph as a tarball, for apps to install without a registry.
 * @returns the path of the file.
 * @throws Error whose message is fit for display.
 */
export const writeClient = (folder: string): string => write('client', folder);

function write(name: 'client' | 'mcp', folder: string): string {
  const script = join(import.meta.dirname, '../../packages', name, 'scripts/pack.ts');
  if (!existsSync(script))
    throw new Error(`packages/${name} is not in this installation: use a clone of the repository`);
  return join(folder, execFileSync(process.execPath, [script, folder], { encoding: 'utf8' }).trim());
}

/** Writes the client package, and the tools for coding agents. @returns their paths, with instructions. */
export function writeForApps(folder: string): string {
  const client = resolve(writeClient(folder));
  return `The client package that fits this graph: ${client}\nIn the folder of an app: npm install "${client}"\nThe tools for coding agents (packages/mcp/README.md): ${resolve(write('mcp', folder))}\n`;
}
