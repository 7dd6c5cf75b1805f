import type { TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import { AnonymousUser } from '../contract/resources.ts';
import { isRecord, type Json, typeOf } from './json.ts';
import type { Finding } from './report.ts';
import { shownNames, textsIn } from './shown-name.ts';

/** Compares a JSON value with its documented schema. Equal deviations of several list items are one finding. */
export function compare(schema: TSchema, value: unknown): Finding[] {
  const findings = new Map<string, Finding>();
  const comparison: Comparison = {
    texts: textsIn(value),
    add: (finding) => void findings.set(Object.values(finding).join('\n'), finding),
  };
  compareAt(comparison, parts(schema), value, '');
  return [...findings.values()];
}

interface Comparison {
  /** All texts of the response, in lower case: no printed name may equal one. */
  texts: ReadonlySet<string>;
  add(finding: Finding): void;
}

/** The JSON Schema keywords that the contract uses. */
interface SchemaParts {
  schema: TSchema;
  type?: string;
  properties?: Readonly<Record<string, TSchema>>;
  required?: readonly string[];
  patternProperties?: unknown;
  items?: TSchema;
  anyOf?: readonly TSchema[];
  /** Targets of `$ref`. */
  definitions: Readonly<Record<string, TSchema>>;
}

function parts(schema: TSchema, outer: SchemaParts['definitions'] = {}): SchemaParts {
  const found: Json = { ...schema };
  const definitions = { ...outer, ...(found.$defs as SchemaParts['definitions'] | undefined) };
  const named = typeof found.$ref === 'string' ? definitions[found.$ref] : undefined;
  return named ? { ...named, schema: named, definitions } : { ...schema, schema, definitions };
}

function compareAt(comparison: Comparison, expected: SchemaParts, value: unknown, path: string): void {
  if (expected.anyOf) compareUnion(comparison, expected, expected.anyOf, value, path);
  else if (expected.properties) compareObject(comparison, expected, expected.properties, value, path);
  else if (expected.items) compareList(comparison, expected, expected.items, value, path);
  else if (!Check(expected.schema, value)) addWrongType(comparison, expected, value, path);
}

/** Compares a nullable structure member by member; any other union is checked as a whole. */
function compareUnion(
  comparison: Comparison,
  expected: SchemaParts,
  alternatives: readonly TSchema[],
  value: unknown,
  path: string,
): void {
  const nested = alternatives
    .map((alternative) => parts(alternative, expected.definitions))
    .find(({ properties, items }) => (isRecord(value) ? properties : Array.isArray(value) && items));
  if (nested) compareAt(comparison, nested, value, path);
  else if (!Check(expected.schema, value)) addWrongType(comparison, expected, value, path);
}

function compareObject(
  comparison: Comparison,
  expected: SchemaParts,
  properties: Readonly<Record<string, TSchema>>,
  value: unknown,
  path: string,
): void {
  const list = properties.docs;
  if (list && !(isRecord(value) && Object.hasOwn(value, 'docs')))
    compareUnwrapped(comparison, expected, list, value);
  else if (isRecord(value)) compareMembers(comparison, expected, properties, value, path);
  else addWrongType(comparison, expected, value, path);
}

function compareMembers(
  comparison: Comparison,
  expected: SchemaParts,
  properties: Readonly<Record<string, TSchema>>,
  value: Json,
  path: string,
): void {
  const required = requiredOf(expected, value);
  for (const [name, schema] of Object.entries(properties)) {
    const member = parts(schema, expected.definitions);
    const at = path === '' ? name : `${path}.${name}`;
    if (Object.hasOwn(value, name)) compareAt(comparison, member, value[name], at);
    else if (required.has(name))
      comparison.add({ kind: 'missing', member: at, expected: typeName(member), found: null });
  }
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  for (const [index, shown] of shownNames(unknown, comparison.texts).entries()) {
    const at = path === '' ? shown : `${path}.${shown}`;
    comparison.add({
      kind: 'unknown',
      member: at,
      expected: null,
      found: typeOf(value[unknown[index] ?? '']),
    });
  }
}

/** Reports a list without its documented wrapper, and still compares its items. */
function compareUnwrapped(
  comparison: Comparison,
  expected: SchemaParts,
  list: TSchema,
  value: unknown,
): void {
  comparison.add({
    kind: 'no wrapper',
    member: 'docs',
    expected: 'array in an object',
    found: typeOf(value),
  });
  const members = isRecord(value) ? value : {};
  for (const name of expected.required ?? []) {
    if (name === 'docs' || Object.hasOwn(members, name)) continue;
    const member = parts(expected.properties?.[name] ?? list, expected.definitions);
    comparison.add({ kind: 'missing', member: name, expected: typeName(member), found: null });
  }
  if (Array.isArray(value)) compareAt(comparison, parts(list, expected.definitions), value, 'docs');
}

function compareList(
  comparison: Comparison,
  expected: SchemaParts,
  items: TSchema,
  value: unknown,
  path: string,
): void {
  if (!Array.isArray(value)) {
    addWrongType(comparison, expected, value, path);
    return;
  }
  const item = parts(items, expected.definitions);
  // Child lessons are lessons: one path covers every depth.
  const at = `${path}[]`.replace(/(\bchildLessons\[\]\.)+(?=childLessons\[\]$)/, '');
  const isStructure = item.properties !== undefined;
  if (value.length === 0 && isStructure && !at.endsWith('childLessons[]'))
    comparison.add({ kind: 'empty', member: at, expected: null, found: null });
  for (const entry of value) compareAt(comparison, item, entry, at);
}

function addWrongType(comparison: Comparison, expected: SchemaParts, value: unknown, path: string): void {
  const found = typeOf(value);
  const documented = typeName(expected);
  comparison.add({
    kind: 'type',
    member: path === '' ? null : path,
    expected: documented,
    found: documented === found ? `another ${found}` : found,
  });
}

/** An anonymous user in a list requires only the members of the contract's anonymous user. */
function requiredOf({ properties = {}, required = [] }: SchemaParts, value: Json): ReadonlySet<string> {
  const isAnonymous = Object.hasOwn(properties, 'anonymous') && value.anonymous === true;
  return new Set(
    isAnonymous ? required.filter((name) => Object.hasOwn(AnonymousUser.properties, name)) : required,
  );
}

/** A documented type in words. */
function typeName({ schema, anyOf, patternProperties, definitions }: SchemaParts): string {
  if (anyOf) return [...new Set(anyOf.map((one) => typeName(parts(one, definitions))))].join(' or ');
  const { type, format, pattern }: Json = { ...schema };
  if (patternProperties !== undefined) return 'object';
  const base = typeof type === 'string' ? type : 'any JSON';
  if (typeof format === 'string') return `${base} (${format})`;
  return typeof pattern === 'string' ? `${base} (${pattern})` : base;
}
