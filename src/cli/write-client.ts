import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { tarballOf } from './tarball.ts';

/**
 * Writes the client package that fits this graph as a tarball, for apps to install without a registry.
 * @returns the path of the file.
 * @throws Error whose message is fit for display.
 */
export const writeClient = (folder: string): string => write('client', folder);

/** Writes the tools for coding agents as a tarball, which needs no other package. Otherwise as {@link writeClient}. */
export const writeTools = (folder: string): string => write('mcp', folder);

function write(name: 'client' | 'mcp', folder: string): string {
  const script = join(import.meta.dirname, '../../packages', name, 'scripts/pack.ts');
  if (!existsSync(script))
    throw new Error(`packages/${name} is not in this installation: use a clone of the repository`);
  using built = mkdtempDisposableSync(join(tmpdir(), `${name}-`));
  execFileSync(process.execPath, [script, built.path], { stdio: 'inherit' });
  // Our own file.
  const manifest = JSON.parse(readFileSync(join(built.path, 'package.json'), 'utf8'));
  const file = join(folder, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, tarballOf(built.path));
  return file;
}

/** Writes the client package, and the tools for coding agents. @returns their paths, with instructions. */
export function writeForApps(folder: string): string {
  const client = resolve(writeClient(folder));
  return `The client package that fits this graph: ${client}\nIn the folder of an app: npm install "${client}"\nThe tools for coding agents (packages/mcp/README.md): ${resolve(writeTools(folder))}\n`;
}
