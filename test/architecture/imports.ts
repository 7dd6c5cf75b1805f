import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(import.meta.dirname, '../..');

export interface Import {
  /** A path as in {@link files}. */
  file: string;
  /** As it is written. */
  specifier: string;
  /** The imported file as in {@link files}, or the name of a package from the registry. */
  target: string;
  typeOnly: boolean;
  /** Whether it is loaded where the code first needs it. */
  onDemand: boolean;
}

/** The path of a file in the rules: below `src/`, or from `packages/` on. */
const pathOf = (file: string): string => relative(ROOT, file).replace(/^src\//, '');
const placeOf = (path: string): string => join(ROOT, /^(packages|test)\//.test(path) ? '' : 'src', path);

/** Paths of the TypeScript files of these folders. */
const filesIn = (...folders: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((name) => name.endsWith('.ts') && existsSync(join(ROOT, name)))
    .map((name) => pathOf(join(ROOT, name)))
    .sort();

/** Paths of all TypeScript files: relative to `src/`, those of packages from `packages/` on. */
export const files: readonly string[] = filesIn('src', 'packages');
/** Paths from `test/` on. */
export const testFiles: readonly string[] = filesIn('test');

export const textOf = (file: string): string => readFileSync(placeOf(file), 'utf8');

const STATIC = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gms;
const ON_DEMAND = /\bimport\('([^']+)'\)/g;

function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return pathOf(join(dirname(placeOf(file)), specifier));
  if (specifier.startsWith('learning-platform-'))
    return pathOf(fileURLToPath(import.meta.resolve(specifier)));
  return specifier;
}

/** The imports of a file, including type imports. */
function importsOf(file: string): Import[] {
  const text = textOf(file);
  const found = (specifier: string, typeOnly: boolean, onDemand: boolean): Import => ({
    file,
    specifier,
    target: targetOf(file, specifier),
    typeOnly,
    onDemand,
  });
  return [
    ...[...text.matchAll(STATIC)].map(([, type, specifier = '']) =>
      found(specifier, type !== undefined, false),
    ),
    ...[...text.matchAll(ON_DEMAND)].map(([, specifier = '']) => found(specifier, false, true)),
  ];
}

/** All imports of the product. */
export const imports: readonly Import[] = files.flatMap(importsOf);
/** Imports of the tests, by file. */
export const testImports: ReadonlyMap<string, readonly Import[]> = new Map(
  testFiles.map((file) => [file, importsOf(file)]),
);

/** Import cycles: Tarjan's strongly connected components, each sorted. */
export function cycles(): string[][] {
  const targets = Map.groupBy(
    imports.filter(({ target }) => target.endsWith('.ts')),
    ({ file }) => file,
  );
  const indexes = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const index = indexes.size;
    indexes.set(file, index);
    stack.push(file);
    let low = index;
    for (const { target } of targets.get(file) ?? []) {
      if (!indexes.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, indexes.get(target) ?? low);
    }
    lowest.set(file, low);
    if (low === index) {
      const component = stack.splice(stack.indexOf(file));
      if (component.length > 1) found.push(component.sort());
    }
    return low;
  };
  for (const file of files) if (!indexes.has(file)) visit(file);
  return found;
}
