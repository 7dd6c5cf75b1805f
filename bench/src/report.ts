import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Writes results into the README, between their marks, and a chart next to it. */
export function publish(name: string, text: string, svg?: string): void {
  if (svg !== undefined) writeFileSync(join(ROOT, `${name}.svg`), svg);
  const path = join(ROOT, 'README.md');
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = readFileSync(path, 'utf8').split(open);
  const after = rest?.split(close)[1];
  if (before === undefined || after === undefined) throw new Error(`README.md has no place for ${name}`);
  writeFileSync(path, `${before}${open}\n${text}\n${close}${after}`);
}
