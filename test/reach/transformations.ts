import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { isRecord } from '../../src/lib/is-record.ts';
import type { Wire } from '../../src/platform/wire.ts';
import type { Fault } from '../support/faults.ts';
import { walkWire } from './wire-walk.ts';

/** A response as another platform, or another server, sends it. */
export interface Transformation {
  name: string;
  fault: Fault;
}

const sent =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): Fault =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };

const named = (name: string, fault: Fault): Transformation => ({ name, fault });
const ofJson = (name: string, value: unknown): Transformation => named(name, sent(JSON.stringify(value)));

const WRAPPERS = [
  ...['data', 'result', 'results', 'response', 'payload', 'body', 'content', 'items', 'docs', 'records'],
  'anything',
];
const BESIDE = { success: true, ok: true, error: null, errors: [], message: 'fine', code: 200 };

/** Every wrapper of the rule, alone and around another, with and without the outcome of the request beside it. */
const wrapped = (value: unknown): Transformation[] => [
  ...WRAPPERS.flatMap((name) => [
    ofJson(`under ${name}`, { [name]: value }),
    ofJson(`under ${name}, beside an outcome`, { ...BESIDE, [name]: value }),
    ofJson(`under data and ${name}`, { data: { [name]: value } }),
    ofJson(`under ${name} and result`, { status: 'ok', [name]: { result: value } }),
    ...(name === 'anything'
      ? []
      : [ofJson(`under ${name}, beside an object`, { [name]: value, about: { page: 1 } })]),
  ]),
];

/** The forms of a time that name the same instant. */
const TIMES: Readonly<Record<string, (time: Date) => string | number>> = {
  'with an offset': (time) => time.toISOString().replace(/\.\d+Z$/, '+0000'),
  'in another zone': (time) =>
    new Date(time.getTime() + 19_800_000).toISOString().replace(/\.\d+Z$/, '+05:30'),
  'in the basic format': (time) => time.toISOString().replaceAll(/[-:]|\.\d+/g, ''),
  'without a zone': (time) => time.toISOString().replace(/\.\d+Z$/, ''),
  'after a space': (time) =>
    time
      .toISOString()
      .replace('T', ' ')
      .replace(/\.\d+Z$/, 'Z'),
  'in microseconds': (time) => time.toISOString().replace(/\.\d+Z$/, '.000000Z'),
  'in milliseconds since 1970': (time) => time.getTime(),
  'in seconds since 1970': (time) => time.getTime() / 1000,
  'in seconds since 1970, as text': (time) => String(time.getTime() / 1000),
  'after a space, without a zone': (time) => time.toISOString().slice(0, 23).replace('T', ' '),
};
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** A value with each of its times in another form. */
const withTimes = (value: unknown, form: (time: Date) => unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
    typeof inner === 'string' && TIME.test(inner) ? form(new Date(inner)) : inner,
  );

/** A response in which every time is a whole second, so that each form can hold it. */
export const inWholeSeconds = (value: unknown): unknown =>
  withTimes(value, (time) => time.toISOString().replace(/\.\d+Z$/, '.000Z'));

/** A value with the members of each object in another order: those of a map aside, which is a list in the graph. */
function reversed(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => reversed(item));
  if (!isRecord(value) || name === 'organizationRoles') return value;
  const members = Object.entries(value).map(([member, inner]) => [member, reversed(inner, member)]);
  return Object.fromEntries(members.reverse());
}

/** JSON with each letter of a string written as its code. */
const escaped = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[^\u0020-\u007e]|'/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const text = (value: unknown): string => JSON.stringify(value);

/** By default, brotli takes much CPU time. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Encodings and content types, asked for or not. */
const encoded = (body: string): Transformation[] => [
  named('after a byte order mark', sent(`\ufeff${body}`)),
  named('between white space', sent(` \r\n\t${body}\n`)),
  named('as gzip', sent(gzipSync(body), { 'content-encoding': 'gzip' })),
  named('as x-gzip', sent(gzipSync(body), { 'content-encoding': 'x-gzip' })),
  named('as GZIP', sent(gzipSync(body), { 'content-encoding': 'GZIP' })),
  named('as br', sent(brotliCompressSync(body, FAST), { 'content-encoding': 'br' })),
  named('as zstd', sent(zstdCompressSync(body), { 'content-encoding': 'zstd' })),
  named('as identity', sent(body, { 'content-encoding': 'identity' })),
  named('as plain text', sent(body, { 'content-type': 'text/plain; charset=utf-8' })),
  named('as another JSON type', sent(body, { 'content-type': 'application/vnd.platform+json' })),
  named('with status 201', sent(body, {}, 201)),
  named('with status 206', sent(body, {}, 206)),
];

