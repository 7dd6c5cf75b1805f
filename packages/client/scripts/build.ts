import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildSchema, printSchema } from 'graphql';
import { strictSchema } from './strict-schema.ts';

/** Writes `dist/`: modules with their types, the SDL in both forms, and the manifest of trusted documents. */
const CLIENT = join(import.meta.dirname, '..');
const DIST = join(CLIENT, 'dist');
const CACHE = join(CLIENT, '../../node_modules/.cache');
const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));

mkdirSync(CACHE, { recursive: true });
const built = mkdtempSync(join(CACHE, 'client-'));
execFileSync(
  process.execPath,
  [join(typescript, 'bin/tsc'), '-p', 'tsconfig.build.json', '--outDir', built],
  { cwd: CLIENT, stdio: 'inherit' },
);
const sdl = readFileSync(join(CLIENT, '../../schema.graphql'), 'utf8');
writeFileSync(join(built, 'schema.graphql'), sdl);
writeFileSync(join(built, 'strict-schema.graphql'), strictSchema(sdl));
const testing = join(built, 'client/src/testing');
copyFileSync(join(CLIENT, 'src/testing/sdl.d.ts'), join(testing, 'sdl.d.ts'));
const withoutDescriptions = printSchema(buildSchema(sdl))
  .replaceAll(/^ *"""[\s\S]*?"""\n/gm, '')
  .replaceAll(/\n{2,}/g, '\n');
writeFileSync(join(testing, 'sdl.js'), `export const SDL = ${JSON.stringify(withoutDescriptions)};\n`);
copyFileSync(join(CLIENT, 'src/generated/gql/persisted-documents.json'), join(built, 'documents.json'));

// File by file: others may be reading `dist/`, as the apps do that are built or tested at the same time.
const filesIn = (folder: string): string[] => globSync('**/*.*', { cwd: folder });
const files = filesIn(built);
for (const file of files) {
  mkdirSync(dirname(join(DIST, file)), { recursive: true });
  renameSync(join(built, file), join(DIST, file));
}
for (const file of filesIn(DIST)) if (!files.includes(file)) rmSync(join(DIST, file));
rmSync(built, { recursive: true });
