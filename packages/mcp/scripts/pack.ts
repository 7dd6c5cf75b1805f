import { cpSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import manifest from '../package.json' with { type: 'json' };

const MCP = join(import.meta.dirname, '..');
const ROOT = join(MCP, '../..');

/** What the modules read at run time, from the root of the repository: the files of folders that are no modules. */
const FILES = [
  'docs/cache-rule.md',
  'docs/getting-started',
  'packages/client/API.md',
  'packages/client/README.md',
  'packages/client/documents',
  'packages/client/skills',
  'packages/explorer/reference/synonyms.json',
  'packages/platform-kit/sandbox',
  'packages/projection/projection.wasm',
  'schema',
];
/** The module that looks for the packages of the sandbox and the pages, which are in the modules here. */
const PARTS = join(ROOT, 'src/app/installed-parts.ts');
/** What libraries use if it is there. */
const OPTIONAL = ['bufferutil', 'utf-8-validate'];

/** Writes the package, which needs no other, into an empty folder: modules, and the files that they read. */
async function build(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: join(MCP, 'main.ts'),
    platform: 'node',
    external: OPTIONAL,
    plugins: [
      { name: 'places', transform: inPlace },
      {
        name: 'parts',
        load: (id) => (id === PARTS ? 'export const requireInstalledParts = () => {};' : null),
      },
    ],
    logLevel: 'silent',
  });
  await bundle.write({
    dir: folder,
    minify: { compress: true, mangle: false, codegen: true },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  const isData = (path: string): boolean => !path.endsWith('.ts');
  for (const file of FILES)
    cpSync(join(ROOT, file), join(folder, 'files', file), { recursive: true, filter: isData });
  const { name, version, description, license, type, engines } = manifest;
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name, version, description, license, type, engines, bin: './main.js' }, null, 2)}\n`,
  );
}

/** The module, with its own place among the files of the package. */
function inPlace(code: string, id: string): string | null {
  if (!/import\.meta\.(dirname|url)/.test(code) || id.includes('/node_modules/')) return null;
  const place = (path: string): string => JSON.stringify(`/files/${relative(ROOT, path)}`);
  return code
    .replaceAll('import.meta.dirname', `(import.meta.dirname + ${place(dirname(id))})`)
    .replaceAll('import.meta.url', `new URL(${place(id).replace('/', './')}, import.meta.url).href`);
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name an empty folder.');
await build(folder);
