import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of an installed package. */
export const versionOf = (name) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'node_modules', name, 'package.json'), 'utf8')).version;
