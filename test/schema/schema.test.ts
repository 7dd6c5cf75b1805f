import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildASTSchema,
  concatAST,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  parse,
  validateSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { PRINTED_SCHEMA, printGraph } from '../../src/cli/print-schema.ts';
import { createSchema, readTypeDefinitions } from '../../src/domains/schema.ts';
import { writtenDescription } from '../../src/graph/field-facts.ts';
import { acknowledgedIn, breakingChanges } from './changes.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('the graph that clients generate from', () => {
  it('matches the printed schema.graphql', () => {
    expect(existsSync(PRINTED_SCHEMA)).toBe(true);
    expect(readFileSync(PRINTED_SCHEMA, 'utf8')).toBe(printGraph());
  });

  it('has no breaking change that is not listed in schema/CHANGES.md', async () => {
    const acknowledged = acknowledgedIn(readFileSync(join(ROOT, 'schema/CHANGES.md'), 'utf8'));
    for (const before of printedBefore()) {
      expect(await breakingChanges(before, printGraph(), acknowledged)).toEqual([]);
    }
  });

  // The start does not validate the SDL: it would take half the time of building the schema.
  it('has SDL files that are valid together', () => {
    const sdl = concatAST(readTypeDefinitions().map((text) => parse(text)));
    expect(() => buildASTSchema(sdl)).not.toThrow();
    expect(validateSchema(buildASTSchema(sdl))).toEqual([]);
  });

  it('describes every type, field, argument, enum value and input field', () => {
    const undescribed: string[] = [];
    const check = (path: string, described: Parameters<typeof writtenDescription>[0]): void => {
      if (!writtenDescription(described).trim()) undescribed.push(path);
    };
    for (const type of Object.values(createSchema().getTypeMap())) {
      if (type.name.startsWith('__')) continue;
      check(type.name, type);
      if (isEnumType(type)) for (const value of type.getValues()) check(`${type.name}.${value.name}`, value);
      if (isInputObjectType(type)) {
        for (const field of Object.values(type.getFields())) check(`${type.name}.${field.name}`, field);
      }
      if (!isObjectType(type) && !isInterfaceType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        check(`${type.name}.${field.name}`, field);
        for (const argument of field.args) check(`${type.name}.${field.name}(${argument.name})`, argument);
      }
    }
    expect(undescribed).toEqual([]);
  });
});

describe('the comparison of two graphs', () => {
  const before = 'type Query { a(x: Int): String b: Int }';

  it.each([
    ['a removed field', 'type Query { a(x: Int): String }', ['Query.b']],
    ['a changed type', 'type Query { a(x: Int): String b: String }', ['Query.b']],
    ['an argument that became required', 'type Query { a(x: Int!): String b: Int }', ['Query.a.x']],
  ])('finds %s', async (_, after, paths) => {
    expect((await breakingChanges(before, after)).map(({ path }) => path)).toEqual(paths);
  });

  it('accepts additions and listed changes', async () => {
    expect(await breakingChanges(before, 'type Query { a(x: Int, y: Int): String b: Int c: Int }')).toEqual(
      [],
    );
    const listed = acknowledgedIn('# Changes\n\n- `Query.b`: use `a` instead.\n');
    expect(await breakingChanges(before, 'type Query { a(x: Int): String }', listed)).toEqual([]);
  });
});

/**
 * Printed graphs that clients may have generated code from: the latest different one in the history, and the one at the
 * branch point from the main branch. Empty in an archive or a shallow clone.
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

/** Output lines of git. Empty if it fails. */
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
