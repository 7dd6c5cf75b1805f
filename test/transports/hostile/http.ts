import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { asStudent, atOnce, get, getGraph, inTurn, post, type Row, raw, request, times } from './exchange.ts';

const QUERY = '{"query":"{ __typename }"}';
const JSON_LINE = 'content-type: application/json';
const POST = 'POST /graphql';
const close = 'connection: close';
const declared = (...lengths: (number | string)[]): string[] => [
  JSON_LINE,
  ...lengths.map((length) => `content-length: ${length}`),
];
const chunked = (body: string): string =>
  request(POST, [JSON_LINE, 'transfer-encoding: chunked', close], body);
/** A chunked body of one byte per chunk. */
const bytewise = (body: string): string =>
  chunked(`${times(body.length, (i) => `1\r\n${body[i]}\r\n`, '')}0\r\n\r\n`);
const whole = (...more: string[]): string => request(POST, [...declared(QUERY.length), ...more], QUERY);
const live = (...headers: string[]): string => request('GET /health/live', headers);
const NUL = '\0';

/** Malformed HTTP, and requests with a wrong length. */
export const MALFORMED: readonly Row[] = [
  ['bytes of all kinds', raw(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))), '400'],
  ['a TLS handshake', raw(Buffer.from('16030100a5010000a10303', 'hex')), '400'],
  ['an HTTP/2 preface', raw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), '400'],
  ['HTTP/0.9', raw('GET /\r\n\r\n'), '400'],
  ['HTTP/9.9', raw('GET /health/live HTTP/9.9\r\nhost: x\r\n\r\n'), '400'],
  ['a method that does not exist', raw('STEAL /graphql HTTP/1.1\r\nhost: x\r\n\r\n'), '400'],
  ['a space in a header name', raw(live('x y: 1')), '400'],
  ['a space before the colon', raw(live('content-length : 5')), '400'],
  ['a header without a colon', raw(live('nothing')), '400'],
  ['a header folded over two lines', raw(live('x-a: 1\r\n 2', close)), '400'],
  ['a NUL in a header', raw(live(`x-a: ${NUL}`)), '400'],
  ['a NUL in the address', raw(request(`GET /${NUL}`)), '400'],
  ['a line feed in the address', raw('GET /health\n/live HTTP/1.1\r\nhost: x\r\n\r\n'), '400'],
  ['lines that end in a bare carriage return', raw('GET /health/live HTTP/1.1\rhost: x\r\r'), '400'],
  ['3,000 headers', raw(live(times(3000, (i) => `x-${i}: 1`, '\r\n'))), '431'],
  ['an address of 20 KB', raw(request(`GET /graphql?query=${'a'.repeat(20_000)}`)), '431'],
  ['a start line that never ends', raw(`GET /${'a'.repeat(100_000)}`), '431'],
  [
    'length and chunks',
    raw(request(POST, [...declared(5), 'transfer-encoding: chunked'], '0\r\n\r\n')),
    '400',
  ],
  ['the same length twice', raw(request(POST, declared(QUERY.length, QUERY.length), QUERY)), '400'],
  ['a list of lengths', raw(request(POST, declared('5, 5'), QUERY)), '400'],
  ['a negative length', raw(request(POST, declared(-1), QUERY)), '400'],
  ['a length with a sign', raw(request(POST, declared('+5'), QUERY)), '400'],
  ['a length in hexadecimal', raw(request(POST, declared('0x1a'), QUERY)), '400'],
  ['a length of 30 digits', raw(request(POST, declared('9'.repeat(30)), QUERY)), '400'],
  ['a length of 8 EB', raw(request(POST, declared('9223372036854775807'), QUERY)), '413'],
  [
    'chunked as not the last coding',
    raw(request(POST, [JSON_LINE, 'transfer-encoding: chunked, gzip'], QUERY)),
    '400',
  ],
  [
    'a coding that is nearly chunked',
    raw(request(POST, [JSON_LINE, 'transfer-encoding: xchunked'], QUERY)),
    '400',
  ],
  ['a chunk size of 20 digits', raw(chunked(`${'F'.repeat(20)}\r\n{}\r\n0\r\n\r\n`)), '400'],
  ['a chunk longer than its size', raw(chunked(`2\r\n${QUERY}\r\n0\r\n\r\n`)), '400'],
  ['a chunk extension of 100 KB', raw(chunked(`2;${'a'.repeat(100_000)}\r\n{}\r\n0\r\n\r\n`)), '413'],
  ['a body in 250 chunks', raw(bytewise(QUERY.padEnd(250))), '200'],
  ['a body in 5,000 chunks', raw(bytewise(QUERY.padEnd(5000))), '200'],
  ['a body longer than its length', raw(request(POST, declared(5), QUERY)), '400'],
  ['a request after an empty body', raw(request(POST, declared(0), live(close))), '400'],
  [
    'a request smuggled in a chunked body',
    raw(chunked(`0\r\n\r\n${request('GET /console', [close])}`)),
    '400',
  ],
  ['a body shorter than its length', raw(request(POST, declared(500), QUERY), { end: true }), '400'],
  ['truncated chunks', raw(chunked('100\r\n{'), { end: true }), '400'],
  ['truncated headers', raw('POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-', { end: true }), '400'],
  ['an absolute URL of another host', raw(request('GET http://platform.example/health', [close])), '404'],
  ['OPTIONS *', raw(request('OPTIONS *', [close])), '404'],
  ['a path above the root', raw(request('GET /../../etc/passwd', [close])), '404'],
  ['a path with dot segments', raw(request('GET /nowhere/../graphql', [close])), '404'],
  ['a path with encoded dot segments', raw(request('GET /%2e%2e/graphql', [close])), '404'],
  ['a path with two slashes', raw(request('GET //graphql', [close])), '404'],
  ['a path with an encoded NUL', raw(request('POST /graphql%00', [close])), '404'],
  ['an unknown expectation', raw(live('expect: the-impossible', close)), '417'],
  [
    'an upgrade to HTTP/2',
    raw(request('GET /graphql', ['connection: upgrade', 'upgrade: h2c', 'http2-settings: x']), { end: true }),
    '400',
  ],
  // A connection serves one request at a time.
  ['100 pipelined requests', raw(`${whole().repeat(99)}${whole(close)}`), '200'],
  ['1,001 pipelined requests', raw(live().repeat(1000) + live(close)), '200'],
];

