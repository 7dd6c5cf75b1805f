import { buildSchema, type DocumentNode, execute, type GraphQLSchema, parse, print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { strictSchema } from '../../packages/client/scripts/strict-schema.ts';
import { printGraph } from '../../src/cli/print-schema.ts';
import { readableFields } from '../cache/coverage.ts';
import { type Case, suiteCases, wireOf } from '../reach/cases.ts';
import { rowsIn, withRows } from '../reach/responses.ts';
import {
  EMPTY,
  FOREIGN,
  meaningless,
  REFUSALS,
  STATUSES,
  type Transformation,
} from '../reach/transformations.ts';
import { REACHES } from '../reach/walk.ts';
import { walkWire } from '../reach/wire-walk.ts';
import { answer } from '../support/faults.ts';
import { schema } from '../support/schema.ts';
import { IN_ORDER, suiteGateway } from '../support/suite.ts';
import { markedFields, readMarkedFields, withMarkedFields } from './semantic-non-null.ts';

const strict = buildSchema(strictSchema(printGraph()));
/** As if the platform had to send a name for each course, which the gateway does not require. */
const tooStrict = buildSchema(
  strictSchema(printGraph()).replace(/("Name of the course."+)\s+name: String/, '$1 name: String!'),
);

/** What a client with these types does not expect of a response: null in fields that have `!`. */
function lies(
  types: GraphQLSchema,
  document: DocumentNode,
  variables: Case['reach']['variables'],
  data: unknown,
): string[] {
  const read = execute({
    schema: types,
    document,
    rootValue: data,
    variableValues: variables,
    fieldResolver: (object: Readonly<Record<string, unknown>>, _arguments, _context, { path }) =>
      object[path.key],
  });
  if ('then' in read) throw new Error('data is read at once');
  return (read.errors ?? []).map(({ message, path }) => `${path?.join('.')}: ${message}`);
}

/** One in so many of the forms that mean the same, another part of them for each row. */
const SAMPLE = 60;

/** A row's operation with every certain field. */
const wholeOf = ({ reach }: Case): DocumentNode => withMarkedFields(schema, parse(reach.document));

/** The response of a row's own route, in forms that the contract allows, and in forms that it does not. */
function responsesOf({ reach, body }: Case, index: number): Transformation[] {
  const wire = wireOf(reach.route);
  const same =
    body === '' ? [] : meaningless(wire, body).filter((_, place) => (place + index) % SAMPLE === 0);
  const partial = wire.schema
    ? [undefined, null].map((missing): Transformation => {
        const json: unknown = JSON.parse(body);
        const rows = rowsIn(json).map((row) => walkWire(wire.schema, row, { optional: () => missing }));
        return { name: `${missing} where it may be`, fault: answer(JSON.stringify(withRows(json, rows))) };
      })
    : [];
  return [
    ...partial,
    ...same,
    ...EMPTY,
    ...FOREIGN,
    ...REFUSALS,
    ...STATUSES.filter(({ status }) => status === 404),
  ];
}

describe('the strict schema', IN_ORDER, () => {
  const gateway = suiteGateway();
  const caseAt = suiteCases(gateway);
  const seen = { responses: 0, withoutErrors: 0, filled: new Set<string>() };

  /** The lies of a response to the whole of a row, and what is null there without an error. */
  async function liesOf(
    types: GraphQLSchema,
    row: Case,
    whole: DocumentNode,
    { name, fault }: Transformation,
  ): Promise<string[]> {
    const { variables, authorization, route } = row.reach;
    for (const [other, body] of row.bodies) gateway.faults.set(other, answer(body));
    gateway.faults.set(route, fault);
    const headers: Record<string, string> = authorization === null ? {} : { authorization };
    const { data, errors } = await gateway.query(print(whole), {
      as: headers,
      ...(variables && { variables }),
    });
    gateway.faults.clear();
    seen.responses += 1;
    const marked = readMarkedFields(whole, { data, errors }, variables);
    for (const field of marked.filled) seen.filled.add(field);
    const unexplained = marked.unexplained.map((field) => `${name}: null without an error: ${field}`);
    if (errors.length > 0) return unexplained;
    seen.withoutErrors += 1;
    return [...unexplained, ...lies(types, whole, variables, data).map((lie) => `${name}: ${lie}`)];
  }

  it.each(REACHES.map(({ route, fields }, index) => [route, fields.join(', '), index] as const))(
    'is true of each response without errors, and a certain field is null only with one, whatever %s sends, with %s',
    async (_route, _fields, index) => {
      const row = caseAt(index);
      const whole = wholeOf(row);
      const found: string[] = [];
      for (const response of responsesOf(row, index))
        found.push(...(await liesOf(strict, row, whole, response)));
      expect(found).toEqual([]);
    },
  );

  it('is compared with many responses, of which many have no error, and every field has a value in some', () => {
    expect(seen.responses).toBeGreaterThan(1500);
    expect(seen.withoutErrors).toBeGreaterThan(400);
    // The property test of the cache rule covers what operations can read.
    const onlyHere = new Set(markedFields(schema)).difference(readableFields(schema));
    expect([...onlyHere.difference(seen.filled)]).toEqual([]);
  });

  it('is made of the directives that are printed for clients and their code generators', () => {
    const printed = printGraph();
    expect(printed).toContain('levels: [Int] = [0]\n) on FIELD_DEFINITION');
    expect(printed.match(/ @semanticNonNull(?=$| @)/gm)).toHaveLength(markedFields(schema).length);
  });

  it('would be found to be wrong about a field that the platform may leave out', async () => {
    const index = REACHES.findIndex(({ fields }) => fields.includes('Query.courses'));
    const row = caseAt(index);
    const [, withNulls] = responsesOf(row, index);
    if (!withNulls) throw new Error('no row reads courses');
    expect(await liesOf(tooStrict, row, wholeOf(row), withNulls)).toContainEqual(
      expect.stringContaining('Course.name'),
    );
  });
});
