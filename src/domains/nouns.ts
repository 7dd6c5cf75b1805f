import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type DefinitionNode, parse } from 'graphql';

const SCHEMA_FOLDER = join(import.meta.dirname, '../../schema');

/**
 * The noun that each type and each field belongs to, by schema coordinate: the name of its file in `schema/`. A field of
 * a shared type belongs to the noun that extends the type by it.
 */
export function readNouns(): ReadonlyMap<string, string> {
  const nouns = new Map<string, string>();
  for (const file of readdirSync(SCHEMA_FOLDER).filter((name) => name.endsWith('.graphql'))) {
    const noun = basename(file, '.graphql');
    const { definitions } = parse(readFileSync(join(SCHEMA_FOLDER, file), 'utf8'));
    for (const definition of definitions) addCoordinates(nouns, noun, definition);
  }
  return nouns;
}

function addCoordinates(nouns: Map<string, string>, noun: string, definition: DefinitionNode): void {
  if (!('name' in definition) || !definition.name) return;
  const { value: name } = definition.name;
  if (!definition.kind.endsWith('Extension')) nouns.set(name, noun);
  const fields = 'fields' in definition ? definition.fields : [];
  for (const field of fields ?? []) nouns.set(`${name}.${field.name.value}`, noun);
}
