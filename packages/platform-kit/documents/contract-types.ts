import type { TSchema } from 'typebox';
import { RESOURCES, type Resource } from '../contract/resources.ts';
import { partsOf } from '../contract/schema-parts.ts';

export const code = (value: unknown): string => `\`${String(value)}\``;

/** The anchor that a heading of this text has. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

const all = (resources: readonly Resource[]): readonly Resource[] =>
  resources.flatMap((resource) => [resource, ...all(resource.parts ?? []), ...(resource.variants ?? [])]);

/** Schemas are matched by content: a copy of a resource counts as that resource. */
const nameOf = new Map(all(RESOURCES).map(({ title, schema }) => [JSON.stringify(schema), title]));

const linked = (title: string): string => `[${title}](#${anchorOf(title)})`;

/** A type as text, with a link if it is a resource. */
export function typeInWords(schema: TSchema): string {
  const title = nameOf.get(JSON.stringify(schema));
  if (title !== undefined) return linked(title);
  const { $ref, anyOf, type, items, properties, patternProperties, format, ...parts } = partsOf(schema);
  if ($ref === 'Lesson') return linked('Lesson item');
  if (parts.const !== undefined) return code(parts.const);
  if (anyOf) return anyOf.map(typeInWords).join(' or ');
  if (type === 'array' && items) return `array of ${typeInWords(items)}`;
  if (properties) {
    const members = Object.entries(properties).map(([name, inner]) => `${name}: ${typeInWords(inner)}`);
    return `{${members.join(', ')}}`;
  }
  const [value] = Object.values(patternProperties ?? {});
  if (value) return partsOf(value).type ? `object with ${typeInWords(value)} values` : 'object';
  if (type === undefined) return 'any JSON';
  return format === undefined ? type : `${type} (${format})`;
}

/** The constraints and description of a schema beside its type. */
export function remarksOn(schema: TSchema): string[] {
  const { description, examples, minimum, maximum, minLength, maxLength, pattern, ...rest } = partsOf(schema);
  return [
    ...(description === undefined ? [] : [description]),
    ...(minLength === undefined ? [] : [`${minLength} to ${maxLength} characters.`]),
    ...(pattern === undefined ? [] : [`Matches ${code(pattern)}.`]),
    ...(minimum === undefined ? [] : [`${minimum} or more.`]),
    ...(maximum === undefined ? [] : [`At most ${maximum}.`]),
    ...(rest.default === undefined ? [] : [`Default: ${code(rest.default)}.`]),
    ...(examples === undefined ? [] : [`Values seen: ${examples.map(code).join(', ')}.`]),
  ];
}

export interface Member {
  name: string;
  schema: TSchema;
  required: boolean;
}

/** The members of an object, also of a recursive resource. */
export function membersOf(schema: TSchema): Member[] {
  const { $defs, $ref, properties, required = [] } = partsOf(schema);
  const definition = $ref === undefined ? undefined : $defs?.[$ref];
  if (definition) return membersOf(definition);
  return Object.entries(properties ?? {}).map(([name, inner]) => ({
    name,
    schema: inner,
    required: required.includes(name),
  }));
}
