import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cycles, files, imports, textOf } from './imports.ts';
import { ARCHITECTURE, withGenerated } from './markdown.ts';
import {
  FOLDERS,
  ON_REAL_TIME,
  ON_SYSTEM_CLOCK,
  PACKAGES,
  PRIVATE_PARTS,
  REAL_TIME,
  ROOMS,
  WORKSPACES,
} from './rules.ts';

/** The folder below `src/`, or the package with its folder. */
const roomOf = (path: string): string => /^packages\/[^/]+|^[^/]+/.exec(path)?.[0] ?? '';
/** Whether a path is the folder or file that a rule names, or below it. */
const isIn = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

/** What the client package is compiled with. */
const RESUMPTION = 'packages/resumable-subscriptions/client';
/** Files that run in the gateway's process or beside it. Clients have a clock of their own. */
const ours = files.filter((file) => roomOf(file) !== 'packages/client' && !isIn(file, RESUMPTION));
const isInPackage = (path: string): boolean => path.startsWith('packages/');

/** An assignment to a member of a prototype, or to several. */
const PROTOTYPE =
  /\b([\w.]+)\.prototype(?:\.\w+|\[[^\]]+\])\s*=[^=]|(?:Object|Reflect)\.(?:assign|set|define\w+)\(\s*([\w.]+)\.prototype\b/g;
/** Whether a file has this class, rather than types of it. */
const isDeclared = (owner: string, text: string): boolean =>
  new RegExp(`\\bclass ${owner}\\b`).test(text.replaceAll(/^declare module[\s\S]*?^}/gm, ''));
/** The name of a package, and a path in it. */
const SUBPATH = /^(?!node:)(@[^/]+\/[^/]+|[^@./][^/]*)\/./;

/** Whether a package says which of its paths may be imported; Node refuses all others. */
function hasExports(name: string): boolean {
  const manifest: unknown = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../node_modules', name, 'package.json'), 'utf8'),
  );
  return typeof manifest === 'object' && manifest !== null && 'exports' in manifest;
}

/** The folder of a domain. Null for the files beside the folders, which combine the domains. */
const nounOf = (path: string): string | null => /^domains\/([^/]+)\//.exec(path)?.[1] ?? null;

