import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { PRINTED_SCHEMA, printGraph } from '../../src/cli/print-schema.ts';
import { createSchema } from '../../src/domains/schema.ts';
import { acknowledgedIn, breakingChanges } from './changes.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('the graph that clients generate from', () => {
  it('is printed in schema.graphql, and current', () => {
    expect(existsSync(PRINTED_SCHEMA)).toBe(true);
    expect(readFileSync(PRINTED_SCHEMA, 'utf8')).toBe(printGraph());
  });

  it('breaks no client without saying so in schema/CHANGES.md', async () => {
    const acknowledged = acknowledgedIn(readFileSync(join(ROOT, 'schema/CHANGES.md'), 'utf8'));
    for (const before of printedBefore()) {
      expect(await breakingChanges(before, printGraph(), acknowledged)).toEqual([]);
    }
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

/**
 * The printed graphs that clients may have generated from: of the last commit in which it differs from now, and of where
 * this branch left the main one. None in an archive or a clone of one commit.
 */
function printedBefore(): string[] {
  const now = printGraph();
  const history = git('log', '-10', '--format=%H', '--', 'schema.graphql').map(printedAt);
  const branchedOff = git('merge-base', 'HEAD', 'origin/HEAD').map(printedAt);
  return [history.find((printed) => printed !== null && printed !== now), ...branchedOff].filter(
    (printed) => typeof printed === 'string',
  );
}

const printedAt = (commit: string): string | null => {
  const lines = git('show', `${commit}:schema.graphql`);
  return lines.length === 0 ? null : `${lines.join('\n')}\n`;
};

/** The lines that git prints; none where it cannot tell. */
function git(...args: string[]): string[] {
  try {
    const printed = execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return printed
      .replace(/\n$/, '')
      .split('\n')
      .filter((line, _index, all) => all.length > 1 || line !== '');
  } catch {
    return [];
  }
}
