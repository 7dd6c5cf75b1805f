import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  type DocumentNode,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  typeFromAST,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { workloads } from '../../bench/src/workloads.ts';
import { EXAMPLE_DOCUMENT } from '../../packages/explorer/examples.ts';
import { printGraph } from '../../src/cli/print-schema.ts';
import { readConfig } from '../../src/config/config.ts';
import { fieldCosts } from '../../src/domains/schema.ts';
import { isList, listSizeOf } from '../../src/graph/cost-directives.ts';
import { createPredictions } from '../../src/operations/limits/cost-prediction.ts';
import { INBOUND_REACHES, REACHES } from '../reach/walk.ts';
import { json } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { readMetrics } from '../support/metrics.ts';
import { schema } from '../support/schema.ts';
import { IN_ORDER, suiteGateway } from '../support/suite.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const objectTypes = Object.values(schema.getTypeMap()).filter(
  (type) => isObjectType(type) && !type.name.startsWith('__'),
);
const fields = objectTypes.flatMap((type) =>
  isObjectType(type)
    ? Object.values(type.getFields()).map((field) => ({ coordinate: `${type.name}.${field.name}`, field }))
    : [],
);

describe('the cost directives of the schema', () => {
  it('state the length of every list, on the field or on the field that returns its object', () => {
    const sizedBelow = new Set(
      fields.flatMap(({ field }) =>
        (listSizeOf(schema, field)?.sizedFields ?? []).map(
          (name) => `${getNamedType(field.type).name}.${name}`,
        ),
      ),
    );
    const lists = fields.filter(({ field }) => isList(field.type));
    expect(lists.length).toBeGreaterThan(40);
    const unstated = lists.filter(
      ({ coordinate, field }) => listSizeOf(schema, field) === null && !sizedBelow.has(coordinate),
    );
    expect(unstated.map(({ coordinate }) => coordinate)).toEqual([]);
  });

  it('name existing integer arguments, and give every length a fallback', () => {
    for (const { coordinate, field } of fields) {
      const size = listSizeOf(schema, field);
      if (!size) continue;
      expect({ coordinate, assumedSize: size.assumedSize }).toEqual({
        coordinate,
        assumedSize: expect.any(Number),
      });
      const integers = field.args.filter(({ type }) => getNamedType(type).name === 'Int');
      expect(integers.map(({ name }) => name)).toEqual(expect.arrayContaining([...size.slicingArguments]));
    }
  });

  it('are in the printed schema', () => {
    expect(printGraph()).toContain('  friends: [Friend!] @listSize(assumedSize: 50) @semanticNonNull\n');
    expect(printGraph()).toContain('  base64: String! @cost(weight: 40000)\n');
    expect(printGraph()).toMatch(/^scalar JSON .*@cost\(weight: 2000\)$/m);
  });
});

/** A value of a type with only what is required; pages of 20. */
function sampleOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType);
  if (isListType(type)) return [sampleOf(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((field) => isNonNullType(field.type))
        .map((field) => [field.name, sampleOf(field.type)]),
    );
  if (type.name === 'Boolean') return true;
  if (type.name.startsWith('Date')) return '2026-01-01T00:00:00Z';
  if (type.name.startsWith('JSON')) return {};
  return /Int|Float/.test(type.name) ? 20 : 'x';
}

function sampleVariables(document: DocumentNode): Record<string, unknown> {
  const definitions = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  );
  return Object.fromEntries(
    definitions.map(({ variable, type }) => {
      // graphql-js types the result by the kind of the node, of which a variable has any.
      const known = typeFromAST(schema, type) as GraphQLInputType | undefined;
      return [variable.name.value, known && sampleOf(known)];
    }),
  );
}

const generatedIn = (path: string): [string, DocumentNode][] =>
  [...read(path).matchAll(/^export const (\w+)Document = (\{.*\}) as/gm)].map(
    ([, name = '', document = '']) => [name, JSON.parse(document)],
  );
const webDocuments = generatedIn('examples/web/src/gql/graphql.ts');
const clientDocuments = generatedIn('packages/client/src/generated/gql/graphql.ts');

const DOCUMENTS: readonly (readonly [string, DocumentNode])[] = [
  ...[...REACHES, ...INBOUND_REACHES].map(
    ({ document }) => [document.slice(0, 60), parse(document)] as const,
  ),
  ...webDocuments.filter(([name]) => !name.endsWith('Fragment')),
  ...clientDocuments,
  ...workloads.flatMap(({ id, requests }) => requests.map(({ query }) => [id, parse(query)] as const)),
  ['the explorers', parse(EXAMPLE_DOCUMENT)],
];

describe('the price of the documents of this repository', () => {
  it('is within the default limits', () => {
    const { priceLimits, listEstimate } = readConfig({});
    const predictionOf = createPredictions({ schema, costs: fieldCosts, listEstimate });
    expect(webDocuments.length).toBeGreaterThan(10);
    expect(clientDocuments.length).toBeGreaterThan(10);
    for (const [name, document] of DOCUMENTS) {
      const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
      expect(operations.length, name).toBeGreaterThan(0);
      for (const operation of operations) {
        const operationName = ('name' in operation && operation.name?.value) || null;
        const prediction = predictionOf(document, operationName)(sampleVariables(document));
        expect(prediction, name).not.toBeNull();
        expect(prediction?.calls, name).toBeLessThanOrEqual(priceLimits.calls);
        expect(prediction?.objects, name).toBeLessThanOrEqual(priceLimits.objects);
        expect(prediction?.bytes, name).toBeLessThanOrEqual(priceLimits.bytes);
      }
    }
  });
});

