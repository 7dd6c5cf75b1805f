import { execFileSync, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkPackages } from '../support/repository-copy.ts';
import { nextVersion, readFragment } from './changes.ts';

const ROOT = join(import.meta.dirname, '../..');
const FIX = readFragment('a.fixed.md', '- Mended.');
const ADDITION = readFragment('b.changed.md', '- Added.');
const BREAK = readFragment('c.breaking.md', '- Renamed.');

describe('the size of a release', () => {
  it.each([
    ['0.2.0', 'minor', [BREAK], '0.3.0'],
    ['0.2.0', 'major', [BREAK, FIX], '1.0.0'],
    ['1.4.2', 'patch', [FIX], '1.4.3'],
    ['1.4.2', 'minor', [FIX, ADDITION], '1.5.0'],
    ['1.4.2', 'major', [BREAK], '2.0.0'],
  ])('after %s, %s', (last, size, fragments, version) => {
    expect(nextVersion(last, size, fragments)).toBe(version);
  });

  it.each([
    ['0.2.0', 'patch', [BREAK], 'c.breaking.md breaks: release minor or major'],
    ['1.4.2', 'minor', [BREAK], 'c.breaking.md breaks: release major'],
    ['1.4.2', 'patch', [ADDITION], 'b.changed.md is no fix: release minor'],
    ['1.4.2', 'huge', [FIX], 'major, minor or patch'],
    ['1.4.2', undefined, [FIX], 'major, minor or patch'],
  ])('after %s, is not %s', (last, size, fragments, problem) => {
    expect(() => nextVersion(last, size, fragments)).toThrow(problem);
  });

  it.each([
    ['c.md', '- Renamed.', 'name it <subject>.breaking|changed|fixed.md'],
    ['c.fixed.md', 'Mended.', 'write list items'],
    ['c.fixed.md', '- Mended.\n\nUpgrading: Wait.', 'write list items'],
  ])('is not decided by a change without its form: %s, %j', (name, text, problem) => {
    expect(() => readFragment(name, text)).toThrow(problem);
  });
});

describe('a release', { tags: 'slow' }, () => {
  let copy: string;
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: copy, encoding: 'utf8' }).trim();
  const read = (file: string): string => readFileSync(join(copy, file), 'utf8');
  const run = (size: string): { status: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['test/release/release.ts', size], {
      cwd: copy,
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  };

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'release-'));
    execFileSync('git', ['clone', '--quiet', ROOT, copy]);
    git('config', 'user.name', 'Somebody');
    git('config', 'user.email', 'somebody@example.org');
    linkPackages(copy);
    mkdirSync(join(copy, 'docs/changes'), { recursive: true });
    writeFileSync(
      join(copy, 'docs/changes/zebra.breaking.md'),
      '- `ZEBRA` is gone ([limits](../limits.md)).\n\nUpgrade: Remove `ZEBRA` ([how](../../deploy/README.md)).\n\nRollback: Set it again.\n',
    );
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('needs a clean working tree', () => {
    expect(run('major')).toEqual({
      status: 1,
      output: expect.stringContaining('The working tree has changes'),
    });
  });

  it('has its changelog, upgrade page, versions and tag; the next commit is no release', {
    timeout: 300_000,
  }, () => {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Change something');
    const result = run('major');
    expect(result).toEqual({ status: 0, output: expect.stringContaining('Released 1.0.0.') });

    expect(git('tag', '--points-at', 'HEAD~1')).toBe('v1.0.0');
    git('checkout', '--quiet', 'v1.0.0');
    const [, section = ''] = read('CHANGELOG.md').split(/^## /m);
    expect(section).toMatch(/^1\.0\.0 \(\d{4}-\d\d-\d\d\)\n\n### Breaking\n/);
    expect(section).toContain('- `ZEBRA` is gone ([limits](docs/limits.md)).');
    const upgrading = read('deploy/UPGRADING.md');
    const steps = upgrading.slice(upgrading.indexOf('## 1.0.0'));
    expect(steps).toMatch(
      /From 0\.2\.0[\s\S]*Remove `ZEBRA` \(\[how\]\(README\.md\)\)\.[\s\S]*Back to 0\.2\.0[\s\S]*Set it again\./,
    );
    expect(readdirSync(join(copy, 'docs/changes'))).toEqual(['README.md']);
    const manifest = JSON.parse(read('package.json'));
    expect([manifest.version, manifest.dependencies['learning-platform-kit']]).toEqual(['1.0.0', '1.0.0']);
    expect(JSON.parse(read('packages/explorer/package.json')).version).toBe('1.0.0');
    const { packages } = JSON.parse(read('package-lock.json'));
    expect([packages[''].version, packages['packages/projection'].version]).toEqual(['1.0.0', '1.0.0']);
    expect(packages[''].devDependencies['learning-platform-explorer']).toBe('1.0.0');
    expect(read('deploy/Dockerfile')).toContain('image.version="1.0.0"');

    // Whoever has the commit can make the package again, and compare.
    const { subject, predicate } = JSON.parse(read('release/provenance.json'));
    const tarballs = ['learning-platform-client-0.1.0.tgz', 'learning-platform-mcp-1.0.0.tgz'];
    expect(readdirSync(join(copy, 'release')).toSorted()).toEqual([...tarballs, 'provenance.json']);
    const sha512 = (file: string): string => hash('sha512', readFileSync(join(copy, file)));
    expect(subject).toEqual(
      tarballs.map((name) => ({ name, digest: { sha512: sha512(join('release', name)) } })),
    );
    expect(predicate.buildDefinition.resolvedDependencies[0].digest.gitCommit).toBe(
      git('rev-parse', 'v1.0.0'),
    );
    execFileSync(process.execPath, ['src/start.js', '--client', 'again'], { cwd: copy });
    for (const { name, digest } of subject) expect(sha512(join('again', name))).toBe(digest.sha512);
    rmSync(join(copy, 'again'), { recursive: true });

    git('checkout', '--quiet', '-');
    expect(JSON.parse(read('package.json')).version).toBe('1.0.1-dev');
    expect(git('status', '--porcelain')).toBe('');
    expect(run('patch')).toEqual({
      status: 1,
      output: expect.stringContaining('There is nothing to release'),
    });
  });
});
