import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cycles, files, imports, textOf } from './imports.ts';
import { ARCHITECTURE, withArrows } from './markdown.ts';
import { PACKAGES, ROOMS } from './rules.ts';

const roomOf = (path: string): string => path.split('/')[0] ?? '';

/** Whether a path is the place that a rule names: the folder or file itself, or anything below it. */
const isIn = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

/** A domain's own folder; the files beside the folders gather the domains and have none. */
const nounOf = (path: string): string | null => /^domains\/([^/]+)\//.exec(path)?.[1] ?? null;

describe('the architecture', () => {
  it('finds the imports it checks', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  it('has main.ts and rooms in src/, and nothing else', () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual(ROOMS.map(({ name }) => name).sort());
  });

  it('has no import against its arrows', () => {
    const against = imports.filter(({ file, target }) => {
      if (!target.endsWith('.ts') || roomOf(file) === roomOf(target)) return false;
      const room = ROOMS.find(({ name }) => name === roomOf(file));
      return !room?.imports.some((place) => isIn(target, place));
    });
    expect(against).toEqual([]);
  });

  it('keeps domains apart: they meet in context.loaders', () => {
    const between = imports.filter(({ file, target, typeOnly }) => {
      const noun = nounOf(file);
      if (noun === null || !target.startsWith('domains/')) return false;
      if (target === 'domains/context.ts') return !typeOnly;
      return nounOf(target) !== noun;
    });
    expect(between).toEqual([]);
  });

  it('has no file cycle outside the seed data of the sandbox, type imports included', () => {
    const seedData = (file: string): boolean => file.startsWith('sandbox/school/');
    expect(cycles().filter((cycle) => !cycle.every(seedData))).toEqual([]);
  });

  it.each(PACKAGES)('imports %s in its own place only', (name, place) => {
    const users = imports.filter(({ target }) => target === name || target.startsWith(`${name}/`));
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter(({ file }) => !place.test(file))).toEqual([]);
  });

  it('loads the explorer pages only where they are on', () => {
    const users = imports.filter(
      ({ file, target, typeOnly }) => isIn(target, 'explorer') && roomOf(file) !== 'explorer' && !typeOnly,
    );
    expect(users).toEqual([]);
  });

  it('reads the environment in config.ts alone', () => {
    expect(files.filter((file) => /process\.env/.test(textOf(file)))).toEqual(['config/config.ts']);
  });

  it('keeps the embedded platform to the composition root', () => {
    const users = imports.filter(({ file, target }) => isIn(target, 'sandbox') && roomOf(file) !== 'sandbox');
    expect([...new Set(users.map(({ file }) => file))]).toEqual(['app/app.ts', 'app/embedded-platform.ts']);
  });

  it('has its arrows in ARCHITECTURE.md', () => {
    const text = readFileSync(ARCHITECTURE, 'utf8');
    expect(text).toBe(withArrows(text));
  });
});
