import { makeExecutableSchema } from '@graphql-tools/schema';
import { execute, GraphQLScalarType, getIntrospectionQuery, getOperationAST, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../src/graph/errors.ts';
import { coercedVariables, NO_VARIABLES } from '../../src/graph/graphql-js.ts';
import { ofLoaded, restoreMemberResolvers } from '../../src/graph/member.ts';
import { compileOperation } from '../../src/operations/execution/compile.ts';
import type { ExecutionResult } from '../../src/operations/execution/result.ts';
import { UNLIMITED } from '../support/plan-options.ts';

const SDL = /* GraphQL */ `
  scalar Upper
  enum Size { SMALL LARGE }
  interface Named { name: String }
  type Cat implements Named { name: String lives: Int! }
  union Pet = Cat
  type Query { thing: Thing things(count: Int = 2, of: Size): [Thing] sure: Thing! pet: Pet named: Named }
  type Mutation { add(value: Int!): Int! slow(value: Int!): Thing }
  type Thing {
    id: ID! text: String sureText: String! int: Int float: Float flag: Boolean size: Size upper: Upper
    child: Thing sureChild: Thing! children: [Thing!] sureChildren: [Thing!]! grid: [[Int]] sureGrid: [[Int!]!]
    sizes: [Size!] uppers: [Upper] path: String echo(text: String = "none", list: [Int!]): String counted: Int
    later: Later
  }
  type Later { text: String sureText: String! children: [Thing] flag: Boolean failing: String own: String }
`;

/** A rejected promise that is never reported as unhandled. */
function rejected(message: string): Promise<never> {
  const promise = Promise.reject(new Error(message));
  promise.catch(() => {});
  return promise;
}

/** Rows of many shapes, by what they contain. */
const rows: Record<string, unknown> = {
  plain: { id: 'a', text: 'x', sureText: 'y', int: 1, float: 1.5, flag: true, size: 2, upper: 'up' },
  'numbers for texts': { id: 7, text: 8, sureText: 9, int: 1, float: 1, flag: 1 },
  'values of wrong types': { id: {}, text: {}, int: 'x', float: 'x', flag: {}, size: 9, upper: 3 },
  'values out of range': { int: 2 ** 40, float: Number.NaN, id: 1.5, size: null },
  'nothing at all': {},
  'null in each place': { text: null, sureText: null, child: null, sureChild: null, children: null },
  'errors for values': {
    text: new Error('no text'),
    child: new Error('no child'),
    sureText: new Error('no'),
  },
  promises: {
    text: Promise.resolve('later'),
    sureText: Promise.resolve(null),
    child: Promise.resolve({ id: 'c', text: Promise.resolve('inner') }),
    children: Promise.resolve([Promise.resolve({ id: '1' }), { id: '2' }]),
  },
  'promises that fail': {
    text: rejected('late no'),
    child: rejected('late no child'),
    sureChildren: [{ id: '1' }, rejected('late no item')],
  },
  lists: {
    children: [{ id: '1', sureText: 'a' }, null],
    sureChildren: [{ id: '1' }, { id: '2', child: { id: '3' } }],
    grid: [[1, null], null, [2, 'x']],
    sureGrid: [[1, 2], [3, null], null],
    sizes: [1, 2, 3],
    uppers: ['a', null, 5, Promise.resolve('b')],
  },
  'objects that load': {
    later: {
      own: 'o',
      load: async () => ({ text: 'x', sureText: 'y', children: [{ id: 'c' }], flag: true }),
    },
    children: [{ id: '1', later: { load: async () => ({ text: 8, sureText: 'y' }) } }],
    sureChildren: [{ id: '2', later: { own: 'o', load: () => rejected('nothing loaded') } }],
    child: { later: { load: async () => ({ sureText: null }) } },
  },
  'no lists': { children: 'text', grid: 7, sizes: {} },
  deep: { sureChild: { sureChild: { sureChild: {} } }, child: { sureChild: { sureText: null } } },
};

const upper = new GraphQLScalarType({
  name: 'Upper',
  serialize(value) {
    if (typeof value !== 'string') throw new Error('not a text');
    return value === 'none' ? null : value.toUpperCase();
  },
});

/** What an object loads. */
type Loaded = Readonly<Record<string, unknown>>;

const load = ({ load }: { load: () => Promise<Loaded> }): Promise<Loaded> => load();
const loaded = (member: string) => ofLoaded(load, (row: Loaded) => row[member]);

/** The context of an operation: what it reads, and the sum of what it has added. */
interface Scene {
  row: unknown;
  sum: number;
}

const resolvers: Parameters<typeof makeExecutableSchema<Scene>>[0]['resolvers'] = {
  Upper: upper,
  Size: { SMALL: 1, LARGE: 2 },
  Query: {
    thing: (_root, _arguments, { row }) => row,
    things: async (_root, { count, of }, { row }) =>
      Array.from({ length: count }, (_, index) => (index === 0 ? row : { id: index, size: of })),
    sure: (_root, _arguments, { row }) => Promise.resolve(row),
    pet: () => ({ __typename: 'Cat', name: 'Tom', lives: 9 }),
    named: () => ({ __typename: 'Cat', name: 'Tom', lives: 9 }),
  },
  Mutation: {
    add: (_root, { value }, scene) => {
      if (value < 0) throw new Error('negative');
      scene.sum += value;
      return scene.sum;
    },
    slow: async (_root, { value }, scene) => {
      await Promise.resolve();
      scene.sum += value;
      return { id: scene.sum };
    },
  },
  Later: {
    text: loaded('text'),
    sureText: loaded('sureText'),
    children: loaded('children'),
    flag: loaded('flag'),
    failing: ofLoaded(load, () => {
      throw new Error('not readable');
    }),
  },
  Thing: {
    counted: (_row: unknown, _arguments: unknown, { sum }: Scene) => Promise.resolve(sum),
    path: (_row: unknown, _arguments: unknown, _context: unknown, info: { path: unknown }) =>
      JSON.stringify(info.path),
    echo: (_row: unknown, { text, list }: { text: string; list?: number[] }) => {
      if (text === 'throw') throw new Error('thrown');
      if (text === 'reject') return Promise.reject(new Error('rejected'));
      if (text === 'odd') throw 'no error';
      return `${text} ${list?.join() ?? ''}`;
    },
  },
};
const schema = makeExecutableSchema<Scene>({ typeDefs: SDL, resolvers });
restoreMemberResolvers(schema, [resolvers].flat());

/** Too long to be part of the generated code. */
const LONG = 'a'.repeat(300);
const ALL =
  'id text sureText int float flag size upper grid sureGrid sizes uppers path echo __typename child { id text path sureChild { id sureText } } children { id sureText path } sureChildren { id child { path } }';
const documents: readonly string[] = [
  `{ thing { ${ALL} } }`,
  '{ thing { id } sure { id sureText } }',
  '{ things { id text sureText child { id sureChild { id } } children { id } path } }',
  '{ a: thing { b: text text c: sureText } thing { text } }',
  '{ thing { ...F ... on Thing { int } ...F } } fragment F on Thing { text child { text ...G } } fragment G on Thing { flag }',
  '{ thing { id child { id } } ...Q thing { text children { id } } } fragment Q on Query { thing { child { text child { id } } children { text } } }',
  '{ thing { a: echo b: echo(text: "x", list: [1, 2]) c: echo(text: null) d: echo(text: "throw") e: echo(text: "reject") f: echo(text: "odd") } }',
  '{ things(count: 3, of: LARGE) { id size } }',
  '{ thing { later { own text a: text flag children { id } } children { later { text sureText failing } } } }',
  '{ thing { sureChildren { id later { text own flag } } } a: thing { sureChildren { later { text sureText } } } }',
  '{ thing { child { later { text sureText own } } later { failing sureText } } }',
  '{ thing { sureChild { sureChild { sureChild { sureText } } } } sure { child { sureChild { sureText } } } }',
];

interface Plain {
  data: unknown;
  errors: { message: string; path?: readonly (string | number)[] }[];
}

const plain = (result: ExecutionResult): Plain => ({
  data: JSON.parse(JSON.stringify(result.data ?? null)),
  errors: (result.errors ?? []).map(({ message, locations, path, originalError }) => {
    const extensions = originalError instanceof GatewayError ? originalError.extensions : {};
    return JSON.parse(JSON.stringify({ message, locations, path, extensions }));
  }),
});

/** Whether the value at an error's path was replaced by a null further up. */
function isGone(path: readonly (string | number)[], data: unknown): boolean {
  let value = data;
  for (const step of path.slice(0, -1)) {
    if (value === null) return true;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value === null;
}

/**
 * The same data and errors, in any order. Further errors inside a value that became null may be reported or not (GraphQL,
 * section 6.4.4): graphql-js reports those that it finds first.
 */
function expectSame({ compiled, interpreted }: { compiled: Plain; interpreted: Plain }): void {
  expect(compiled.data).toEqual(interpreted.data);
  const expected = interpreted.errors.map((error) => JSON.stringify(error));
  const found = compiled.errors.map((error) => JSON.stringify(error));
  expect(found).toEqual(expect.arrayContaining(expected));
  const more = compiled.errors.filter(
    (error) => !expected.includes(JSON.stringify(error)) && !isGone(error.path ?? [], compiled.data),
  );
  expect(more).toEqual([]);
}

/** Where the errors are, not what they say. */
const withoutMessages = ({ data, errors }: Plain): Plain => ({
  data,
  errors: errors.map(({ path }) => ({ message: '', ...(path ? { path } : {}) })),
});

/** Runs a document both ways. */
async function both(source: string, row: unknown, variables: Record<string, unknown> = {}) {
  const document = parse(source);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('no operation');
  expect(validate(schema, document)).toEqual([]);
  const run = compileOperation(schema, document, operation, variables, UNLIMITED);
  const given = coercedVariables(schema, operation.variableDefinitions ?? [], variables);
  const scene = (): Scene => ({ row, sum: 0 });
  const compiled = await run({}, scene(), variables, given ?? NO_VARIABLES);
  const interpreted = await execute({
    schema,
    document,
    rootValue: {},
    contextValue: scene(),
    variableValues: variables,
  });
  return { compiled: plain(compiled), interpreted: plain(interpreted) };
}

describe('a compiled operation', () => {
  for (const [form, row] of Object.entries(rows)) {
    it.each(documents)(`gives the same response as graphql-js for ${form}: %s`, async (source) => {
      expectSame(await both(source, row));
    });
  }

  const skipping =
    'query ($a: Boolean!, $b: Boolean!) { thing { text @include(if: $a) ...F @skip(if: $b) ... @include(if: $b) { int flag @skip(if: $a) } } } fragment F on Thing { text @skip(if: true) float @include(if: true) }';
  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])('omits skipped fields when the variables are %s and %s', async (a, b) => {
    expectSame(await both(skipping, rows.plain, { a, b }));
  });

  it('takes arguments from variables, and reports a missing one at each field that needs it', async () => {
    const source =
      'query ($text: String, $list: [Int!] = [4], $n: Int = 1) { things(count: $n) { echo(text: $text, list: $list) } }';
    for (const variables of [
      { text: 'v', list: [3], n: 2 },
      { other: 1 },
      { text: null, n: 2 },
      { n: null },
    ]) {
      expectSame(await both(source, rows.plain, variables));
    }
  });

  it('runs mutations in series, asynchronous and failing ones included', async () => {
    const results = await both(
      'mutation { a: add(value: 1) b: slow(value: 10) { id counted } c: add(value: 100) d: slow(value: 1000) { id counted } }',
      {},
    );
    expectSame(results);
    expect(results.compiled).toMatchObject({
      data: { a: 1, b: { id: '11', counted: 11 }, c: 111, d: { counted: 1111 } },
    });
    const failing = await both('mutation { a: slow(value: 1) { id } b: add(value: -1) }', {});
    expectSame(failing);
  });

  it('loads once for all members of an object that come from the same promise', async () => {
    let loads = 0;
    const later = { load: async () => ({ text: 'x', sureText: String(++loads), flag: null }) };
    const { compiled } = await both('{ thing { later { text sureText flag failing } } }', { later });
    expect(compiled.data).toEqual({
      thing: { later: { text: 'x', sureText: '1', flag: null, failing: null } },
    });
    expect(compiled.errors).toMatchObject([{ path: ['thing', 'later', 'failing'] }]);
  });

  it('supports introspection', async () => {
    expectSame(await both(getIntrospectionQuery({ descriptions: true }), {}));
  });

  it('nulls the nearest nullable parent of a missing non-null value, with one error', async () => {
    const { compiled } = await both('{ thing { child { a: sureText b: sureText sureChild { id } } } }', {
      child: {},
    });
    expect(compiled).toMatchObject({ data: { thing: { child: null } } });
    expect(compiled.errors).toHaveLength(1);
  });

  it.each([
    ['a union', '{ pet { ... on Cat { lives } } }'],
    ['an interface', '{ named { name } }'],
    ['a key that is no plain one', '{ __proto__: thing { id } }'],
    [
      'such a key below',
      '{ __proto__: thing { __proto__: id a: __typename } thing { child { __proto__: path } } }',
    ],
    [
      'long keys',
      `{ ${LONG}: thing { ${LONG}: __typename ${LONG}b: id ${LONG}c: path ${LONG}d: child { ${LONG}: text } ${LONG}e: sizes } }`,
    ],
  ])('answers as graphql-js does with %s', async (_, source) => {
    expectSame(await both(source, { id: 'a', child: {} }));
  });

  it.each([
    'query ($no: Boolean = true) { thing { id @include(if: $no) } }',
    'query ($no: Boolean = true) { things { id child { id @skip(if: $no) } } }',
    'query ($no: Boolean = true) { things { id child { id @include(if: $no) @skip(if: true) } } }',
    'query ($no: Boolean = true) { sure { sureChildren { id @skip(if: $no) } } }',
    'query ($no: Boolean = true) { thing @include(if: $no) { id } sure { id } }',
  ])('answers as graphql-js does where a condition is null: %s', async (source) => {
    const row = { id: 'a', child: { id: 'c' }, sureChildren: [{ id: 's' }] };
    const { compiled, interpreted } = await both(source, row, { no: null });
    for (const error of compiled.errors) expect(error.message).toContain('`$no` must not be null');
    expectSame({ compiled: withoutMessages(compiled), interpreted: withoutMessages(interpreted) });
  });

  describe('whose response is too large', () => {
    /** A tree that doubles at each level; the resolver of every node counts its calls. */
    const tree = makeExecutableSchema<{ calls: number }>({
      typeDefs:
        'type Query { tree: Tree } type Mutation { tree: Tree } type Tree { id: ID nodes: [Tree!] sure: [Tree!]! }',
      resolvers: {
        Query: { tree: () => ({}) },
        Mutation: { tree: () => ({ id: 'written' }) },
        Tree: {
          nodes: async (_node, _arguments, context) => {
            context.calls += 1;
            return [{ id: 1 }, { id: 2 }];
          },
          sure: (_node, _arguments, context) => {
            context.calls += 1;
            return [{ id: 1 }, { id: 2 }];
          },
        },
      },
    });
    const runTree = async (kind: 'query' | 'mutation', objects: number) => {
      const context = { calls: 0 };
      const nested = (field: string, depth: number): string =>
        depth === 0 ? 'id' : `id ${field} { ${nested(field, depth - 1)} }`;
      const document = parse(
        `${kind} { a: tree { id } b: tree { ${nested('nodes', 6)} } c: tree { nodes { ${nested('sure', 6)} } } d: tree { id } }`,
      );
      const operation = getOperationAST(document);
      if (!operation) throw new Error('no operation');
      const run = compileOperation(tree, document, operation, {}, { objects, characters: 1e9 });
      const { data, errors } = plain(await run({}, context, {}, NO_VARIABLES));
      return { data: data as Record<string, unknown> | null, errors, calls: context.calls };
    };

    it('ends a query with one error, and runs no resolver after that', async () => {
      const { data, errors, calls } = await runTree('query', 20);
      expect(data).toBeNull();
      expect(errors).toHaveLength(1);
      expect(calls).toBeLessThanOrEqual(20);
      expect((await runTree('query', 1000)).errors).toEqual([]);
    });

    it('completes a mutation with what was written, nulls where nothing was produced, and one error', async () => {
      for (let objects = 1; objects < 200; objects += 7) {
        const { data, errors, calls } = await runTree('mutation', objects);
        expect(data).toMatchObject({ a: { id: 'written' } });
        expect(errors).toHaveLength(1);
        expect(calls).toBeLessThanOrEqual(objects);
        // A list whose items may not be null has none that is.
        const check = (value: unknown): void => {
          if (Array.isArray(value)) expect(value).not.toContain(null);
          if (typeof value !== 'object' || value === null) return;
          if ('sure' in value) expect(value.sure).not.toBeNull();
          for (const below of Object.values(value)) check(below);
        };
        check(data);
      }
    });
  });
});