/** What the rule calls meaningless: the graph's response must be the same, `extra` aside. */
export function meaningless({ form, schema }: Wire, body: string): Transformation[] {
  const isJson = /^[[{"]/.test(body);
  if (!isJson) return encoded(body);
  const value: unknown = JSON.parse(body);
  if (form === 'value') return encoded(body);
  return [
    ...encoded(body),
    ...wrapped(value),
    ...Object.entries(TIMES).map(([name, form_]) => ofJson(`times ${name}`, withTimes(value, form_))),
    ofJson('members in another order', reversed(value)),
    named('strings with escapes', sent(escaped(value))),
    named('with white space', sent(JSON.stringify(value, null, 2))),
    ...(schema
      ? [
          ofJson(
            'further members in each object',
            eachObject(schema, value, (one) => ({ ...one, unforeseen: { deep: [1, null, 'x'] } })),
          ),
          ofJson(
            'further members of long numbers',
            eachObject(schema, value, (one) => ({
              ...one,
              unforeseen: JSON.rawJSON('12345678901234567890'),
            })),
          ),
        ]
      : []),
    ...(isRecord(value) && 'total' in value
      ? [ofJson('with totals as text', { ...value, total: text(value.total) })]
      : []),
  ];
}

/** A response with each of its documented objects changed. */
const eachObject = (
  schema: unknown,
  value: unknown,
  change: (object: Record<string, unknown>) => Record<string, unknown>,
): unknown => {
  if (Array.isArray(value)) return value.map((row) => walkWire(schema, row, { object: change }));
  if (isRecord(value) && Array.isArray(value.docs))
    return { ...value, docs: value.docs.map((row) => walkWire(schema, row, { object: change })) };
  return walkWire(schema, value, { object: change });
};

/** Responses which say that the request was not fulfilled. */
export const REFUSALS: readonly Transformation[] = [
  { success: false },
  { ok: false },
  { valid: false },
  { success: 'false', message: 'no' },
  { success: false, error: 'storage_full' },
  { error: 'storage_full' },
  { error: { code: 'storage_full' } },
  { errors: ['storage full'] },
  { errors: { text: 'too long' } },
  { status: 'error', message: 'no' },
  { status: 'fail', data: null },
  { data: { success: false } },
  { result: { error: 'storage_full' } },
  { success: false, data: null },
  false,
].map((body) => ofJson(`refused: ${text(body)}`, body));

/** Responses that another server sent, or that were cut off. */
export const FOREIGN: readonly Transformation[] = [
  named('a page', sent('<!doctype html><title>Maintenance</title>', { 'content-type': 'text/html' })),
  named('a page as JSON', sent('\n<html><body>Sign in</body></html>')),
  named('a truncated object', sent('{"success": tr')),
  named('a truncated list', sent('[{"id": "1"}, {"i')),
  named('what is not gzip', sent('this is not gzip', { 'content-encoding': 'gzip' })),
];

/** Responses with nothing in them. */
export const EMPTY: readonly Transformation[] = [
  named('204', sent('', {}, 204)),
  named('an empty body', sent('')),
  named('white space', sent(' \n')),
  named('null', sent('null')),
  ofJson('null under data', { data: null }),
  ofJson('null beside success', { success: true, result: null }),
];

/** Statuses that are no success. Reads are tried again after some of the others, which takes time. */
export const STATUSES: readonly (Transformation & { status: number })[] = [
  ...[301, 302, 307, 400, 401, 403, 404, 405, 406, 409, 410, 415, 422, 429, 500, 501],
].map((status) => ({ status, ...named(`status ${status}`, sent('{"message":"no"}', {}, status)) }));
