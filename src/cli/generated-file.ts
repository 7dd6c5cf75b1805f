import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Writes a generated file, and prints whether that changed it. */
export function writeGenerated(path: string, text: string): void {
  const isCurrent = existsSync(path) && readFileSync(path, 'utf8') === text;
  if (!isCurrent) writeFileSync(path, text);
  process.stdout.write(`${relative(process.cwd(), path)}: ${isCurrent ? 'unchanged' : 'written'}\n`);
}
