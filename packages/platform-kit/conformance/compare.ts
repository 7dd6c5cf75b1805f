import type { TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import { isNameOfId } from '../contract/ids.ts';
import { AnonymousUser } from '../contract/resources.ts';
import { partsOf, type SchemaParts } from '../contract/schema-parts.ts';
import { isRecord, type Json, typeOf } from './json.ts';
import type { Finding } from './report.ts';
import { shownNames, textsIn } from './shown-name.ts';
import { onlyListOf, unwrapped } from './wrapper.ts';

/**
 * Compares a response with its documented schema. Equal deviations of several list items are one finding. A different format with
 * the same meaning is a finding of its own: a wrapper, an ID or a time as a number.
 */
export const compare = (schema: TSchema, response: unknown): Finding[] =>
  new Comparison(response).findings(schema);

/** A schema, what it consists of, and the targets of its `$ref`. */
interface Expected extends SchemaParts {
  schema: TSchema;
  definitions: Properties;
}

type Properties = NonNullable<SchemaParts['properties']>;

function expectedOf(schema: TSchema, outer: Properties = {}): Expected {
  const { $defs, $ref = '', ...found } = partsOf(schema);
  const definitions = { ...outer, ...$defs };
  const named = definitions[$ref];
  return named ? { ...partsOf(named), schema: named, definitions } : { ...found, schema, definitions };
}

class Comparison {
  readonly #value: unknown;
  /** All texts of the response, in lower case: no printed name may equal one. */
  readonly #texts: ReadonlySet<string>;
  readonly #findings = new Map<string, Finding>();

  constructor(value: unknown) {
    this.#value = value;
    this.#texts = textsIn(value);
  }

  findings(schema: TSchema): Finding[] {
    const expected = expectedOf(schema);
    this.#compare(expected, this.#unwrapped(expected), '');
    return [...this.#findings.values()];
  }

  #unwrapped({ properties, items }: Expected): unknown {
    const isDocumented = (name: string): boolean =>
      properties !== undefined && Object.hasOwn(properties, name);
    const { value, under } = unwrapped(this.#value, isDocumented);
    for (const name of under) this.#add('form', name, 'no wrapper', 'object');
    const alone = items ? onlyListOf(value) : null;
    if (!alone) return value;
    const [name = null] = shownNames([alone.name], this.#texts);
    this.#add('form', name, 'a bare array', 'an array in an object');
    return alone.list;
  }

  #compare(expected: Expected, value: unknown, path: string): void {
    const { anyOf, properties, items, schema } = expected;
    if (anyOf) this.#union(expected, anyOf, value, path);
    else if (properties) this.#object(expected, properties, value, path);
    else if (items) this.#list(expected, items, value, path);
    else if (!Check(schema, value)) this.#addWrongType(expected, value, path);
  }

  /** Compares a nullable structure member by member; any other union is checked as a whole. */
  #union(expected: Expected, alternatives: readonly TSchema[], value: unknown, path: string): void {
    const nested = alternatives
      .map((alternative) => expectedOf(alternative, expected.definitions))
      .find(({ properties, items }) => (isRecord(value) ? properties : Array.isArray(value) && items));
    if (nested) this.#compare(nested, value, path);
    else if (!Check(expected.schema, value)) this.#addWrongType(expected, value, path);
  }

  #object(expected: Expected, properties: Properties, value: unknown, path: string): void {
    const list = properties.docs;
    if (list && !(isRecord(value) && Object.hasOwn(value, 'docs'))) this.#bareList(expected, list, value);
    else if (isRecord(value)) this.#members(expected, properties, value, path);
    else this.#addWrongType(expected, value, path);
  }

  #members(expected: Expected, properties: Properties, value: Json, path: string): void {
    const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
    const required = requiredOf(expected, value);
    for (const [name, schema] of Object.entries(properties)) {
      const member = expectedOf(schema, expected.definitions);
      if (Object.hasOwn(value, name)) this.#compare(member, value[name], at(name));
      else if (required.has(name)) this.#addMissing(member, at(name));
    }
    const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
    for (const [index, shown] of shownNames(unknown, this.#texts).entries())
      this.#add('unknown', at(shown), null, typeOf(value[unknown[index] ?? '']));
  }

  /** Reports a list without its documented wrapper, and still compares its items. */
  #bareList({ required = [], properties, definitions }: Expected, list: TSchema, value: unknown): void {
    this.#add('no wrapper', 'docs', 'array in an object', typeOf(value));
    const members = isRecord(value) ? value : {};
    for (const name of required)
      if (name !== 'docs' && !Object.hasOwn(members, name))
        this.#addMissing(expectedOf(properties?.[name] ?? list, definitions), name);
    if (Array.isArray(value)) this.#compare(expectedOf(list, definitions), value, 'docs');
  }

  #list(expected: Expected, items: TSchema, value: unknown, path: string): void {
    if (!Array.isArray(value)) {
      this.#addWrongType(expected, value, path);
      return;
    }
    const item = expectedOf(items, expected.definitions);
    // Child lessons are lessons: one path covers every depth.
    const at = `${path}[]`.replace(/(\bchildLessons\[\]\.)+(?=childLessons\[\]$)/, '');
    if (value.length === 0 && item.properties && !at.endsWith('childLessons[]'))
      this.#add('empty', at, null, null);
    for (const entry of value) this.#compare(item, entry, at);
  }

  #addWrongType(expected: Expected, value: unknown, path: string): void {
    const found = typeOf(value);
    const documented = typeName(expected);
    this.#add(
      isOtherForm(documented, value, path) ? 'form' : 'type',
      path === '' ? null : path,
      documented,
      documented === found ? `another ${found}` : found,
    );
  }

  #addMissing(member: Expected, at: string): void {
    this.#add('missing', at, typeName(member), null);
  }

  #add(kind: Finding['kind'], member: string | null, expected: string | null, found: string | null): void {
    this.#findings.set([kind, member, expected, found].join('\n'), { kind, member, expected, found });
  }
}

/** Whether a number stands for a documented text: an exact ID, or a time. */
function isOtherForm(documented: string, value: unknown, path: string): boolean {
  if (!Number.isSafeInteger(value) || !documented.startsWith('string')) return false;
  return (
    documented.includes('(date') || isNameOfId(path.slice(path.lastIndexOf('.') + 1).replace(/(\[\])+$/, ''))
  );
}

/** An anonymous user in a list requires only the members of the contract's anonymous user. */
function requiredOf({ properties = {}, required = [] }: Expected, value: Json): ReadonlySet<string> {
  const isAnonymous = Object.hasOwn(properties, 'anonymous') && value.anonymous === true;
  return new Set(
    isAnonymous ? required.filter((name) => Object.hasOwn(AnonymousUser.properties, name)) : required,
  );
}

/** A documented type in words. */
function typeName({ type = 'any JSON', anyOf, patternProperties, definitions, ...parts }: Expected): string {
  if (anyOf) return [...new Set(anyOf.map((one) => typeName(expectedOf(one, definitions))))].join(' or ');
  if (patternProperties !== undefined) return 'object';
  const format = parts.format ?? parts.pattern;
  return format === undefined ? type : `${type} (${format})`;
}
