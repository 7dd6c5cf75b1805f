import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFiles } from '../support/repository-copy.ts';

/**
 * `npm run test:graphql -- 17.1.0 [arguments of vitest]`: installs another version of graphql in a copy of the repository,
 * also where a peer does not allow it, checks the types, and runs `npm test` there.
 */

const [version, ...args] = process.argv.slice(2);
if (!version || !/^\d+\.\d+\.\d+\S*$/.test(version)) {
  process.stderr.write('Name a version of graphql: npm run test:graphql -- 17.1.0\n');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'graphql-'));
const run = (command: string, ...words: string[]): boolean =>
  spawnSync(command, words, { cwd: folder, stdio: 'inherit' }).status === 0;
try {
  copyFiles(folder);
  const manifest = join(folder, 'package.json');
  // The override makes all workspaces and packages follow this line.
  const own = /^( {4}"graphql": )"[\d.]+"/m;
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(own, `$1"${version}"`));
  // Some tests list files with Git.
  execFileSync('git', ['init', '-q'], { cwd: folder });
  execFileSync('git', ['add', '-A'], { cwd: folder });
  const passed =
    run('npm', 'install', '--no-audit', '--no-fund') &&
    run('npx', 'tsc') &&
    run('npm', 'test', '--', ...args);
  process.exitCode = passed ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
