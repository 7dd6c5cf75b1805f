import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Change, CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import type { SchemaChange, SchemaHistory } from 'learning-platform-explorer/reference';
import { writeGenerated } from '../../src/cli/generated-file.ts';
import { printGraph } from '../../src/cli/print-schema.ts';
import { comparable } from './changes.ts';

const ROOT = join(import.meta.dirname, '../..');
const HISTORY = join(ROOT, 'schema/history.json');
/** The graph of the latest release, which the next one must not break. */
export const RELEASED = join(import.meta.dirname, 'released.graphql');

/** What clients cannot notice: descriptions, the assumptions of prices, and members of what is new or removed itself. */
const SILENT = /DESCRIPTION|DIRECTIVE/;

/** The changes from one SDL to another that clients can notice, by path. */
export async function changesBetween(before: string, after: string): Promise<SchemaChange[]> {
  const changes = await diff(buildSchema(before), buildSchema(after));
  const noticed = changes.filter(({ type }) => !SILENT.test(type));
  const whole = new Set(
    noticed.filter(({ type }) => /^(TYPE|FIELD)_(ADDED|REMOVED)$/.test(type)).map(({ path }) => path),
  );
  const isPart = ({ path = '' }: Change): boolean => {
    const steps = path.split('.');
    return steps.some((_, end) => end > 0 && whole.has(steps.slice(0, end).join('.')));
  };
  return noticed
    .filter((change) => !isPart(change))
    .map(({ path = '', message, type, criticality }) => ({
      path: path.replace(/\.@deprecated$/, ''),
      kind: kindOf(type),
      breaking: criticality.level === CriticalityLevel.Breaking,
      message,
    }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function kindOf(type: string): SchemaChange['kind'] {
  if (/DEPRECATION/.test(type)) return 'deprecated';
  if (/_ADDED/.test(type)) return 'added';
  return /_REMOVED/.test(type) ? 'removed' : 'changed';
}

/** The changes of each day, newest first, from the committed versions of `schema.graphql` and the current graph. */
async function readHistory(): Promise<SchemaHistory> {
  if (git('rev-parse', '--is-shallow-repository').trim() === 'true') {
    throw new Error('the history of schema.graphql needs a whole clone: run `git fetch --unshallow`');
  }
  const lines = git('log', '--first-parent', '--reverse', '--format=%H %cs', '--', 'schema.graphql');
  const versions = lines
    .trim()
    .split('\n')
    .map((line) => {
      const [commit = '', date = ''] = line.split(' ');
      return { date, sdl: git('show', `${commit}:schema.graphql`) };
    });
  const current = printGraph();
  if (versions.at(-1)?.sdl !== current) {
    versions.push({ date: new Date().toISOString().slice(0, 10), sdl: current });
  }
  const [first] = versions;
  const ends = [...new Map(versions.map(({ date, sdl }) => [date, sdl]))];
  const days = await Promise.all(
    ends.map(async ([date, sdl], index) => ({
      date,
      changes: await changesBetween(ends[index - 1]?.[1] ?? first?.sdl ?? current, sdl),
    })),
  );
  return {
    since: first?.date ?? '',
    days: days.filter(({ changes }) => changes.length > 0).toReversed(),
  };
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

if (import.meta.main) {
  writeGenerated(HISTORY, `${JSON.stringify(await readHistory(), null, 2)}\n`);
  writeGenerated(RELEASED, comparable(printGraph()));
}
