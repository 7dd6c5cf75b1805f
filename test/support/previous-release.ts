import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processEnvironment } from './process-environment.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The release before this one: the commit that gave the changelog its latest version. */
export interface PreviousRelease {
  version: string;
  commit: string;
}

/** A release with its own packages, in a temporary directory. */
export interface InstalledRelease {
  /** Its `src/main.ts`. */
  main: string;
  remove(): void;
}

/** Finds the previous release. A text: why it cannot be found. */
export function findPreviousRelease(): PreviousRelease | string {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const versions = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version = '']) => version);
  try {
    if (git('rev-parse', '--is-shallow-repository') === 'true')
      return 'the clone is shallow: the commit of the previous release is needed (git fetch --unshallow)';
    const head = git('rev-parse', 'HEAD');
    for (const version of versions) {
      const commits = git('log', '--format=%H', '--reverse', `-S## ${version} (`, '--', 'CHANGELOG.md');
      const [commit = ''] = commits.split('\n');
      // At the commit of a release, the previous one is another.
      if (commit !== '' && commit !== head) return { version, commit };
    }
    return 'no commit adds a version to the changelog';
  } catch {
    return 'there is no Git history';
  }
}

/**
 * Checks out a release into a temporary directory and installs the packages of its own lock file, because the packages of
 * this one may lack some of them.
 */
export function installRelease({ commit }: PreviousRelease): InstalledRelease {
  const directory = mkdtempSync(join(tmpdir(), 'previous-release-'));
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 200_000_000 });
    execFileSync('tar', ['-x', '-C', directory], { input: archive });
    execFileSync(
      'npm',
      ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'],
      {
        cwd: directory,
        env: { ...processEnvironment(), HOME: process.env.HOME ?? directory },
        stdio: 'pipe',
      },
    );
    return { main: join(directory, 'src/main.ts'), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
