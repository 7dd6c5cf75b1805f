import { createHash } from 'node:crypto';
import { as } from './gateway.ts';
import { Random } from './random.ts';

/** A hostile operation: the parameters of a request, and how it is sent. */
export interface HostileOperation {
  /** The kind of attack, for the report. */
  kind: string;
  transport: 'post' | 'get' | 'sse' | 'socket';
  /** Value of the `authorization` header. Null: none. */
  authorization: string | null;
  /** An array: a batch. */
  body: Parameters | Parameters[];
}

interface Parameters {
  query: string;
  variables?: Record<string, unknown>;
  operationName?: string;
  extensions?: Record<string, unknown>;
}

/** An integer, both ends included. Small ones are as likely as large ones. */
const size = (random: Random, from: number, to: number): number =>
  Math.round(from * (to / from) ** random.next());

const CREDENTIALS = [as.student, as.instructor, as.plugin, as.bearer('stolen'), as.nobody];
const COURSE = '"c-first-aid"';

/** Paths that lead from a root back to its type: root, way back, fields of that type. */
const CYCLES = [
  [`course(id: ${COURSE})`, 'questions course', 'name description'],
  [`course(id: ${COURSE})`, 'levels lessons course', 'name description'],
  [`course(id: ${COURSE})`, 'objectives lessons course', 'id name'],
  [`course(id: ${COURSE})`, 'notes nodes course', 'id name'],
  [`course(id: ${COURSE})`, 'levels lessons childLessons course', 'id name'],
  ['notes nodes', 'class notes nodes', 'id extra'],
  ['me badgeAssertions class', 'course levels lessons notes nodes class', 'id name'],
] as const;

const USER_FIELDS = ['id', 'handle', 'firstName', 'lastName', 'country', 'userType', 'anonymous'];
const DETAILS =
  'details { position role gender jobTitle organizationRoles { role } parentFlags { cameraDisabled } }';

const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

/** The fields of a path, each within the one before. */
const nest = (path: string, leaf: string): string =>
  path.split(/ (?![^(]*\))/).reduceRight((below, field) => `${field} { ${below} }`, leaf);

/** A path repeated: each turn within the one before, with these fields in each. */
const turns = (way: string, count: number, leaf: string): string =>
  count === 0 ? leaf : `${leaf} ${nest(way, turns(way, count - 1, leaf))}`;

const deep = (depth: number, innermost: unknown): unknown => {
  let value = innermost;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? { a: value } : [value];
  return value;
};

type Shape = (random: Random, nonce: number) => Parameters | Parameters[];

