import type { TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import { isNameOfId } from '../contract/ids.ts';
import { AnonymousUser } from '../contract/resources.ts';
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

type Properties = Readonly<Record<string, TSchema>>;

/** The JSON Schema keywords that the contract uses. */
interface SchemaParts {
  schema: TSchema;
  type?: string;
  properties?: Properties;
  required?: readonly string[];
  patternProperties?: unknown;
  items?: TSchema;
  anyOf?: readonly TSchema[];
  /** Targets of `$ref`. */
  definitions: Properties;
}

function parts(schema: TSchema, outer: SchemaParts['definitions'] = {}): SchemaParts {
  const found: Json = { ...schema };
  const definitions = { ...outer, ...(found.$defs as SchemaParts['definitions'] | undefined) };
  const named = typeof found.$ref === 'string' ? definitions[found.$ref] : undefined;
  return named ? { ...named, schema: named, definitions } : { ...schema, schema, definitions };
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
    const expected = parts(schema);
    this.#compare(expected, this.#unwrapped(expected), '');
    return [...this.#findings.values()];
  }

  #unwrapped({ properties, items }: SchemaParts): unknown {
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

  #compare(expected: SchemaParts, value: unknown, path: string): void {
    const { anyOf, properties, items, schema } = expected;
    if (anyOf) this.#union(expected, anyOf, value, path);
    else if (properties) this.#object(expected, properties, value, path);
    else if (items) this.#list(expected, items, value, path);
    else if (!Check(schema, value)) this.#addWrongType(expected, value, path);
  }

  /** Compares a nullable structure member by member; any other union is checked as a whole. */
  #union(expected: SchemaParts, alternatives: readonly TSchema[], value: unknown, path: string): void {
    const nested = alternatives
      .map((alternative) => parts(alternative, expected.definitions))
      .find(({ properties, items }) => (isRecord(value) ? properties : Array.isArray(value) && items));
    if (nested) this.#compare(nested, value, path);
    else if (!Check(expected.schema, value)) this.#addWrongType(expected, value, path);
  }

  #object(expected: SchemaParts, properties: Properties, value: unknown, path: string): void {
    const list = properties.docs;
    if (list && !(isRecord(value) && Object.hasOwn(value, 'docs'))) this.#bareList(expected, list, value);
    else if (isRecord(value)) this.#members(expected, properties, value, path);
    else this.#addWrongType(expected, value, path);
  }

  #members(expected: SchemaParts, properties: Properties, value: Json, path: string): void {
    const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
    const required = requiredOf(expected, value);
    for (const [name, schema] of Object.entries(properties)) {
      const member = parts(schema, expected.definitions);
      if (Object.hasOwn(value, name)) this.#compare(member, value[name], at(name));
      else if (required.has(name)) this.#addMissing(member, at(name));
    }
    const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
    for (const [index, shown] of shownNames(unknown, this.#texts).entries())
      this.#add('unknown', at(shown), null, typeOf(value[unknown[index] ?? '']));
  }

  /** Reports a list without its documented wrapper, and still compares its items. */
  #bareList({ required = [], properties, definitions }: SchemaParts, list: TSchema, value: unknown): void {
    this.#add('no wrapper', 'docs', 'array in an object', typeOf(value));
    const members = isRecord(value) ? value : {};
    for (const name of required)
      if (name !== 'docs' && !Object.hasOwn(members, name))
        this.#addMissing(parts(properties?.[name] ?? list, definitions), name);
    if (Array.isArray(value)) this.#compare(parts(list, definitions), value, 'docs');
  }

  #list(expected: SchemaParts, items: TSchema, value: unknown, path: string): void {
    if (!Array.isArray(value)) {
      this.#addWrongType(expected, value, path);
      return;
    }
    const item = parts(items, expected.definitions);
    // Child lessons are lessons: one path covers every depth.
    const at = `${path}[]`.replace(/(\bchildLessons\[\]\.)+(?=childLessons\[\]$)/, '');
    if (value.length === 0 && item.properties && !at.endsWith('childLessons[]'))
      this.#add('empty', at, null, null);
    for (const entry of value) this.#compare(item, entry, at);
  }

  #addWrongType(expected: SchemaParts, value: unknown, path: string): void {
    const found = typeOf(value);
    const documented = typeName(expected);
    this.#add(
      isOtherForm(documented, value, path) ? 'form' : 'type',
      path === '' ? null : path,
      documented,
      documented === found ? `another ${found}` : found,
    );
  }

  #addMissing(member: SchemaParts, at: string): void {
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
