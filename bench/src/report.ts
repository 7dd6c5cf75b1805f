import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Writes the results into the README, between its marks, and the chart next to it. */
export function publish(name: 'comparison' | 'growth', text: string, svg: string): void {
  writeFileSync(join(ROOT, `${name}.svg`), svg);
  const path = join(ROOT, 'README.md');
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = readFileSync(path, 'utf8').split(open);
  const after = rest?.split(close)[1];
  if (before === undefined || after === undefined) throw new Error(`README.md has no place for ${name}`);
  writeFileSync(path, `${before}${open}\n${text}\n${close}${after}`);
}
