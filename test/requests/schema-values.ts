import fc from 'fast-check';
import { isRecord } from '../../src/lib/is-record.ts';
import { ANY_CHARACTER } from '../support/any-character.ts';

type Schemas = Readonly<Record<string, unknown>>;

/**
 * Values of a JSON Schema.
 * @param schemas those that its references lead to, by name.
 * @throws Error for a schema with a keyword that is not known here, so that no constraint is left out unnoticed.
 */
export function valuesOf(schema: unknown, schemas: Schemas): fc.Arbitrary<unknown> {
  if (!isRecord(schema)) throw new Error('a schema must be an object');
  const unknown = Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword));
  if (unknown.length > 0) throw new Error(`keywords that are not known here: ${unknown.join(', ')}`);
  if (typeof schema.$ref === 'string') return valuesOf(schemas[schema.$ref.split('/').at(-1) ?? ''], schemas);
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, schemas)));
  switch (schema.type) {
    case 'string':
      return textsOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer({ min: numberIn(schema.minimum, 0), max: numberIn(schema.maximum, 50) });
    case 'array':
      return fc.array(valuesOf(schema.items, schemas), { maxLength: 3 });
    case 'object':
      return objectsOf(schema, schemas);
    case undefined:
      return fc.jsonValue({ maxDepth: 2 });
    default:
      throw new Error(`a type that is not known here: ${schema.type}`);
  }
}

const KEYWORDS = new Set([
  ...[
    '$ref',
    'type',
    'const',
    'anyOf',
    'items',
    'properties',
    'required',
    'patternProperties',
    'minProperties',
  ],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'format', 'contentMediaType'],
  // They describe.
  ...['description', 'default', 'examples'],
]);

const numberIn = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

const DATES = fc.date({ min: new Date('1950-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uri: fc.webUrl({ withQueryParameters: true }),
  date: DATES.map((date) => date.toISOString().slice(0, 10)),
  'date-time': DATES.map((date) => date.toISOString()),
};

function textsOf({
  format,
  pattern,
  minLength,
  maxLength,
  contentMediaType,
}: Record<string, unknown>): fc.Arbitrary<string> {
  if (contentMediaType === 'application/json')
    return fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value));
  if (typeof format === 'string') {
    const known = FORMATS[format];
    if (!known) throw new Error(`a format that is not known here: ${format}`);
    return known;
  }
  const range = { minLength: numberIn(minLength, 1), maxLength: numberIn(maxLength, 20) };
  if (typeof pattern === 'string')
    return fc
      .stringMatching(new RegExp(pattern))
      .filter(
        ({ length }) => length >= range.minLength && length <= Math.max(range.maxLength, range.minLength),
      );
  return fc.oneof(fc.string(range), fc.string({ ...range, unit: ANY_CHARACTER }));
}

function objectsOf(schema: Record<string, unknown>, schemas: Schemas): fc.Arbitrary<unknown> {
  const { properties = {}, patternProperties, required = [], minProperties } = schema;
  if (isRecord(patternProperties)) {
    const [values] = Object.values(patternProperties);
    return fc.dictionary(fc.webUrl(), valuesOf(values, schemas), {
      minKeys: numberIn(minProperties, 0),
      maxKeys: 3,
    });
  }
  if (!isRecord(properties) || !Array.isArray(required)) throw new Error('an object must have properties');
  const members = Object.entries(properties).map(([name, one]) => [name, valuesOf(one, schemas)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: required.map(String) });
}
