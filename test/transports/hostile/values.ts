import { type Attack, asStudent, atOnce, inTurn, post, type Row, run, times } from './exchange.ts';

const COURSE = 'query ($v: ID!) { course(id: $v) { name } }';
const UPDATE = 'mutation ($v: JSON) { setBucketValue(input: { id: "none", key: "a", value: $v }) { extra } }';
const CREATE = 'mutation ($v: JSONObject) { createBucket(input: { id: "hostile", data: $v }) { extra } }';
const FIRST = 'query ($v: Int) { courses(first: $v) { totalCount } }';
const SCORE =
  'mutation ($v: SafeInt!) { submitScore(input: { score: $v, categories: ["a"] }) { entry { score } } }';
const SINCE = 'query ($v: DateOrDateTime) { me { notifications(since: $v) { totalCount } } }';
const BORN =
  'mutation ($v: DateOrDateTime!) { createAnonymousUser(input: { dateOfBirth: $v }) { user { id } } }';

const variable = (document: string, v: unknown): Attack => run(document, { v });
/** Sends the value as raw JSON text, for what `JSON.stringify` cannot produce. */
const literally = (document: string, v: string): Attack =>
  post(`{"query":${JSON.stringify(document)},"variables":{"v":${v}}}`, asStudent);
/** An unknown ID: it must reach the platform as one encoded value. */
const id = (name: string, value: unknown): Row => [`an ID with ${name}`, variable(COURSE, value), '200'];
const key = (name: string, path: string): Row => [
  `a bucket path through ${name}`,
  run('query ($v: String) { bucket(id: "none") { data(key: $v) } }', { v: path }),
  '200 BAD_USER_INPUT',
];
const AFTER = 'query ($v: String) { courses(after: $v) { totalCount } }';
const RESUME = 'subscription ($v: String) { notificationReceived(after: $v) { gap { reason } } }';
const resume = (cursor: string): Attack =>
  post(JSON.stringify({ query: RESUME, variables: { v: cursor } }), {
    ...asStudent,
    accept: 'text/event-stream',
  });

/** Uses the page cursor of another list. */
const ofAnotherList: Attack = async (gateway) => {
  const first = await run('{ classes(first: 1) { edges { cursor } } }')(gateway);
  const cursor = /"cursor":"([^"]+)"/.exec(first.text)?.[1];
  if (cursor === undefined) throw new Error('the list has no cursor');
  return variable(AFTER, cursor)(gateway);
};

/** Uses a page cursor with one character changed. */
const altered: Attack = async (gateway) => {
  const first = await run('{ courses(first: 1) { edges { cursor } } }')(gateway);
  const cursor = /"cursor":"([^"]+)"/.exec(first.text)?.[1] ?? '';
  return variable(AFTER, `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`)(gateway);
};

