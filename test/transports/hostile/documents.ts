import { converse, type Row, run, subscribe, times } from './exchange.ts';

const nested = (depth: number): string =>
  `{ course(id: "c") { levels { lessons ${'{ childLessons '.repeat(depth)}{ id ${'} '.repeat(depth)} } } } }`;
const USER_FRAGMENT = 'on Viewer';
const doubling = (levels: number): string =>
  `{ course(id: "c") { levels { lessons { ...F0 } } } } ${times(levels, (i) => `fragment F${i} on Lesson { childLessons { ...F${i + 1} } x: childLessons { ...F${i + 1} } }`)} fragment F${levels} on Lesson { id }`;
const TOO_EXPENSIVE = '400 OPERATION_TOO_EXPENSIVE';
const INVALID = '400 GRAPHQL_VALIDATION_FAILED';
const UNPARSABLE = '400 GRAPHQL_PARSE_FAILED';
const INTROSPECTION = '{ __schema { queryType { name } types { name fields { name } } } }';
const OVER_SOCKET = { responses: 1 };

/** Documents that are too expensive or invalid. */
export const DOCUMENTS: readonly Row[] = [
  ['10,000 aliases', run(`{ me { ${times(10_000, (i) => `a${i}:id`)} } }`), TOO_EXPENSIVE],
  ['31 aliases', run(`{ ${times(31, (i) => `a${i}: me { id }`)} }`), TOO_EXPENSIVE],
  ['10,000 directives', run(`{ me { id ${'@a '.repeat(10_000)}} }`), TOO_EXPENSIVE],
  ['51 directives', run(`{ me { ${times(51, () => 'id @include(if: true)')} } }`), TOO_EXPENSIVE],
  ['5,000 levels', run(nested(5000)), TOO_EXPENSIVE],
  ['14 levels', run(nested(10)), TOO_EXPENSIVE],
  [
    'lists nested 700 deep',
    run(`{ bucket(id: "b") { data(key: ${'['.repeat(700)}${']'.repeat(700)}) } }`),
    INVALID,
  ],
  ['objects nested 300 deep', run(`{ bucket(id: ${'{a:'.repeat(300)}1${'}'.repeat(300)}) { id } }`), INVALID],
  ['40,000 nested lists', run(`{ bucket(id: ${'['.repeat(40_000)}`), TOO_EXPENSIVE],
  [
    'a cycle of 100 fragments',
    run(`{ me { ...F0 } } ${times(100, (i) => `fragment F${i} ${USER_FRAGMENT} { ...F${(i + 1) % 100} }`)}`),
    INVALID,
  ],
  ['fragments that double 10 times', run(doubling(10)), TOO_EXPENSIVE],
  ['fragments that double 60 times', run(doubling(60)), TOO_EXPENSIVE],
  [
    '100 fragments that overlap',
    run(
      `{ me { ${times(100, (i) => `...F${i}`)} } } ${times(100, (i) => `fragment F${i} ${USER_FRAGMENT} { a: ${i % 2 ? 'id' : 'handle'} }`)}`,
    ),
    INVALID,
  ],
  [
    '280 fields that overlap',
    run(`{ me { ${times(280, (i) => `a: friends { ${i % 2 ? '__typename' : 'a: __typename'} }`)} } }`),
    TOO_EXPENSIVE,
  ],
  ['31 root fields', run(`{ ${times(31, () => '__typename')} }`), TOO_EXPENSIVE],
  [
    'more platform calls than the limit',
    run(
      `{ ${times(20, (i) => `a${i}: classes(first: ${100 - i}) { nodes { id students { user { id } } levels { id } } }`)} }`,
    ),
    TOO_EXPENSIVE,
  ],
  ['1,000 operations', run(times(1000, (i) => `query Q${i} { a }`)), TOO_EXPENSIVE],
  [
    '200 operations and no name',
    run(times(200, (i) => `query Q${i} { __typename }`)),
    '400 OPERATION_RESOLUTION_FAILURE',
  ],
  [
    'an operation name of 90 KB',
    run('query A { __typename }', {}, { operationName: 'B'.repeat(90_000) }),
    '400 OPERATION_RESOLUTION_FAILURE',
  ],
  [
    'an operation named like a prototype',
    run('query A { __typename }', {}, { operationName: '__proto__' }),
    '400 OPERATION_RESOLUTION_FAILURE',
  ],
  ['a variable name of 50 KB', run(`query ($${'v'.repeat(50_000)}: Int) { __typename }`), INVALID],
  ['a field name of 90 KB', run(`{ ${'f'.repeat(90_000)} }`), INVALID],
  ['a field named like a prototype', run('{ __proto__ }'), INVALID],
  ['a field named constructor', run('{ constructor { prototype } }'), INVALID],
  ['a type named like a prototype', run('{ me { ... on __proto__ { id } } }'), INVALID],
  ['only commas', run(','.repeat(90_000)), UNPARSABLE],
  ['a comment of 90 KB', run(`#${'a'.repeat(90_000)}`), UNPARSABLE],
  ['an unterminated block string', run(`{ course(id: """${'a'.repeat(90_000)}`), UNPARSABLE],
  ['a NUL', run('{ me\0 { id } }'), UNPARSABLE],
  ['U+202E', run('{ \u202eem { id } }'), UNPARSABLE],
  ['a lone surrogate', run('{ \ud800 }'), UNPARSABLE],
  ['an escape beyond Unicode', run('{ course(id: "\\u{110000}") { id } }'), UNPARSABLE],
  ['a number of 50,000 digits', run(`{ courses(first: ${'9'.repeat(50_000)}) { totalCount } }`), INVALID],
  ['a schema', run('type Query { a: Int } schema { query: Query }'), INVALID],
  ['@defer', run(`{ me { ... @defer { id } } }`), INVALID],
  ['a misspelled field', run('{ cours(id: "a") { id } }'), INVALID],
  [
    'a misspelled enum value, as a variable',
    run('mutation ($v: BeginSignInInput!) { beginSignIn(input: $v) { url } }', {
      v: { redirectUri: 'http://a', responseType: 'IMPLICI' },
    }),
    '400 BAD_USER_INPUT',
  ],
  ['introspection', run(INTROSPECTION), INVALID],
  [
    'introspection in a fragment',
    run('{ ...F } fragment F on Query { __schema { types { name } } }'),
    INVALID,
  ],
  [
    'introspection over a socket',
    converse([subscribe(INTROSPECTION)], OVER_SOCKET),
    'error GRAPHQL_VALIDATION_FAILED',
  ],
];