describe('the architecture', () => {
  it('has only main.ts and the documented rooms in src/, and the documented packages', () => {
    const documented = [...ROOMS, ...WORKSPACES].map(({ name }) => name);
    expect([...new Set(files.map(roomOf))].sort()).toEqual(documented.sort());
  });

  it('has only the documented folders beside src/ and packages/', () => {
    const root = join(import.meta.dirname, '../..');
    const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
    const folders = new Set(
      tracked.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''),
    );
    const documented = [...FOLDERS.map(([name]) => name), 'src', 'packages', '.ci'];
    expect([...folders].toSorted()).toEqual(documented.toSorted());
  });

  it('has no import that its rules forbid', () => {
    const forbidden = imports.filter(({ file, target }) => {
      if (!target.endsWith('.ts') || roomOf(file) === roomOf(target)) return false;
      const room = [...ROOMS, ...WORKSPACES].find(({ name }) => name === roomOf(file));
      return !room?.imports.some((place) => isIn(target, place));
    });
    expect(forbidden).toEqual([]);
  });

  it('has no two rooms that import each other, apart from the types generated from the schema', () => {
    const arrows = new Set(
      imports
        .filter(({ target }) => target.endsWith('.ts'))
        .map(({ file, target }) => [roomOf(file), roomOf(target)] as const)
        .filter((rooms) => rooms[0] !== rooms[1] && !rooms.includes('generated'))
        .map(([from, to]) => `${from} → ${to}`),
    );
    expect(arrows).toContain('telemetry → operations');
    expect([...arrows].filter((arrow) => arrows.has(arrow.split(' → ').toReversed().join(' → ')))).toEqual(
      [],
    );
  });

  it('imports packages by their names, except what the client package contains', () => {
    const byPath = imports.filter(
      ({ file, specifier, target }) =>
        isInPackage(target) &&
        roomOf(file) !== roomOf(target) &&
        specifier.startsWith('.') &&
        !isIn(target, RESUMPTION),
    );
    expect(byPath).toEqual([]);
    expect(imports.some(({ specifier }) => specifier.startsWith('learning-platform-'))).toBe(true);
  });

  it('keeps domains apart: they meet in context.loaders, and in the costs of these loaders', () => {
    const between = imports.filter(({ file, target, typeOnly }) => {
      const noun = nounOf(file);
      if (noun === null || !target.startsWith('domains/')) return false;
      if (target === 'domains/loader-costs.ts') return false;
      if (target === 'domains/context.ts') return !typeOnly;
      return nounOf(target) !== noun;
    });
    expect(between).toEqual([]);
  });

  it('has no import cycle, type imports included', () => {
    expect(cycles()).toEqual([]);
  });

  it.each(PACKAGES)('imports %s only in %s', (name, place) => {
    const users = imports.filter(({ target }) => target === name || target.startsWith(`${name}/`));
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter(({ file }) => !place.test(file))).toEqual([]);
  });

  it('loads the explorer pages only on demand, except in the command that exports them', () => {
    const users = imports.filter(
      ({ file, target, typeOnly, onDemand }) =>
        isIn(target, 'packages/explorer') && !isInPackage(file) && !typeOnly && !onDemand,
    );
    expect(users.filter(({ file }) => file !== 'cli/build-docs.ts')).toEqual([]);
  });

  it('starts without what only some gateways need', () => {
    const loaded = new Set(['main.ts', 'app/app.ts']);
    for (const file of loaded)
      for (const { target, typeOnly, onDemand } of imports.filter((one) => one.file === file))
        if (!typeOnly && !onDemand) loaded.add(target);
    const parts = ['ioredis', '@opentelemetry', '@apollo/subgraph', 'marked', 'pino-pretty', 'undici'];
    const folders = ['packages/explorer', 'packages/platform-kit/sandbox', 'cli/doctor'];
    expect(
      [...loaded].filter((name) =>
        parts.some(
          (part) => name === part || name.startsWith(`${part === 'undici' ? 'undici/index' : part}/`),
        ),
      ),
    ).toEqual([]);
    expect([...loaded].filter((name) => folders.some((folder) => isIn(name, folder)))).toEqual([]);
    // An import of it would load `fetch` and `WebSocket`: transports/http/node-http.ts.
    expect(loaded).not.toContain('node:http');
    expect(loaded.size).toBeGreaterThan(200);
  });

  it('reads descriptions of the schema only to add facts to them and to show them: words decide nothing', () => {
    const readers = files.filter((file) => !isInPackage(file) && /\.description\b/.test(textOf(file)));
    const ofVariables = 'cli/print-variables.ts';
    expect(readers).toEqual([ofVariables, 'graph/argument-rules.ts', 'graph/field-facts.ts']);
    const users = files.filter((file) => /\bwrittenDescription\b/.test(textOf(file)));
    expect(users).toEqual(['app/reference-source.ts', 'graph/field-facts.ts']);
  });

  it('reads the environment only in config.ts', () => {
    expect(files.filter((file) => /process\.env/.test(textOf(file)))).toEqual(['config/config.ts']);
  });

  it('takes the time from an injected clock, apart from listed files that use the time of the machine', () => {
    const users = ours.filter((file) => REAL_TIME.test(textOf(file)));
    const isAllowed = (file: string): boolean => ON_REAL_TIME.some(([place]) => isIn(file, place));
    expect(users.filter((file) => !isAllowed(file))).toEqual([]);
    expect(ON_REAL_TIME.filter(([place]) => !users.some((file) => isIn(file, place)))).toEqual([]);
  });

  it('chooses the clock of the machine only where a process starts', () => {
    expect(ours.filter((file) => textOf(file).includes('SYSTEM_CLOCK'))).toEqual(ON_SYSTEM_CLOCK);
  });

  it('imports the embedded platform only in the composition root', () => {
    const users = imports.filter(
      ({ file, target }) => isIn(target, 'packages/platform-kit/sandbox') && !isInPackage(file),
    );
    expect([...new Set(users.map(({ file }) => file))]).toEqual([
      'app/app.ts',
      'app/embedded-platform.ts',
      'app/network.ts',
    ]);
  });

  it('assigns to no prototype of a package or of Node, apart from two patches', () => {
    const assigned = files.flatMap((file) => {
      const text = textOf(file);
      const owners = [...text.matchAll(PROTOTYPE)].map(([, one, other]) => one ?? other ?? '');
      return owners.filter((owner) => !isDeclared(owner, text)).map((owner) => [file, owner]);
    });
    expect(assigned).toEqual(PRIVATE_PARTS.prototypes);
  });

  it('imports no path that a package does not export, apart from listed ones', () => {
    const deep = imports.filter(({ specifier }) => {
      const name = SUBPATH.exec(specifier)?.[1];
      return name !== undefined && !hasExports(name);
    });
    expect(deep.map(({ file, specifier }) => [file, specifier])).toEqual(PRIVATE_PARTS.imports);
  });

  it('has its current map and tables in ARCHITECTURE.md (`npm run architecture:print`)', () => {
    const text = readFileSync(ARCHITECTURE, 'utf8');
    expect(text).toBe(withGenerated(text));
  });
});
