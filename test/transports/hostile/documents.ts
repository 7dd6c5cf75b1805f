import { ask, converse, getGraph, post, type Row, subscribe, times } from './exchange.ts';

const nested = (depth: number): string => `{ me ${'{ friends '.repeat(depth)}{ id ${'} '.repeat(depth)} } }`;
const USER_FRAGMENT = 'on User';
const doubling = (levels: number): string =>
  `{ me { ...F0 } } ${times(levels, (i) => `fragment F${i} ${USER_FRAGMENT} { friends { ...F${i + 1} } x: friends { ...F${i + 1} } }`)} fragment F${levels} ${USER_FRAGMENT} { id }`;
const TOO_EXPENSIVE = '400 OPERATION_TOO_EXPENSIVE';
const INVALID = '400 GRAPHQL_VALIDATION_FAILED';
const UNPARSABLE = '400 GRAPHQL_PARSE_FAILED';
const INTROSPECTION = '{ __schema { queryType { name } types { name fields { name } } } }';
const OVER_SOCKET = { answers: 1 };

/** Documents that are too expensive or invalid. */
export const DOCUMENTS: readonly Row[] = [
  ['10,000 aliases', ask(`{ me { ${times(10_000, (i) => `a${i}:id`)} } }`), TOO_EXPENSIVE],
  ['31 aliases', ask(`{ ${times(31, (i) => `a${i}: me { id }`)} }`), TOO_EXPENSIVE],
  ['10,000 directives', ask(`{ me { id ${'@a '.repeat(10_000)}} }`), TOO_EXPENSIVE],
  ['700 unknown directives', ask(`{ me { id ${'@a '.repeat(700)}} }`), INVALID],
  ['51 directives', ask(`{ me { ${times(51, () => 'id @include(if: true)')} } }`), TOO_EXPENSIVE],
  ['the same directive 100 times', ask(`{ me { id ${'@skip(if: false) '.repeat(100)}} }`), INVALID],
  ['10,000 levels', ask(nested(5000)), TOO_EXPENSIVE],
  ['13 levels', ask(nested(13)), TOO_EXPENSIVE],
  [
    'lists nested 700 deep',
    ask(`{ bucket(id: "b") { data(key: ${'['.repeat(700)}${']'.repeat(700)}) } }`),
    INVALID,
  ],
  ['objects nested 300 deep', ask(`{ bucket(id: ${'{a:'.repeat(300)}1${'}'.repeat(300)}) { id } }`), INVALID],
  ['40,000 nested lists', ask(`{ bucket(id: ${'['.repeat(40_000)}`), TOO_EXPENSIVE],
  ['a fragment of itself', ask(`{ me { ...A } } fragment A ${USER_FRAGMENT} { ...A }`), INVALID],
  [
    'a cycle of fragments',
    ask(
      `{ me { ...A } } fragment A ${USER_FRAGMENT} { friends { ...B } } fragment B ${USER_FRAGMENT} { friends { ...A } }`,
    ),
    INVALID,
  ],
  [
    'a cycle of 100 fragments',
    ask(`{ me { ...F0 } } ${times(100, (i) => `fragment F${i} ${USER_FRAGMENT} { ...F${(i + 1) % 100} }`)}`),
    INVALID,
  ],
  ['fragments that double 10 times', ask(doubling(10)), TOO_EXPENSIVE],
  ['fragments that double 60 times', ask(doubling(60)), TOO_EXPENSIVE],
  [
    '100 fragments that overlap',
    ask(
      `{ me { ${times(100, (i) => `...F${i}`)} } } ${times(100, (i) => `fragment F${i} ${USER_FRAGMENT} { a: ${i % 2 ? 'id' : 'handle'} }`)}`,
    ),
    INVALID,
  ],
  [
    '280 fields that overlap',
    ask(`{ me { ${times(280, (i) => `a: friends { ${i % 2 ? 'id' : 'a: handle'} }`)} } }`),
    TOO_EXPENSIVE,
  ],
  ['31 root fields', ask(`{ ${times(31, () => '__typename')} }`), TOO_EXPENSIVE],
  [
    'more platform calls than the limit',
    ask(
      `{ ${times(20, (i) => `a${i}: classes(first: ${100 - i}) { nodes { id students { user { id } } levels { id } } }`)} }`,
    ),
    TOO_EXPENSIVE,
  ],
  ['1,000 operations', ask(times(1000, (i) => `query Q${i} { a }`)), TOO_EXPENSIVE],
  [
    '200 operations and no name',
    ask(times(200, (i) => `query Q${i} { __typename }`)),
    '400 OPERATION_RESOLUTION_FAILURE',
  ],
  [
    'two operations with one name',
    ask('query A { __typename } query A { me { id } }', {}, { operationName: 'A' }),
    INVALID,
  ],
  [
    'two fragments with one name',
    ask(`{ me { ...F } } fragment F ${USER_FRAGMENT} { id } fragment F ${USER_FRAGMENT} { handle }`),
    INVALID,
  ],
  ['an unused fragment', ask(`{ __typename } fragment F ${USER_FRAGMENT} { id }`), INVALID],
  [
    'an unknown operation name',
    ask('query A { __typename }', {}, { operationName: 'B' }),
    '400 OPERATION_RESOLUTION_FAILURE',
  ],
  [
    'an operation name of 90 KB',
    ask('query A { __typename }', {}, { operationName: 'B'.repeat(90_000) }),
    '400 OPERATION_RESOLUTION_FAILURE',
  ],
  [
    'an operation named like a prototype',
    ask('query A { __typename }', {}, { operationName: '__proto__' }),
    '400 OPERATION_RESOLUTION_FAILURE',
  ],
  ['300 unused variables', ask(`query (${times(300, (i) => `$v${i}: Int`)}) { __typename }`), INVALID],
  ['a variable name of 50 KB', ask(`query ($${'v'.repeat(50_000)}: Int) { __typename }`), INVALID],
  ['a field name of 90 KB', ask(`{ ${'f'.repeat(90_000)} }`), INVALID],
  ['a variable of an output type', ask('query ($v: User) { __typename }'), INVALID],
  [
    'a variable within its own default',
    ask('query ($v: Int = $v) { courses(first: $v) { totalCount } }'),
    UNPARSABLE,
  ],
  ['a field named like a prototype', ask('{ __proto__ }'), INVALID],
  ['a field named constructor', ask('{ constructor { prototype } }'), INVALID],
  ['a type named like a prototype', ask('{ me { ... on __proto__ { id } } }'), INVALID],
  ['nothing', ask(' '), UNPARSABLE],
  ['only commas', ask(','.repeat(90_000)), UNPARSABLE],
  ['a comment of 90 KB', ask(`#${'a'.repeat(90_000)}`), UNPARSABLE],
  ['an unterminated block string', ask(`{ course(id: """${'a'.repeat(90_000)}`), UNPARSABLE],
  ['an unterminated string', ask('{ course(id: "a'), UNPARSABLE],
  ['a NUL', ask('{ me\0 { id } }'), UNPARSABLE],
  ['U+202E', ask('{ \u202eem { id } }'), UNPARSABLE],
  ['a lone surrogate', ask('{ \ud800 }'), UNPARSABLE],
  ['an escape beyond Unicode', ask('{ course(id: "\\u{110000}") { id } }'), UNPARSABLE],
  ['a number of 50,000 digits', ask(`{ courses(first: ${'9'.repeat(50_000)}) { totalCount } }`), INVALID],
  ['a number with a huge exponent', ask('{ courses(first: 1e999999) { totalCount } }'), INVALID],
  ['a schema', ask('type Query { a: Int } schema { query: Query }'), INVALID],
  ['@defer', ask(`{ me { ... @defer { id } } }`), INVALID],
  [
    'a subscription without a stream',
    ask('subscription { notificationReceived { cursor } }'),
    '400 BAD_REQUEST',
  ],
  [
    'two subscriptions in one',
    ask('subscription { notificationReceived { cursor } atoRequestChanged { cursor } }'),
    INVALID,
  ],
  ['a misspelled field', ask('{ cours(id: "a") { id } }'), INVALID],
  ['a misspelled argument', ask('{ course(idd: "a") { id } }'), INVALID],
  ['a misspelled type', ask('query ($v: Strin) { __typename }'), INVALID],
  [
    'a misspelled enum value',
    ask('mutation { beginSignIn(input: { redirectUri: "http://a", responseType: IMPLICI }) { url } }'),
    INVALID,
  ],
  [
    'a misspelled input field',
    ask('mutation { beginSignIn(input: { redirectUr: "http://a" }) { url } }'),
    INVALID,
  ],
  [
    'a misspelled enum value, as a variable',
    ask('mutation ($v: BeginSignInInput!) { beginSignIn(input: $v) { url } }', {
      v: { redirectUri: 'http://a', responseType: 'IMPLICI' },
    }),
    '400 BAD_USER_INPUT',
  ],
  [
    'a misspelled input field, as a variable',
    ask('mutation ($v: BeginSignInInput!) { beginSignIn(input: $v) { url } }', {
      v: { redirectUr: 'http://a' },
    }),
    '400 BAD_USER_INPUT',
  ],
  ['introspection', ask(INTROSPECTION), INVALID],
  ['introspection of a type', ask('{ __type(name: "User") { fields { name } } }'), INVALID],
  ['introspection under an alias', ask('{ a: __schema { types { name } } }'), INVALID],
  [
    'introspection in a fragment',
    ask('{ ...F } fragment F on Query { __schema { types { name } } }'),
    INVALID,
  ],
  ['introspection in a mutation', ask('mutation { __schema { types { name } } }'), INVALID],
  ['introspection over GET', getGraph({ query: INTROSPECTION }), INVALID],
  [
    'introspection as events',
    post(JSON.stringify({ query: INTROSPECTION }), { accept: 'text/event-stream' }),
    INVALID,
  ],
  [
    'introspection over a socket',
    converse([subscribe(INTROSPECTION)], OVER_SOCKET),
    'error GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'introspection as a subscription',
    converse([subscribe('subscription { __schema { types { name } } }')], OVER_SOCKET),
    'error GRAPHQL_VALIDATION_FAILED',
  ],
  [
    '10,000 aliases over a socket',
    converse([subscribe(`{ me { ${times(10_000, (i) => `a${i}:id`)} } }`)], OVER_SOCKET),
    'error OPERATION_TOO_EXPENSIVE',
  ],
  [
    '10,000 levels over a socket',
    converse([subscribe(nested(5000))], OVER_SOCKET),
    'error OPERATION_TOO_EXPENSIVE',
  ],
  [
    'a misspelled field, over a socket',
    converse([subscribe('{ cours(id: "a") { id } }')], OVER_SOCKET),
    'error GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'a poisoned hash over a socket',
    converse(
      [
        subscribe('{ me { id } }', '1', {
          extensions: { persistedQuery: { version: 1, sha256Hash: '2'.repeat(64) } },
        }),
      ],
      OVER_SOCKET,
    ),
    'error BAD_REQUEST',
  ],
];