/** Each attack at a scale that is drawn: within the limits, at them, and far beyond. */
const SHAPES = {
  cycle: (random, nonce) => {
    const [root, way, leaves] = random.one(CYCLES);
    return {
      query: `query C${nonce} { ${nest(root, turns(way, size(random, 1, 12), random.one(leaves.split(' '))))} }`,
    };
  },
  aliases: (random, nonce) => {
    const count = size(random, 1, random.one([30, 30, 5000]));
    const [root, way] = random.one(CYCLES);
    const depth = size(random, 1, 3);
    return {
      query: random.one([
        `query A${nonce} { ${times(count, (index) => `a${index}: ${nest(root, turns(way, depth, 'id'))}`)} }`,
        `query A${nonce} { ${nest(
          root,
          times(count, (index) => `a${index}: ${nest(way, 'id')}`),
        )} }`,
        `query A${nonce} { ${times(count, (index) => `a${index}: __typename`)} }`,
      ]),
    };
  },
  'repeated fragments': (random, nonce) => {
    const spreads = size(random, 1, 700);
    return {
      query: `query R${nonce} { me { friends { user { ${'...F '.repeat(spreads)} } } } } fragment F on Person { ${times(size(random, 1, 30), () => random.one(USER_FIELDS))} }`,
    };
  },
  'doubling fragments': (random, nonce) => {
    const levels = size(random, 1, 60);
    const field = random.one(['childLessons', '...']);
    const pair = (index: number): string =>
      field === '...'
        ? `...F${index} ...F${index}`
        : `a: childLessons { ...F${index} } b: childLessons { ...F${index} }`;
    return {
      query: `query D${nonce} { course(id: ${COURSE}) { levels { lessons { ...F0 } } } } ${times(levels, (index) => `fragment F${index} on Lesson { ${pair(index + 1)} }`)} fragment F${levels} on Lesson { id n${nonce}: name }`,
    };
  },
  'cyclic fragments': (random, nonce) => {
    const count = size(random, 1, 100);
    return {
      query: `query Y${nonce} { course(id: ${COURSE}) { levels { lessons { ...F0 } } } } ${times(count, (index) => `fragment F${index} on Lesson { childLessons { ...F${(index + 1) % count} } }`)}`,
    };
  },
  'overlapping fields': (random, nonce) => {
    const count = size(random, 2, 400);
    const isValid = random.one([true, false]);
    return {
      query: `query O${nonce} { me { ${times(count, (index) => `a: friends { user { ${isValid || index % 2 ? 'b: id' : 'b: handle'} ...G } }`)} } } fragment G on Person { id handle }`,
    };
  },
  conditions: (random, nonce) => {
    const flags = size(random, 1, 40);
    const names = Array.from({ length: flags }, (_, index) => `f${index}`);
    return {
      query: `query I${nonce}(${names.map((name) => `$${name}: Boolean = true`).join(' ')}) { me { ${names
        .map(
          (name) =>
            `... @include(if: $${name}) { ${random.one(USER_FIELDS)} friends @skip(if: $${random.one(names)}) { user { ${random.one(USER_FIELDS)} } } }`,
        )
        .join(' ')} } }`,
      variables: Object.fromEntries(names.map((name) => [name, random.one([true, false, true, null])])),
    };
  },
  'huge arguments': (random, nonce) => {
    const long = 'x'.repeat(size(random, 1, 95_000));
    const list = times(size(random, 1, 3000), (index) => `"i${index}"`);
    return {
      query: random.one([
        `query H${nonce} { searchUsers(term: "${long}", first: 100) { nodes { id } } }`,
        `query H${nonce} { course(id: "${long}") { name } }`,
        `query H${nonce} { badgeAssertions(userIds: [${list}]) { id } }`,
        `query H${nonce} { leaderboard(categories: [${list}]) { totalCount } }`,
        `query H${nonce} { bucket(id: "b") { data(key: "${'a.'.repeat(size(random, 1, 40_000))}a") } }`,
        `query H${nonce} { classes(first: ${size(random, 1, 2_000_000_000)}) { nodes { students { id user { handle } } } } }`,
      ]),
    };
  },
  'huge variables': (random, nonce) => {
    const count = size(random, 1, 12_000);
    const ids = Array.from({ length: count }, (_, index) => `i${index}`);
    return random.one<Parameters>([
      {
        query: `query V${nonce}($ids: [ID!]!) { badgeAssertions(userIds: $ids) { id user { handle } } }`,
        variables: { ids },
      },
      {
        query: `query V${nonce}($ids: [String!]) { leaderboard(categories: $ids) { nodes { rank } } }`,
        variables: { ids },
      },
      {
        query: `query V${nonce}($id: ID!) { course(id: $id) { name } }`,
        variables: { id: 'x'.repeat(size(random, 1, 95_000)) },
      },
      { query: `query V${nonce} { __typename }`, variables: Object.fromEntries(ids.map((id) => [id, null])) },
    ]);
  },
  'deep input': (random, nonce) => {
    const depth = size(random, 1, 4000);
    return random.one<Parameters>([
      {
        query: `mutation P${nonce}($data: JSONObject) { createBucket(input: { id: "n${nonce}", data: $data }) { bucket { id } } }`,
        variables: { data: { a: deep(depth, random.one(['x', {}, null])) } },
      },
      {
        query: `mutation P${nonce} { createBucket(input: { id: "n${nonce}", data: ${'{ a: '.repeat(Math.min(depth, 900))}1${' }'.repeat(Math.min(depth, 900))} }) { bucket { id } } }`,
      },
      {
        query: `mutation P${nonce}($statement: RecordStatementInput!) { recordStatement(input: $statement) { statementId } }`,
        variables: { statement: deep(depth, 'x') as Record<string, unknown> },
      },
      {
        query: `query P${nonce} { course(id: ${'['.repeat(Math.min(depth, 9000))}1${']'.repeat(Math.min(depth, 9000))}) { id } }`,
      },
    ]);
  },
  'many operations': (random, nonce) => {
    const count = size(random, 1, 300);
    return {
      query: `${times(count, (index) => `query M${index}_${nonce} { me { ...F } }`)} fragment F on Viewer { id friends { user { handle } } }`,
      operationName: `M${Math.floor(random.next() * (count + 1))}_${nonce}`,
    };
  },
  'operation names': (random, nonce) => {
    const name = random.one([
      '__proto__',
      'constructor',
      'N'.repeat(size(random, 1, 90_000)),
      `N${nonce}`,
      '\u202e',
      '',
    ]);
    return {
      query: `query ${/^\w+$/.test(name) ? name : 'Q'} { n${nonce}: __typename }`,
      operationName: name,
    };
  },
  'batched duplicates': (random, nonce) => {
    const one = { query: `query B${nonce} { ${nest('me friends user', 'id handle')} }` };
    const duplicates = times(size(random, 1, 30), () => nest('me friends user', 'id handle'));
    return random.one<Parameters | Parameters[]>([
      Array.from({ length: size(random, 1, 900) }, () => one),
      { query: `query B${nonce} { ${duplicates} }` },
    ]);
  },
  introspection: (random, nonce) => {
    const depth = size(random, 1, 12);
    return {
      query: random.one([
        `query S${nonce} { __schema { types { ${turns('fields type', depth, 'name')} } } }`,
        `query S${nonce} { __schema { types { name description fields { name description args { name type { ${turns('ofType', depth, 'name')} } } type { ${turns('ofType', depth, 'name')} } } } directives { name args { name description } } } }`,
        `query S${nonce} { ${times(size(random, 1, 30), (index) => `a${index}: __schema { types { name fields { name description type { name } } } }`)} }`,
        `query S${nonce} { ${times(size(random, 1, 30), (index) => `a${index}: __type(name: "User") { fields { type { fields { name } } } }`)} }`,
        `query S${nonce} { __schema { types { ${times(size(random, 1, 30), (index) => `a${index}: fields { name description args { name description defaultValue } }`)} } } }`,
        `query S${nonce} { __schema { types { ${times(size(random, 1, 30), (index) => `a${index}: name b${index}: description`)} } } }`,
      ]),
    };
  },
  'large documents': (random, nonce) => ({
    query: random.one([
      `query L${nonce} { me { ${'id '.repeat(size(random, 1, 2000))} } }`,
      `query L${nonce} { __typename } ${'#\n'.repeat(size(random, 1, 45_000))}`,
      `query L${nonce} { __typename ${','.repeat(size(random, 1, 90_000))} }`,
      `query L${nonce} { me { id ${'@include(if: true) '.repeat(size(random, 1, 700))} } }`,
      `query L${nonce}(${times(size(random, 1, 500), (index) => `$v${index}: Int`)}) { __typename }`,
      `query L${nonce} { ${times(size(random, 1, 300), (index) => `wrong${index}`)} }`,
    ]),
  }),
  'persisted queries': (random, nonce) => {
    const query = `query Z${nonce} { __typename } #${'x'.repeat(size(random, 1, 90_000))}`;
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    return { query, extensions: { persistedQuery: { version: 1, sha256Hash } } };
  },
  'large pages': (random, nonce) => ({
    query: random.one([
      `query G${nonce} { courses(first: 100) { edges { cursor node { id name description objectives { id name lessonIds } levels { id name lessons { id name description media } } } } } }`,
      `query G${nonce} { ${times(size(random, 1, 30), (index) => `a${index}: searchUsers(first: ${100 - index}) { nodes { ${USER_FIELDS.slice(0, 6).join(' ')} } }`)} }`,
      `query G${nonce} { classes(first: 100) { nodes { id students { id user { ${USER_FIELDS.join(' ')} } } } } }`,
      `query G${nonce} { searchUsers(first: 100) { edges { cursor node { ${USER_FIELDS.slice(0, 6).join(' ')} } ${DETAILS} } } }`,
      `query G${nonce} { ${times(size(random, 1, 30), (index) => `a${index}: randomUsers(count: ${size(random, 1, 25)}) { user { id handle } ${DETAILS} }`)} }`,
      `query G${nonce} { me { friends { user { ${USER_FIELDS.join(' ')} } ${DETAILS} } } classes(first: 100) { nodes { students { userId ${DETAILS} } } } }`,
      `query G${nonce} { course(id: ${COURSE}) { questions { answers course { questions { text answers course { name } } } } } }`,
      `query G${nonce} { course(id: ${COURSE}) { questions { course { levels { lessons { name description } } } } } }`,
    ]),
  }),
  subscriptions: (random, nonce) => ({
    query: random.one([
      `subscription T${nonce} { notificationReceived { cursor notification { receiver { ${times(size(random, 1, 10), () => 'id')} } } } }`,
      `subscription T${nonce} { ${times(size(random, 1, 30), (index) => `a${index}: atoRequestChanged { cursor }`)} }`,
      `subscription T${nonce}($after: String) { notificationReceived(after: $after) { cursor gap { reason } } }`,
    ]),
    variables: { after: 'x'.repeat(size(random, 1, 90_000)) },
  }),
} satisfies Readonly<Record<string, Shape>>;

