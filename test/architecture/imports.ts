import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const SOURCE = join(import.meta.dirname, '../../src');

export interface Import {
  file: string;
  /** A path below `src/`, or a package name. */
  target: string;
  typeOnly: boolean;
}

/** Paths of all TypeScript files, relative to `src/`. */
export const files: readonly string[] = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .sort();

export const textOf = (file: string): string => readFileSync(join(SOURCE, file), 'utf8');

/** All static imports of those files, including type imports. */
export const imports: readonly Import[] = files.flatMap((file) =>
  [...textOf(file).matchAll(/^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gms)].map(
    ([, type, target = '']) => ({
      file,
      target: target.startsWith('.') ? relative(SOURCE, join(dirname(join(SOURCE, file)), target)) : target,
      typeOnly: type !== undefined,
    }),
  ),
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
