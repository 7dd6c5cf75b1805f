import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Writes `dist/`: modules with their types, the SDL, and the manifest of trusted documents. */
const CLIENT = join(import.meta.dirname, '..');
const here = (...path: string[]): string => join(CLIENT, ...path);
const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));

rmSync(here('dist'), { recursive: true, force: true });
execFileSync(process.execPath, [join(typescript, 'bin/tsc'), '-p', 'tsconfig.build.json'], {
  cwd: CLIENT,
  stdio: 'inherit',
});
copyFileSync(here('../schema.graphql'), here('dist/schema.graphql'));
copyFileSync(here('src/generated/gql/persisted-documents.json'), here('dist/documents.json'));