/** The least share of each kind that is valid on the schema. The rest is an attack on validation. */
export const VALID_SHARES: Readonly<Record<keyof typeof SHAPES, number>> = {
  cycle: 1,
  aliases: 1,
  'repeated fragments': 1,
  'doubling fragments': 1,
  'cyclic fragments': 0,
  'overlapping fields': 0.25,
  conditions: 1,
  'huge arguments': 1,
  'huge variables': 1,
  'deep input': 0.5,
  'many operations': 1,
  'operation names': 1,
  'batched duplicates': 1,
  introspection: 0.7,
  'large documents': 0.25,
  'persisted queries': 1,
  'large pages': 1,
  subscriptions: 0.5,
};

/** An attack that makes a new operation each time, so that it is never known from before. */
export interface HostileAttack {
  kind: string;
  next(nonce: number): HostileOperation;
}

/** Endless attacks of every shape, transport and credential. Equal seeds yield equal attacks. */
export function* hostileAttacks(seed: number): Generator<HostileAttack> {
  const random = new Random(seed);
  for (;;) {
    const [kind, shape] = random.one<[string, Shape]>(Object.entries(SHAPES));
    const own = Math.floor(random.next() * 2 ** 31);
    const transport = random.one(['post', 'post', 'get', 'sse', 'socket'] as const);
    const { authorization = null } = random.one<Partial<Record<'authorization', string>>>(CREDENTIALS);
    yield {
      kind,
      next: (nonce) => ({ kind, transport, authorization, body: shape(new Random(own), nonce) }),
    };
  }
}