describe('predicted bytes', () => {
  const predictionOf = createPredictions({ schema, costs: fieldCosts, listEstimate: null });
  const bytesOf = (source: string, variables: Record<string, unknown> = {}): number =>
    predictionOf(parse(source), null)(variables)?.bytes ?? Number.NaN;
  /** `{"data":}`, and braces with a comma. */
  const EMPTY = 9 + 2;

  it('are those of keys, brackets and assumed values', () => {
    expect(bytesOf('{ __typename }')).toBe(EMPTY + '"__typename":"Query",'.length);
    expect(bytesOf('{ me { trainer } }')).toBe(EMPTY + '"me":{"trainer":false,},'.length);
    expect(bytesOf('{ me { alias: trainer } }')).toBe(EMPTY + '"me":{"alias":false,},'.length);
  });

  it('multiply along the path', () => {
    const item = '{"user":{"anonymous":false,},},'.length;
    expect(bytesOf('{ me { friends { user { anonymous } } } }')).toBe(
      EMPTY + '"me":{},"friends":[],'.length + 50 * item,
    );
    const page = (first: number): number =>
      bytesOf('query ($n: Int) { searchUsers(first: $n) { nodes { anonymous } } }', { n: first });
    expect(page(30) - page(20)).toBe(10 * '{"anonymous":false,},'.length);
  });

  it('do not count what a condition excludes, nor a field twice', () => {
    const document =
      'query ($yes: Boolean!) { me { id email @include(if: $yes) ...F ...F } } fragment F on Viewer { id }';
    expect(bytesOf(document, { yes: false })).toBe(bytesOf('{ me { id } }'));
    expect(bytesOf(document, { yes: true })).toBe(bytesOf('{ me { id email } }'));
  });

  it('are large for pictures', () => {
    expect(bytesOf('{ me { coverImage { base64 } } }')).toBeGreaterThan(40_000);
  });

  it('are those of the objects that a fragment on an interface or union applies to', () => {
    const plain = bytesOf('{ me { friends { user { anonymous } } } }');
    const fragment = 'fragment F on Person { anonymous }';
    expect(bytesOf(`{ me { friends { user { ...F } } } } ${fragment}`)).toBe(plain);
    expect(bytesOf(`{ me { friends { user { ... on Person { ...F } } } } } ${fragment}`)).toBe(plain);
  });
});

describe('the price of a union', () => {
  it('is that of each type, and of the fragments on it', () => {
    const pets = buildSchema(
      'type Query { pet: Pet } union Pet = Cat | Dog type Cat { lives: Int } type Dog { barks: Boolean }',
    );
    const predict = createPredictions({ schema: pets, costs: {}, listEstimate: null });
    const bytesOf = (fields: string) => predict(parse(`{ pet { ${fields} } }`), null)({})?.bytes ?? 0;
    const [cat, dog] = ['... on Cat { lives }', '... on Dog { barks }'];
    expect(bytesOf(`${cat} ${dog}`) - bytesOf(cat)).toBe('"barks":false,'.length);
  });
});

describe('the byte limit', IN_ORDER, () => {
  const gateway = suiteGateway({ environment: { LIMIT_RESPONSE: '100000' } });

  const PICTURES = '{ me { a: coverImage { base64 } b: coverImage { base64 } c: coverImage { base64 } } }';
  const REFUSED = {
    message:
      /^The operation may produce \d+ bytes; the limit is 100000\. Most are at me\.a \(\d+\)\. Request fewer items at once, or use several operations\.$/,
    exceeded: { price: 'bytes', value: expect.any(Number), limit: 100_000 },
  };

  it('refuses an operation before any call, and is counted', async () => {
    const { status, errors, calls } = await gateway.query(PICTURES, { as: as.student });
    expect({ status, calls }).toEqual({ status: 400, calls: [] });
    expect(errors[0]?.message).toMatch(REFUSED.message);
    expect(errors[0]?.extensions).toMatchObject({
      code: 'OPERATION_TOO_EXPENSIVE',
      exceeded: REFUSED.exceeded,
    });
    const series = await readMetrics(gateway);
    expect(series.get('gateway_price_limits_exceeded_total{price="bytes",stage="predicted"}')).toBe(1);
    expect(series.get('gateway_operation_price_count{price="bytes"}')).toBe(1);
  });

  it('ends an operation that is larger than predicted, which is counted', async () => {
    const long = Array.from({ length: 40 }, (_, index) => ({
      userId: `u${index}`,
      handle: 'x'.repeat(4000),
    }));
    gateway.faults.set('GET /user/v1/my/friends', json(long));
    const { data, errors } = await gateway.query('{ me { friends { user { handle } } } }', {
      as: as.student,
    });
    expect(data).toBeNull();
    expect(errors[0]?.extensions).toMatchObject({
      code: 'OPERATION_TOO_EXPENSIVE',
      exceeded: { price: 'bytes' },
    });
    const series = await readMetrics(gateway);
    expect(series.get('gateway_price_limits_exceeded_total{price="bytes",stage="reached"}')).toBe(1);
  });

  it('does not refuse an operation whose condition is null for its price', async () => {
    const { errors } = await gateway.query(
      'query ($a: Boolean = true) { me { friends @include(if: $a) { user { id } } } }',
      {
        as: as.student,
        variables: { a: null },
      },
    );
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
  });
});
