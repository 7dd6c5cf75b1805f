import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const SOURCE = join(import.meta.dirname, '../../src');

export interface Import {
  file: string;
  /** A path below `src/`, or a package name. */
  target: string;
  typeOnly: boolean;
  /** Whether it is loaded where the code first needs it. */
  onDemand: boolean;
}

/** Paths of all TypeScript files, relative to `src/`. */
export const files: readonly string[] = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .sort();

export const textOf = (file: string): string => readFileSync(join(SOURCE, file), 'utf8');

const STATIC = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gms;
const ON_DEMAND = /\bimport\('([^']+)'\)/g;

/** All imports of those files, including type imports. */
export const imports: readonly Import[] = files.flatMap((file) => {
  const text = textOf(file);
  const resolve = (target: string): string =>
    target.startsWith('.') ? relative(SOURCE, join(dirname(join(SOURCE, file)), target)) : target;
  return [
    ...[...text.matchAll(STATIC)].map(([, type, target = '']) => ({
      file,
      target: resolve(target),
      typeOnly: type !== undefined,
      onDemand: false,
    })),
    ...[...text.matchAll(ON_DEMAND)].map(([, target = '']) => ({
      file,
      target: resolve(target),
      typeOnly: false,
      onDemand: true,
    })),
  ];
});

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
