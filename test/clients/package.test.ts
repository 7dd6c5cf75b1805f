// @module-tag slow
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { install } from '../walk/install.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = join(ROOT, 'packages/client');
const manifest = JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8'));
const readme = readFileSync(join(CLIENT, 'README.md'), 'utf8');
const recipes = readFileSync(join(ROOT, 'docs/getting-started/recipes.md'), 'utf8');
const skill = readFileSync(join(CLIENT, 'skills/learning-platform/SKILL.md'), 'utf8');
const blocks = [...`${readme}${recipes}${skill}`.matchAll(/```tsx?\n([\s\S]*?)```/g)].map(
  ([, block = '']) => block,
);

/** Packages that the blocks of the README use; a real project installs them from the registry. */
const PEERS = [
  '@apollo',
  '@graphql-typed-document-node',
  '@types',
  '@urql',
  '@wry',
  'csstype',
  'graphql',
  'graphql-ws',
  'msw',
  'react',
  'react-dom',
  'react-relay',
  'relay-runtime',
  'rxjs',
  'urql',
  'vitest',
  'wonka',
];

/** The packed package, unpacked into an empty project outside of the repository. */
let project: string;
let gateway: TestGateway;
const here = (...path: string[]): string => join(project, ...path);
const run = async (program: string, args: readonly string[], cwd = project): Promise<string> =>
  (await promisify(execFile)(program, args, { cwd, env: processEnvironment() })).stdout;

/** Writes the package as a user of the gateway does. */
const writeClient = (folder: string): Promise<string> =>
  run(process.execPath, [join(ROOT, 'src/start.js'), '--client', folder]);
const tarball = (folder: string): string => join(folder, `learning-platform-client-${manifest.version}.tgz`);

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'consumer-'));
  await writeClient(project);
  await install(project, manifest.name, tarball(project), ['.'], (name) => PEERS.includes(name));
  writeFileSync(here('package.json'), '{ "type": "module" }');
  gateway = await startGateway();
}, 120_000);
afterAll(async () => {
  rmSync(project, { recursive: true, force: true });
  await gateway.close();
});

