import { hash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = join(ROOT, 'src');
/** Stays a module of its own, in which tests replace values before a process reads them: see `bounds.ts`. */
const BOUNDS = join(SOURCES, 'config/bounds.ts');
/** Workspaces whose sources are packed with them. */
const PACKAGES = join(ROOT, 'packages');
const CACHE = join(ROOT, 'node_modules/.cache');
/** Files of `src/` that tests start as processes. */
const ENTRIES = ['main', 'cli/conformance', 'cli/erase', 'cli/explain'];
/** The module of a packed folder that Node preloads. */
const HOOK = 'hook.mjs';
/** Milliseconds after which a folder that no run has used is removed. */
const UNUSED = 86_400_000;

/**
 * Packs the sources and their packages into a few files, unless an earlier run packed the same: most of the time of a start
 * is loading a thousand modules, and the tests start about a hundred processes.
 * @returns the option of Node with which a file of `src/` starts as packed.
 */
export async function packSources(): Promise<string> {
  const folder = join(CACHE, `packed-${versionOf()}`);
  if (existsSync(folder)) utimesSync(folder, new Date(), new Date());
  else await pack(folder);
  return `--import ${pathToFileURL(join(folder, HOOK)).href}`;
}

/** Changes with each source and package, how they are packed, and the folder, which packed files name. */
function versionOf(): string {
  const sources = globSync(['src/**/*.ts', 'packages/{explorer,platform-kit,projection}/**/*.ts'], {
    cwd: ROOT,
  }).toSorted();
  const states = sources.map((name) => [name, statSync(join(ROOT, name)).mtimeMs]);
  const contents = [join(ROOT, 'package-lock.json'), import.meta.filename].map((path) =>
    readFileSync(path, 'utf8'),
  );
  return hash('sha256', JSON.stringify([ROOT, states, contents])).slice(0, 16);
}

async function pack(folder: string): Promise<void> {
  const { rolldown } = await import('rolldown');
  mkdirSync(CACHE, { recursive: true });
  for (const path of globSync(`${CACHE}/pack{ed,ing}-*`))
    if (statSync(path).mtimeMs < Date.now() - UNUSED) rmSync(path, { recursive: true });
  const build = await rolldown({
    input: Object.fromEntries(ENTRIES.map((entry) => [entry, join(SOURCES, `${entry}.ts`)])),
    cwd: ROOT,
    platform: 'node',
    external: (id) => id === BOUNDS,
    makeAbsoluteExternalsRelative: false,
    plugins: [{ name: 'places', transform: (code, path) => (isOurs(path) ? placed(code, path) : null) }],
  });
  const unfinished = mkdtempSync(`${CACHE}/packing-`);
  await build.write({
    dir: unfinished,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await build.close();
  writeFileSync(join(unfinished, HOOK), hookTo(folder));
  try {
    renameSync(unfinished, folder);
  } catch {
    // Another run was faster.
    rmSync(unfinished, { recursive: true });
  }
}

const isOurs = (path: string): boolean => path.startsWith(SOURCES) || path.startsWith(PACKAGES);

/** A module that keeps the place of its source, beside which it reads files, and that is never the main one. */
const placed = (code: string, path: string): string =>
  code
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
    .replaceAll('import.meta.main', 'false');

/** A module that makes Node start the packed file instead of its source. */
function hookTo(folder: string): string {
  const packed = ENTRIES.map((entry) => [
    pathToFileURL(join(SOURCES, `${entry}.ts`)).href,
    pathToFileURL(join(folder, `${entry}.mjs`)).href,
  ]);
  return `import { registerHooks } from 'node:module';
const packed = new Map(${JSON.stringify(packed)});
registerHooks({
  resolve(specifier, context, next) {
    const url = context.parentURL === undefined ? packed.get(specifier) : undefined;
    return url ? { url, format: 'module', shortCircuit: true } : next(specifier, context);
  },
});
`;
}
