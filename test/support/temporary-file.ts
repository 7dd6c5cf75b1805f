import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Writes a file that is there until the test ends. @returns its path. */
export function temporaryFile(content: string, name = 'content.json'): string {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'file-'));
  onTestFinished(() => folder.remove());
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}
