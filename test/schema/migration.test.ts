import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefinitionNode, type DocumentNode, Kind, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../support/schema.ts';

const CHANGES = readFileSync(join(import.meta.dirname, '../../schema/CHANGES.md'), 'utf8');

const nameOf = (definition: DefinitionNode): string =>
  'name' in definition ? (definition.name?.value ?? '') : '';

/** The definitions of each example in `schema/CHANGES.md` whose names start with this word, as one document. */
const examples = (word: 'Before' | 'After'): DocumentNode[] =>
  [...CHANGES.matchAll(/^ *```graphql\n([\s\S]*?)^ *```/gm)].map(([, text = '']) => ({
    kind: Kind.DOCUMENT,
    definitions: parse(text).definitions.filter((definition) => nameOf(definition).startsWith(word)),
  }));

describe('schema/CHANGES.md', () => {
  it('shows documents before and after, and those after are valid', () => {
    const after = examples('After');
    expect(after.length).toBeGreaterThan(10);
    for (const document of after) expect(validate(schema, document)).toEqual([]);
    for (const { definitions } of [...after, ...examples('Before')]) expect(definitions).not.toEqual([]);
  });
});
