import { converse, type Row, run, subscribe, times } from './exchange.ts';

const DEEP = `{ course(id: "c") { levels { lessons ${'{ childLessons '.repeat(5000)}{ id ${'} '.repeat(5000)} } } } }`;
/** Each fragment spreads the next one twice, 60 times. */
const DOUBLING = `{ course(id: "c") { levels { lessons { ...F0 } } } } ${times(60, (i) => `fragment F${i} on Lesson { childLessons { ...F${i + 1} } x: childLessons { ...F${i + 1} } }`)} fragment F60 on Lesson { id }`;
const TOO_EXPENSIVE = '400 OPERATION_TOO_EXPENSIVE';
const INVALID = '400 GRAPHQL_VALIDATION_FAILED';
const UNPARSABLE = '400 GRAPHQL_PARSE_FAILED';
const INTROSPECTION = '{ __schema { queryType { name } types { name fields { name } } } }';
const OVER_SOCKET = { responses: 1 };

/** Documents that are too expensive or invalid. Those just over a limit are in `test/operations/limits.test.ts`. */
export const DOCUMENTS: readonly Row[] = [
  ['10,000 directives', run(`{ me { id ${'@a '.repeat(10_000)}} }`), TOO_EXPENSIVE],
  ['5,000 levels', run(DEEP), TOO_EXPENSIVE],
  ['objects nested 300 deep', run(`{ bucket(id: ${'{a:'.repeat(300)}1${'}'.repeat(300)}) { id } }`), INVALID],
  ['40,000 nested lists', run(`{ bucket(id: ${'['.repeat(40_000)}`), TOO_EXPENSIVE],
  ['fragments that double 60 times', run(DOUBLING), TOO_EXPENSIVE],
  [
    '280 fields that overlap',
    run(`{ me { ${times(280, (i) => `a: friends { ${i % 2 ? '__typename' : 'a: __typename'} }`)} } }`),
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
