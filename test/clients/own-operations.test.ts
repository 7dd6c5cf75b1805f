// @module-tag slow
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as } from '../support/gateway.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { suiteGateway } from '../support/suite.ts';
import { install } from '../walk/install.ts';
import { stepsOf } from '../walk/page.ts';

const ROOT = join(import.meta.dirname, '../..');
/** What `npm create vite` sets for the code of an app. */
const VITE = {
  target: 'es2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  moduleDetection: 'force',
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  strict: true,
  jsx: 'react-jsx',
  noEmit: true,
  skipLibCheck: true,
};

/** Commands of the pages that need no registry and come to an end. */
const OFFLINE = /^(npm pkg set|npm run codegen|npx relay-compiler|TOKEN=\S+ node courses)/;

describe('the step that types own operations', () => {
  const gateway = suiteGateway();
  /** With the packed client and the packages that npm would install beside it. */
  let project: string;
  const here = (...path: string[]): string => join(project, ...path);

  async function run(command: string): Promise<string> {
    const { PATH, ...others } = processEnvironment();
    const env = { ...others, PATH: `${here('node_modules/.bin')}:${dirname(process.execPath)}:${PATH}` };
    const done = promisify(execFile)('sh', ['-c', command], { cwd: project, env });
    const { stdout, stderr } = await done.catch((error: { stdout: string; stderr: string }) => error);
    return stdout + stderr;
  }

  function write(path: string, text: string): void {
    mkdirSync(dirname(here(path)), { recursive: true });
    writeFileSync(here(path), text);
  }

  /** Writes the files of a page, and runs its commands. @returns what the last one printed. */
  async function follow(page: string): Promise<string> {
    for (const folder of ['src', 'gql']) rmSync(here(folder), { recursive: true, force: true });
    write('package.json', '{ "name": "my-app" }');
    let printed = '';
    for (const step of stepsOf(page).slice(1)) {
      if (step.kind === 'file') write(step.path, step.text.replaceAll('http://127.0.0.1:4000', gateway.url));
      else for (const command of step.commands) if (OFFLINE.test(command)) printed = await run(command);
    }
    return printed;
  }

  function check(): Promise<string> {
    write('tsconfig.json', JSON.stringify({ compilerOptions: VITE, include: ['src'] }));
    return run('tsc --singleThreaded');
  }

  /** The app with another text in a file, and its documents compiled again. */
  async function checkWith(
    path: string,
    text: string,
    replacement: string,
    compile: string,
  ): Promise<string> {
    const content = readFileSync(here(path), 'utf8');
    expect(content).toContain(text);
    write(path, content.replaceAll(text, replacement));
    await run(compile);
    const found = await check();
    write(path, content);
    await run(compile);
    return found;
  }

  beforeAll(async () => {
    project = mkdtempSync(join(tmpdir(), 'own-operations-'));
    await promisify(execFile)(process.execPath, [join(ROOT, 'src/start.js'), '--client', project], {
      env: processEnvironment(),
    });
    const tarball = readdirSync(project).find((name) => name.startsWith('learning-platform-client-')) ?? '';
    await install(project, '@learning-platform/client', here(tarball));
  }, 120_000);
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  it('is checked by the compiler of an Apollo app, without a case for what is null only with an error', async () => {
    await follow('apollo');
    expect(await check()).toBe('');
    const plain = await checkWith('codegen.ts', 'dist/strict-schema', 'dist/schema', 'npm run codegen');
    expect(plain).toMatch(/src\/Courses\.tsx.*'data\.courses' is possibly 'null'/);
    const untyped = await checkWith(
      'codegen.ts',
      'useTypeImports: true',
      'useTypeImports: false',
      'npm run codegen',
    );
    expect(untyped).toContain('error TS1484');
  });

  it('is checked by the compiler of an urql app', async () => {
    await follow('urql');
    expect(await check()).toBe('');
    const renamed = await checkWith('src/Courses.tsx', 'data?.courses?.nodes', 'data?.courses.nodes', 'true');
    expect(renamed).toMatch(/src\/Courses\.tsx.*is possibly 'null'/);
  });

  it('is checked by the compiler of a Relay app', async () => {
    await follow('relay');
    expect(await check()).toBe('');
    const partial = await checkWith('src/App.tsx', ' @throwOnFieldError', '', 'npx relay-compiler');
    expect(partial).toMatch(/src\/App\.tsx.*'data\.me' is possibly/);
  });

  it('is a script that runs as it is', async () => {
    const { courses } = (await gateway.query('{ courses(first: 5) { nodes { name } } }', { as: as.student }))
      .data;
    expect(await follow('scripts')).toBe(
      courses.nodes.map(({ name }: { name: string }) => `${name}\n`).join(''),
    );
  });
});
