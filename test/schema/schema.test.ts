import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createSchema } from '../../src/schema.ts';
import { PRINTED_SCHEMA, printGraph } from '../../src/schema-print.ts';
import { acknowledgedIn, breakingChanges } from './changes.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('the graph that clients generate from', () => {
  it('is printed in schema.graphql, and current', () => {
    expect(existsSync(PRINTED_SCHEMA)).toBe(true);
    expect(readFileSync(PRINTED_SCHEMA, 'utf8')).toBe(printGraph());
  });

  it('breaks no client without saying so in schema/CHANGES.md', async () => {
    const before = printedBefore();
    if (before === null) return;
    const acknowledged = acknowledgedIn(readFileSync(join(ROOT, 'schema/CHANGES.md'), 'utf8'));
    expect(await breakingChanges(before, printGraph(), acknowledged)).toEqual([]);
  });

  it('describes every type, field, argument, enum value and input field', () => {
    const undescribed: string[] = [];
    const look = (path: string, { description }: { description?: string | null | undefined }): void => {
      if (!description?.trim()) undescribed.push(path);
    };
    for (const type of Object.values(createSchema().getTypeMap())) {
      if (type.name.startsWith('__')) continue;
      look(type.name, type);
      if (isEnumType(type)) for (const value of type.getValues()) look(`${type.name}.${value.name}`, value);
      if (isInputObjectType(type)) {
        for (const field of Object.values(type.getFields())) look(`${type.name}.${field.name}`, field);
      }
      if (!isObjectType(type) && !isInterfaceType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        look(`${type.name}.${field.name}`, field);
        for (const argument of field.args) look(`${type.name}.${field.name}(${argument.name})`, argument);
      }
    }
    expect(undescribed).toEqual([]);
  });
});

describe('the comparison of two graphs', () => {
  const before = 'type Query { a(x: Int): String b: Int }';

  it.each([
    ['a field that is gone', 'type Query { a(x: Int): String }', ['Query.b']],
    ['a type that changes', 'type Query { a(x: Int): String b: String }', ['Query.b']],
    ['an argument that becomes required', 'type Query { a(x: Int!): String b: Int }', ['Query.a.x']],
  ])('finds %s', async (_, after, paths) => {
    expect((await breakingChanges(before, after)).map(({ path }) => path)).toEqual(paths);
  });

  it('lets an addition pass, and a change that was said', async () => {
    expect(await breakingChanges(before, 'type Query { a(x: Int, y: Int): String b: Int c: Int }')).toEqual(
      [],
    );
    const said = acknowledgedIn('# Changes\n\n- `Query.b`: use `a` instead.\n');
    expect(await breakingChanges(before, 'type Query { a(x: Int): String }', said)).toEqual([]);
  });
});

/** The printed graph of the version before: the last committed one that differs from now, where there is one. */
function printedBefore(): string | null {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const now = printGraph();
    for (const commit of git('log', '-10', '--format=%H', '--', 'schema.graphql')
      .split('\n')
      .filter(Boolean)) {
      const printed = git('show', `${commit}:schema.graphql`);
      if (printed !== now) return printed;
    }
  } catch {
    // No history to compare with: an archive, or a clone without git.
  }
  return null;
}
