import { asStudent, get, post, type Row, times } from './exchange.ts';

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const asPlugin = basic('demo-plugin:demo-plugin-secret');
const REQUESTS = { path: '/plugin/ato/requests' };
const DISTRIBUTIONS = { path: '/plugin/ato/distributions' };
const CAPABILITIES = { path: '/plugin/mission-planner/capabilities' };
const GOOD = '{"requestId":"r-1","status":"in-progress"}';
const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Calls to the plugin endpoints. */
export const PLUGIN: readonly Row[] = [
  ['a call without a credential', post(GOOD, {}, REQUESTS), '401'],
  ['a call with a wrong secret', post(GOOD, basic('demo-plugin:wrong'), REQUESTS), '401'],
  [
    'a call with the secret as a prefix',
    post(GOOD, basic('demo-plugin:demo-plugin-secret\0x'), REQUESTS),
    '401',
  ],
  ['a call with an empty credential', post(GOOD, basic(':'), REQUESTS), '401'],
  [
    'a call with a credential that is not base64',
    post(GOOD, { authorization: 'Basic \u00ff\u00fe' }, REQUESTS),
    '401',
  ],
  ['a call with a credential of 12 KB', post(GOOD, basic('a'.repeat(9000)), REQUESTS), '401'],
  ["a call with a user's token", post(GOOD, asStudent, REQUESTS), '401'],
  [
    'a call with another scheme',
    post(GOOD, { authorization: 'Digest username="demo-plugin"' }, REQUESTS),
    '401',
  ],
  ['a call by GET', get(REQUESTS.path, asPlugin), '405'],
  ['a call as a form', post('requestId=1', { ...asPlugin, 'content-type': 'text/plain' }, REQUESTS), '415'],
  ['a call compressed with gzip', post(GOOD, { ...asPlugin, 'content-encoding': 'gzip' }, REQUESTS), '415'],
  ['a call of 1 MB', post(`"${'a'.repeat(1_000_000)}"`, asPlugin, REQUESTS), '413'],
  ['a call that is not JSON', post('{"requestId":', asPlugin, REQUESTS), '400'],
  ['a call that is a list', post('[]', asPlugin, REQUESTS), '400'],
  ['a call that is null', post('null', asPlugin, REQUESTS), '400'],
  ['a call without an ID', post('{}', asPlugin, REQUESTS), '400'],
  ['a call with an object as ID', post('{"requestId":{"a":1},"status":"x"}', asPlugin, REQUESTS), '400'],
  [
    'a call with a number as ID that is not exact',
    post('{"requestId":9007199254740993,"status":"x"}', asPlugin, REQUESTS),
    '400',
  ],
  ['a call with an empty ID', post('{"requestId":"","status":"x"}', asPlugin, REQUESTS), '400'],
  ['a call with its ID on a prototype', post('{"__proto__":{"requestId":"r-1"}}', asPlugin, REQUESTS), '400'],
  [
    'distributions that are an object',
    post('{"requestId":"r-2","distributions":{}}', asPlugin, DISTRIBUTIONS),
    '400',
  ],
  [
    'distributions that are strings',
    post('{"requestId":"r-2","distributions":["a"]}', asPlugin, DISTRIBUTIONS),
    '200',
  ],
  [
    'a call 15,000 objects deep',
    post(`{"requestId":"r-3","status":"in-progress","a":${deep(15_000)}}`, asPlugin, REQUESTS),
    '400',
  ],
  [
    'a distribution 15,000 objects deep',
    post(`{"requestId":"r-3","distributions":[${deep(15_000)}]}`, asPlugin, DISTRIBUTIONS),
    '400',
  ],
  [
    '3,000 equal distributions',
    post(
      `{"requestId":"r-4","distributions":[${times(3000, () => '{"id":"a"}', ',')}]}`,
      asPlugin,
      DISTRIBUTIONS,
    ),
    '200',
  ],
  ['a search for an object', post('{"term":{"a":1}}', asPlugin, CAPABILITIES), '400'],
  ['a search for 90 KB', post(`{"term":"${'a'.repeat(90_000)}"}`, asPlugin, CAPABILITIES), '400'],
  ['an endpoint that does not exist', post(GOOD, asPlugin, { path: '/plugin/ato/everything' }), '404'],
  ['an endpoint named like a prototype', post(GOOD, asPlugin, { path: '/__proto__' }), '404'],
];