describe('the packed client', () => {
  it('is the same bytes each time, with the files that npm would pack', async () => {
    const printed = await writeClient(here('again'));
    expect(printed).toContain(`npm install "${tarball(here('again'))}"`);
    // The server for coding agents: test/mcp starts one.
    const both = readdirSync(here('again')).toSorted();
    expect(both).toEqual([
      expect.stringMatching(/^learning-platform-client-.*\.tgz$/),
      expect.stringMatching(/^learning-platform-mcp-.*\.tgz$/),
    ]);
    for (const file of both)
      expect(readFileSync(here(file)).equals(readFileSync(here('again', file)))).toBe(true);
    const [{ files }] = JSON.parse(
      await run('npm', ['pack', '--dry-run', '--json', '--silent', '--ignore-scripts'], CLIENT),
    );
    const listed = (await run('tar', ['-tzf', tarball(project)])).trim().split('\n');
    expect(listed.toSorted()).toEqual(
      files.map(({ path }: { path: string }) => `package/${path}`).toSorted(),
    );
  });

  it('contains what its exports name, and nothing of the gateway', () => {
    const files = new Set(
      readdirSync(here('node_modules/@learning-platform/client'), { recursive: true, encoding: 'utf8' }),
    );
    const targets = Object.values(manifest.exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(Object(target)).map(String),
    );
    expect(targets.filter((target) => !files.has(target.replace('./', '')))).toEqual([]);
    expect([...files]).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'LICENSE']));
    for (const file of files) {
      if (!file.endsWith('.js')) continue;
      const text = readFileSync(here('node_modules/@learning-platform/client', file), 'utf8');
      expect(text, file).not.toMatch(/from '(node:|(\.\.\/)+src)/);
    }
  });

  it('is as small as its README says', async () => {
    const stated = new Map(
      [...readme.matchAll(/^\| `(\.[\w/-]*)` .* \| ([\d.]+) \|$/gm)].map(([, entry = '', kilobytes]) => [
        entry,
        Number(kilobytes),
      ]),
    );
    const peers = Object.keys(manifest.peerDependencies);
    const seen: [entry: string, stated: number, kilobytes: number][] = [];
    for (const [entry, kilobytes] of stated) {
      const bundle = await rolldown({
        input: here('node_modules/@learning-platform/client', manifest.exports[entry].default),
        external: (name) => peers.some((peer) => name === peer || name.startsWith(`${peer}/`)),
        resolve: { modules: [join(ROOT, 'node_modules')] },
        platform: 'browser',
        // It warns of `use client`, which is for the bundlers of servers.
        logLevel: 'silent',
      });
      const { output } = await bundle.generate({ minify: true });
      seen.push([entry, kilobytes, gzipSync(output[0].code).length / 1000]);
    }
    process.stdout.write(
      seen.map(([entry, , size]) => `${size.toFixed(1).padStart(6)} kB  ${entry}\n`).join(''),
    );
    // Testing is not part of an app, and types are not part of its code.
    const apps = Object.keys(manifest.exports).filter((entry) => !/testing|introspection|\.\w+$/.test(entry));
    expect([...stated.keys()].toSorted()).toEqual(apps.toSorted());
    expect(seen.filter(([, limit, size]) => size > limit || size < limit * 0.9)).toEqual([]);
  });

  it('has its version in the changelog', () => {
    expect(readFileSync(join(CLIENT, 'CHANGELOG.md'), 'utf8')).toContain(`## ${manifest.version}`);
  });

  it.each(['bundler', 'nodenext'])(
    'type-checks every block of its README and of the recipes under %s',
    async (moduleResolution) => {
      expect(blocks.length).toBeGreaterThan(8);
      mkdirSync(here('src'), { recursive: true });
      for (const [index, block] of blocks.entries()) writeFileSync(here(`src/block-${index}.tsx`), block);
      writeFileSync(
        here('tsconfig.json'),
        JSON.stringify({
          compilerOptions: {
            target: 'es2022',
            lib: ['es2023', 'dom', 'dom.iterable'],
            module: moduleResolution === 'bundler' ? 'esnext' : 'nodenext',
            moduleResolution,
            jsx: 'react-jsx',
            types: ['node'],
            strict: true,
            noEmit: true,
            // The declarations of the package are checked as well; those of others are not ours.
            skipLibCheck: true,
          },
          include: ['src'],
        }),
      );
      const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
      const found = await run(process.execPath, [compiler]).catch(({ stdout }) => stdout);
      expect(found).toBe('');
    },
  );

  it('runs in Node against a gateway, with no side effects at import', async () => {
    const entries = Object.keys(manifest.exports).filter((name) => !/\.\w+$/.test(name));
    writeFileSync(
      here('run.js'),
      `const before = Object.keys(globalThis).join();
      const load = (entry) => import('@learning-platform/client' + entry);
      for (const entry of ['', '/documents', '/errors', '/session', '/stream']) await load(entry);
      if (Object.keys(globalThis).join() !== before) throw new Error('a global was added');
      // Some libraries of the other entry points add globals.
      for (const entry of ${JSON.stringify(entries)}) await load(entry.slice(1));
      const { createClient } = await import('@learning-platform/client/apollo');
      const { ViewerDocument } = await import('@learning-platform/client/documents');
      const session = { authorization: () => 'Bearer demo-student-token' };
      const client = createClient({ url: ${JSON.stringify(`${gateway.url}/graphql`)}, session });
      const { data } = await client.query({ query: ViewerDocument });
      console.log(data.me.handle);
      client.stop();`,
    );
    expect((await run(process.execPath, ['run.js'])).trim()).toBe('@ana.ferreira');
  });
});
