import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}
interface Lock {
  packages: Record<string, { hasInstallScript?: true; integrity?: string; optional?: true; link?: true }>;
}

const manifest: Manifest = JSON.parse(read('package.json'));
/** The manifests whose packages are reviewed: the client package and the examples have those of their stacks. */
const manifests: readonly Partial<Manifest>[] = [
  manifest,
  ...['packages/explorer', 'packages/mcp', 'packages/platform-kit', 'packages/projection', '.ci/runtime'].map(
    (folder) => JSON.parse(read(`${folder}/package.json`)),
  ),
];
const lock: Lock = JSON.parse(read('package-lock.json'));
const versions = manifests
  .flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  )
  .filter(([name]) => !name.startsWith('learning-platform-'));
const direct = versions.map(([name]) => name);

/** The package names in the first column of the libraries table; a `*` matches any ending. */
function namesInTable(): string[] {
  return [...read('docs/decisions/libraries.md').matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

const isNamedBy = (name: string, entry: string): boolean =>
  entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry;

describe('the supply chain', () => {
  const named = namesInTable();

  it('gives a reason in docs/decisions/libraries.md for every package in a package.json', () => {
    expect(direct.length).toBeGreaterThan(20);
    expect(direct.filter((name) => !named.some((entry) => isNamedBy(name, entry)))).toEqual([]);
  });

  it('gives reasons only for packages in a package.json', () => {
    expect(named.filter((entry) => !direct.some((name) => isNamedBy(name, entry)))).toEqual([]);
  });

  it('pins each package to an exact version', () => {
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('allows install scripts only of reviewed packages', () => {
    const withScript = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
    expect(new Set(withScript)).toEqual(new Set(Object.keys(manifest.allowScripts)));
  });

  it('locks every package by integrity hash, except builds for other systems', () => {
    const loose = Object.entries(lock.packages).filter(
      // The other entries are this project and its workspaces.
      ([path, { integrity, optional, link }]) =>
        path.startsWith('node_modules/') && !integrity && !optional && !link,
    );
    expect(loose.map(([path]) => path)).toEqual([]);
  });
});