const gzipped = gzipSync(QUERY);
const bomb = gzipSync(Buffer.alloc(20_000_000, 0x20));
const PREFLIGHT = 'apollo-require-preflight';

/** HTTP requests that are not GraphQL requests. */
export const REQUESTS: readonly Row[] = [
  ['no content type', raw(request(POST, [`content-length: ${QUERY.length}`, close], QUERY)), '415'],
  ['plain text', post(QUERY, { 'content-type': 'text/plain' }), '415 BAD_REQUEST'],
  [
    'a form',
    post('query={__typename}', { 'content-type': 'application/x-www-form-urlencoded' }),
    '415 BAD_REQUEST',
  ],
  [
    'a form with parts',
    post('--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{}\r\n--x--', {
      'content-type': 'multipart/form-data; boundary=x',
    }),
    '415 BAD_REQUEST',
  ],
  [
    'XML',
    post('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', {
      'content-type': 'application/xml',
    }),
    '415 BAD_REQUEST',
  ],
  [
    'application/graphql',
    post('{ __typename }', { 'content-type': 'application/graphql' }),
    '415 BAD_REQUEST',
  ],
  ['JSONP', post(QUERY, { 'content-type': 'application/jsonp' }), '415 BAD_REQUEST'],
  ['two content types', post(QUERY, { 'content-type': 'text/plain, application/json' }), '415 BAD_REQUEST'],
  [
    'UTF-16',
    post(new Uint8Array(Buffer.from(QUERY, 'utf16le')), {
      'content-type': 'application/json; charset=utf-16',
    }),
    '415 BAD_REQUEST',
  ],
  ['UTF-7', post(QUERY, { 'content-type': 'application/json; charset=utf-7' }), '415 BAD_REQUEST'],
  ['a body that is not UTF-8', post(new Uint8Array([0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22])), '400 BAD_REQUEST'],
  ['gzip', post(new Uint8Array(gzipped), { 'content-encoding': 'gzip' }), '415 BAD_REQUEST'],
  ['deflate', post(new Uint8Array(deflateSync(QUERY)), { 'content-encoding': 'deflate' }), '415 BAD_REQUEST'],
  [
    'Brotli',
    post(new Uint8Array(brotliCompressSync(QUERY)), { 'content-encoding': 'br' }),
    '415 BAD_REQUEST',
  ],
  ['a gzip bomb', post(new Uint8Array(bomb), { 'content-encoding': 'gzip' }), '415 BAD_REQUEST'],
  ['gzip that is not declared', post(new Uint8Array(gzipped)), '400 BAD_REQUEST'],
  ['an unknown coding', post(QUERY, { 'content-encoding': 'x'.repeat(1000) }), '415 BAD_REQUEST'],
  ['a body of 1 MB', post(JSON.stringify({ query: ' '.repeat(1_000_000) })), '413 BAD_REQUEST'],
  [
    'a body of 1 MB in chunks',
    raw(chunked(`${(1_000_000).toString(16)}\r\n${' '.repeat(1_000_000)}\r\n0\r\n\r\n`)),
    '413',
  ],
  ['40,000 nested lists', post(`${'['.repeat(40_000)}${']'.repeat(40_000)}`), '400 BAD_REQUEST'],
  ['a batch of 3,000', post(`[${times(3000, () => QUERY, ',')}]`), '400 BAD_REQUEST'],
  ['a query on a prototype', post('{"__proto__":{"query":"{ __typename }"}}'), '400 BAD_REQUEST'],
  ['a query over GET from another site', get('/graphql?query={__typename}'), '400 BAD_REQUEST'],
  [
    'a mutation over GET',
    getGraph({ query: 'mutation { signOut { extra } }' }, asStudent),
    '405 BAD_REQUEST',
  ],
  [
    'a subscription over GET',
    getGraph({ query: 'subscription { notificationReceived { cursor } }' }, asStudent),
    '405 BAD_REQUEST',
  ],
  [
    'a mutation over GET for events',
    getGraph({ query: 'mutation { signOut { extra } }' }, { ...asStudent, accept: 'text/event-stream' }),
    '405 BAD_REQUEST',
  ],
  [
    'the same parameter twice',
    get('/graphql?query={__typename}&query={me{id}}', { [PREFLIGHT]: '1' }),
    '400 BAD_REQUEST',
  ],
  [
    'an address with broken escapes',
    get('/graphql?query=%zz%ff%c0%80', { [PREFLIGHT]: '1' }),
    '400 GRAPHQL_PARSE_FAILED',
  ],
  ['a response as an image', post(QUERY, { accept: 'image/png' }), '406 BAD_REQUEST'],
  [
    'an accept header of 10,000 ranges',
    post(QUERY, { accept: times(1500, () => 'a/b;q=0', ',') }),
    '406 BAD_REQUEST',
  ],
  ['the explorer', get('/'), '404'],
  ['a file of the gateway', get('/package.json'), '404'],
  ['a request ID with invalid characters', raw(whole(`x-request-id: a b${'"'.repeat(20)}`, close)), '200'],
  [
    'half a request, 300 times',
    atOnce(300, raw('POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-', { end: true })),
    '400',
  ],
  ['half a body, 300 times', atOnce(300, raw(request(POST, declared(500), QUERY), { end: true })), '400'],
  [
    'a token of 15 KB',
    post('{"query":"{ me { id } }"}', { authorization: `Bearer ${'a'.repeat(15_000)}` }),
    '200 UNAUTHENTICATED',
  ],
  [
    'a token of invalid bytes',
    raw(
      request(POST, [...declared(25), 'authorization: Bearer \xff\xfe', close], '{"query":"{ me { id } }"}'),
    ),
    '200',
  ],
  [
    'an invalid Basic credential',
    post('{"query":"{ courseBadges { id } }"}', { authorization: 'Basic !!!!' }),
    '200 UNAUTHENTICATED',
  ],
];

