import { type Attack, asStudent, atOnce, inTurn, post, type Row, run } from './exchange.ts';

const COURSE = 'query ($v: ID!) { course(id: $v) { name } }';
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
const AFTER = 'query ($v: String) { courses(after: $v) { totalCount } }';
const RESUME = 'subscription ($v: String) { notificationReceived(after: $v) { gap { reason } } }';
const resume = (cursor: string): Attack =>
  post(JSON.stringify({ query: RESUME, variables: { v: cursor } }), {
    ...asStudent,
    accept: 'text/event-stream',
  });

/** What IDs, keys of buckets and page cursors may be is in `test/platform/hosts.test.ts` and `test/errors/violations.ts`. */
export const VALUES: readonly Row[] = [
  [
    'data with a constructor key',
    literally(CREATE, '{"a":{"constructor":{"prototype":{}}}}'),
    // The second is the platform's code.
    '200 BAD_USER_INPUT BAD_REQUEST',
  ],
  [
    'a variable named like a prototype',
    post(`{"query":${JSON.stringify(COURSE)},"variables":{"__proto__":{"v":"c-knots"}}}`, asStudent),
    '400 BAD_USER_INPUT',
  ],
  [
    '4,000 IDs',
    run('query ($v: [ID!]!) { badgeAssertions(userIds: $v) { id } }', {
      v: Array.from({ length: 4000 }, (_, i) => `u-${i}`),
    }),
    '200 FORBIDDEN',
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
  ['NaN', literally(FIRST, 'NaN'), '400 BAD_REQUEST'],
  ['-0', literally(FIRST, '-0'), '200'],
  ['a score beyond the range of doubles', literally(SCORE, '-1e999'), '400 BAD_USER_INPUT'],
  ['a year of six digits', variable(SINCE, '+275760-09-13T00:00:01Z'), '400 BAD_USER_INPUT'],
  ['a 30th of February', variable(SINCE, '2026-02-30T00:00:00Z'), '400 BAD_USER_INPUT'],
  ['a 25th hour', variable(SINCE, '2026-02-03T25:00:00Z'), '400 BAD_USER_INPUT'],
  ['a date that is a number', variable(SINCE, 1e20), '400 BAD_USER_INPUT'],
  ['a birthday that does not exist', variable(BORN, '2001-13-45'), '400 BAD_USER_INPUT'],
  ['a date of 50 KB', variable(BORN, '2'.repeat(50_000)), '400 BAD_USER_INPUT'],
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
