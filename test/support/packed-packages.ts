import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MODULES = join(import.meta.dirname, '../../node_modules');
const CACHE = join(MODULES, '.cache');
const OWNERS = ['typebox', 'graphql-scalars', '@graphql-tools/schema'];

/**
 * Packages that consist of hundreds of small modules, by the names under which `src/` imports them. None of them is
 * imported by another package of the gateway.
 */
const NAMES = ['typebox', 'typebox/schema', 'graphql-scalars', '@graphql-tools/schema'];

const fileOf = (name: string): string => `${name.replaceAll(/\W/g, '_')}.mjs`;

/** Where the packages are, which depends on their versions. */
function folder(): string {
  const versions = OWNERS.map((name): string => {
    const { version } = JSON.parse(readFileSync(join(MODULES, name, 'package.json'), 'utf8'));
    return version;
  });
  return join(CACHE, `packed-${versions.join('-')}`);
}

/** URLs of the packed packages by name. Empty if no run of the tests has packed them. */
export function packedPackages(): ReadonlyMap<string, string> {
  const packed = folder();
  if (!existsSync(packed)) return new Map();
  return new Map(NAMES.map((name) => [name, pathToFileURL(join(packed, fileOf(name))).href]));
}

/**
 * Packs them, unless an earlier run has: most of the time of a start is loading modules, and the tests start about a
 * hundred processes.
 */
export async function packPackages(): Promise<void> {
  const packed = folder();
  if (existsSync(packed)) return;
  const { rolldown } = await import('rolldown');
  const isPacked = (id: string): boolean =>
    /^[./]/.test(id) || NAMES.includes(id) || id.startsWith('@graphql-tools/');
  const build = await rolldown({
    input: Object.fromEntries(NAMES.map((name) => [fileOf(name), name])),
    cwd: join(MODULES, '..'),
    platform: 'node',
    external: (id) => !isPacked(id),
  });
  mkdirSync(CACHE, { recursive: true });
  const unfinished = mkdtempSync(`${CACHE}/packing-`);
  await build.write({ dir: unfinished, entryFileNames: '[name]', chunkFileNames: '[name]-[hash].mjs' });
  await build.close();
  try {
    renameSync(unfinished, packed);
  } catch {
    // Another run was faster.
    rmSync(unfinished, { recursive: true });
  }
}
