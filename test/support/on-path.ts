import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program is that the PATH leads to; null where it leads to none. */
export function onPath(program: string): string | null {
  const paths = (process.env.PATH ?? '').split(delimiter).map((dir) => join(dir, program));
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