const persisted = (hash: unknown): string =>
  JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hash } });
const poison = (query: string, hash: unknown): string =>
  `{"query":${JSON.stringify(query)},"extensions":${persisted(hash)}}`;
const short = (hash: unknown): string => `{"extensions":${persisted(hash)}}`;

export const PERSISTED: readonly Row[] = [
  ['an unknown hash', post(short('0'.repeat(64))), '200 PERSISTED_QUERY_NOT_FOUND'],
  [
    'a poisoned hash, then the document alone',
    inTurn(post(poison('{ me { id } }', '1'.repeat(64))), post(short('1'.repeat(64)))),
    '400 BAD_REQUEST, 200 PERSISTED_QUERY_NOT_FOUND',
  ],
  ['a hash that is an object', post(short({ toString: 'x' })), '400 BAD_REQUEST'],
  ['a hash that is a number', post(short(7)), '400 BAD_REQUEST'],
  ['a hash of 50 KB', post(short('a'.repeat(50_000))), '200 PERSISTED_QUERY_NOT_FOUND'],
  ['a prototype property as hash', post(short('__proto__')), '200 PERSISTED_QUERY_NOT_FOUND'],
  ['a persisted query that is null', post('{"extensions":{"persistedQuery":null}}'), '400 BAD_REQUEST'],
  ['a persisted query that is a string', post('{"extensions":{"persistedQuery":"a"}}'), '400 BAD_REQUEST'],
  [
    'extensions of 90 KB',
    post(`{"query":"{ __typename }","extensions":{"a":"${'a'.repeat(90_000)}"}}`),
    '200',
  ],
  [
    'a mutation by its hash over GET',
    getGraph({ extensions: persisted('0'.repeat(64)) }),
    '200 PERSISTED_QUERY_NOT_FOUND',
  ],
];
