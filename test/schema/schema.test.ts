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
import { readTypeDefinitions } from '../../src/domains/schema.ts';
import { writtenDescription } from '../../src/graph/field-facts.ts';
import { schema } from '../support/schema.ts';
import { comparable, refusedChanges } from './changes.ts';
import { RELEASED } from './history.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('the graph that clients generate from', () => {
  it('matches the printed schema.graphql', () => {
    expect(existsSync(PRINTED_SCHEMA)).toBe(true);
    expect(readFileSync(PRINTED_SCHEMA, 'utf8')).toBe(printGraph());
  });

  it('breaks nothing of the latest release that it had not deprecated, and lists what it breaks', async () => {
    const changes = readFileSync(join(ROOT, 'schema/CHANGES.md'), 'utf8');
    expect(await refusedChanges(readFileSync(RELEASED, 'utf8'), printGraph(), changes)).toEqual([]);
  });

  it('names the replacement of everything that is deprecated', () => {
    const reasons = [...printGraph().matchAll(/@deprecated(?:\(reason: (.*)\))?/g)].map(
      ([, reason = '']) => reason,
    );
    for (const reason of reasons) expect(reason).toMatch(/^"(Use `|Nothing replaces it)/);
  });

  // The start does not validate the SDL: it would take half the time of building the schema.
  it('has SDL files that are valid together', () => {
    const sdl = concatAST(readTypeDefinitions().map((text) => parse(text)));
    expect(() => buildASTSchema(sdl)).not.toThrow();
    expect(validateSchema(buildASTSchema(sdl))).toEqual([]);
  });

  it('begins the description of each root field with what one gets, in less than 100 characters', () => {
    const { Query, Mutation, Subscription } = schema.getTypeMap();
    const firsts = [Query, Mutation, Subscription].filter(isObjectType).flatMap((type) =>
      Object.values(type.getFields()).map((field) => {
        const [first = ''] = writtenDescription(field).split(/(?<=\.)\s/);
        return { coordinate: `${type.name}.${field.name}`, first: first.replaceAll('\n', ' ') };
      }),
    );
    expect(firsts.length).toBeGreaterThan(50);
    for (const { coordinate, first } of firsts) {
      expect(first.length, coordinate).toBeLessThan(100);
      // A mutation is what it does; anything else is a thing, of which nobody has to be told that it is returned.
      const begins = coordinate.startsWith('Mutation')
        ? /^[A-Z][a-z]+s (?!it |this )/
        : /^(?!Returns|Reads|Gets|Lists|This|The result|If |Use )[A-Z]/;
      expect(first, coordinate).toMatch(begins);
    }
    expect(new Set(firsts.map(({ first }) => first)).size).toBe(firsts.length);
  });

  it('describes every type, field, argument, enum value and input field', () => {
    const undescribed: string[] = [];
    const check = (path: string, described: Parameters<typeof writtenDescription>[0]): void => {
      if (!writtenDescription(described).trim()) undescribed.push(path);
    };
    for (const type of Object.values(schema.getTypeMap())) {
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

describe('the check of a graph against the latest release', () => {
  const released = `type Query { a(x: Int): String b: Int old: Old @deprecated(reason: "Use \`b\`.") }
    type Old { id: ID } enum Color { RED BLUE @deprecated(reason: "Use \`RED\`.") }
    extend type Query { paint(color: Color, size: Int @deprecated(reason: "Use \`color\`.")): Int }`;
  const without = (part: string): string => {
    expect(released).toContain(part);
    return released.replace(part, '');
  };

  it.each([
    ['a removed field', without('b: Int'), 'Query.b'],
    ['a changed type', released.replace('b: Int', 'b: String'), 'Query.b'],
    ['an argument that became required', released.replace('x: Int', 'x: Int!'), 'Query.a.x'],
    ['a removed enum value', without('RED '), 'Color.RED'],
  ])('refuses %s, listed or not, and says how to deprecate it', async (_, after, path) => {
    const refused = await refusedChanges(released, after, `- \`${path}\`: gone.`);
    expect(refused).toEqual([expect.stringContaining(`${path}: `)]);
    expect(refused[0]).toMatch(/Deprecate it first.*@deprecated\(reason: "Use `…`."\).*CONTRIBUTING\.md/);
  });

  const later = without('old: Old @deprecated(reason: "Use `b`.")')
    .replace('type Old { id: ID }', '')
    .replace(' BLUE @deprecated(reason: "Use `RED`.")', '')
    .replace(', size: Int @deprecated(reason: "Use `color`.")', '');

  it('accepts the removal of what the release had deprecated, with its types, once it is listed', async () => {
    const listed = ['Query.old', 'Old', 'Color.BLUE', 'Query.paint.size'].map(
      (path) => `- \`${path}\`: gone.`,
    );
    expect(await refusedChanges(released, later, listed.join('\n'))).toEqual([]);
    const inOneItem = '- `Query.old`, `Old`,\n  `Color.BLUE`, `Query.paint.size`: gone.';
    expect(await refusedChanges(released, later, inOneItem)).toEqual([]);
    const unlisted = await refusedChanges(released, later, listed.slice(1).join('\n'));
    expect(unlisted).toEqual([expect.stringMatching(/^Query\.old: .* List it in schema\/CHANGES\.md\.$/)]);
  });

  it('refuses the removal of what is deprecated only now', async () => {
    const [before] = [released.replaceAll(/ @deprecated\(reason: "[^"]+"\)/g, '')];
    const refused = await refusedChanges(before, later, '- `Query.old`: gone.');
    expect(refused.map((text) => text.split(':', 1)[0]).toSorted()).toEqual(
      ['Color.BLUE', 'Old', 'Query.old', 'Query.paint.size'].toSorted(),
    );
  });

  it('accepts additions and other descriptions', async () => {
    const more = released.replace('b: Int', '"New." b: Int c(y: Int): Int');
    expect(await refusedChanges(released, more, '')).toEqual([]);
    expect(
      comparable(
        '"A." type Query { "B." a: Int @cost(weight: 1) } directive @cost(weight: Int!) on FIELD_DEFINITION',
      ),
    ).toBe('type Query {\n  a: Int\n}\n');
  });
});