export const VALUES: readonly Row[] = [
  id('dot segments', '../../user/v1/my/profile'),
  id('encoded dot segments', '%2e%2e%2fuser'),
  id('a line break', 'a\r\nx-evil: 1\r\n\r\nGET / HTTP/1.1'),
  id('a NUL', 'a\0b'),
  id('a lone surrogate', '\ud800'),
  id('U+202E', 'a\u202eb'),
  id('a query string', 'a&studentId=s#f'),
  id('a URL', 'http://169.254.169.254/latest'),
  id('a prototype property', '__proto__'),
  id('a template', '{{7*7}}<%= 7 %>'),
  id('SQL', "' OR 1=1 --"),
  id('markup', '<script>alert(1)</script>'),
  id('a number beyond 2^53', 2 ** 60),
  ['an ID of 80 KB', variable(COURSE, 'a'.repeat(80_000)), '200 BAD_USER_INPUT'],
  key('__proto__', '__proto__.polluted'),
  key('constructor', 'a.constructor.prototype'),
  key('prototype', 'prototype'),
  key('nothing', 'a..b'),
  ['data with a __proto__ key', literally(CREATE, '{"__proto__":{"polluted":1}}'), '400 BAD_USER_INPUT'],
  [
    'data with a constructor key',
    literally(CREATE, '{"a":{"constructor":{"prototype":{}}}}'),
    // The second is the platform's code.
    '200 BAD_USER_INPUT BAD_REQUEST',
  ],
  ['variables of 1 MB', variable(UPDATE, 'a'.repeat(1_000_000)), '413 BAD_REQUEST'],
  ['40,000 nested lists', literally(UPDATE, `${'['.repeat(40_000)}${']'.repeat(40_000)}`), '400 BAD_REQUEST'],
  ['4,000 nested lists', literally(UPDATE, `${'['.repeat(4000)}${']'.repeat(4000)}`), '400 BAD_REQUEST'],
  [
    '4,000 nested objects',
    literally(UPDATE, `${'{"a":'.repeat(4000)}1${'}'.repeat(4000)}`),
    '400 BAD_REQUEST',
  ],
  [
    'a list of 40,000 values',
    literally(UPDATE, `[${times(40_000, () => '1', ',')}]`),
    '400 OPERATION_TOO_EXPENSIVE',
  ],
  [
    '4,000 IDs',
    run('query ($v: [ID!]!) { badgeAssertions(userIds: $v) { id } }', {
      v: Array.from({ length: 4000 }, (_, i) => `u-${i}`),
    }),
    '200 FORBIDDEN',
  ],
  [
    '4,000 nested lists for a single value',
    literally(COURSE, `${'['.repeat(4000)}${']'.repeat(4000)}`),
    '400 BAD_REQUEST',
  ],
  [
    '4,000 values of the wrong type, ten times',
    atOnce(
      10,
      run('query ($v: [ID!]!) { otherSkills(userIds: $v) { hobbies } }', {
        v: Array.from({ length: 4000 }, () => ({})),
      }),
    ),
    '400 BAD_USER_INPUT',
  ],
  [
    '4,000 undeclared variables',
    run('{ __typename }', Object.fromEntries(Array.from({ length: 4000 }, (_, i) => [`v${i}`, i]))),
    '200',
  ],
  ['a variable name of 80 KB', run('{ __typename }', { ['v'.repeat(80_000)]: 1 }), '200'],
  [
    'a variable named like a prototype',
    post(`{"query":${JSON.stringify(COURSE)},"variables":{"__proto__":{"v":"c-knots"}}}`, asStudent),
    '400 BAD_USER_INPUT',
  ],
  ['NaN', literally(FIRST, 'NaN'), '400 BAD_REQUEST'],
  ['-0', literally(FIRST, '-0'), '200'],
  ['a score beyond the range of doubles', literally(SCORE, '-1e999'), '400 BAD_USER_INPUT'],
  ['a year of six digits', variable(SINCE, '+275760-09-13T00:00:01Z'), '400 BAD_USER_INPUT'],
  ['a 30th of February', variable(SINCE, '2026-02-30T00:00:00Z'), '400 BAD_USER_INPUT'],
  ['a 25th hour', variable(SINCE, '2026-02-03T25:00:00Z'), '400 BAD_USER_INPUT'],
  ['a date that is a number', variable(SINCE, 1e20), '400 BAD_USER_INPUT'],
  ['a birthday that does not exist', variable(BORN, '2001-13-45'), '400 BAD_USER_INPUT'],
  ['a date of 50 KB', variable(BORN, '2'.repeat(50_000)), '400 BAD_USER_INPUT'],
  ['a page cursor of 80 KB', variable(AFTER, 'A'.repeat(80_000)), '200 BAD_USER_INPUT'],
  ['a page cursor of another list', ofAnotherList, '200 BAD_USER_INPUT'],
  ['an altered page cursor', altered, '200 BAD_USER_INPUT'],
  ['an event cursor of 80 KB', resume('A'.repeat(80_000)), '400 BAD_USER_INPUT'],
  [
    'a page cursor for events, and an event cursor for pages',
    inTurn(
      resume('MTA'),
      variable(AFTER, 'Abs9DZVZU4AakJOeeaRmdzsAAAAAAAAAAAAAAABxjq61pqJeE3asLjon4esZDtUK8Q'),
    ),
    '400 BAD_USER_INPUT, 200 BAD_USER_INPUT',
  ],
];
