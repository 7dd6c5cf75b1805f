import {
  asStudent,
  atOnce,
  converse,
  frame,
  frames,
  framesAfter,
  handshake,
  inTurn,
  PROTOCOL,
  type Row,
  raw,
  subscribe,
  times,
} from './exchange.ts';

const TEXT = 0x1;
const BINARY = 0x2;
const CLOSE = 0x8;
const PING = 0x9;
const PONG = 0xa;
const QUERY = '{ __typename }';
const INIT = '{"type":"connection_init"}';
const raising = (count: number, part: (index: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, index) => part(index)));
const LEAVE = frame(CLOSE, Buffer.from([0x03, 0xe8]));
const listening = (id: string) => subscribe('subscription { notificationReceived { cursor } }', id);
const many = (count: number, messages: (id: string) => readonly unknown[]): unknown[] =>
  Array.from({ length: count }, (_, index) => messages(`${index}`)).flat();
const asTheStudent = { type: 'connection_init', payload: asStudent };
const one = { responses: 1 };

export const SOCKETS: readonly Row[] = [
  ['a batch', converse([[subscribe(QUERY)]]), 'closed 4400'],
  ['a message whose type is a prototype property', converse([{ type: '__proto__' }]), 'closed 4400'],
  [
    'connection_init with a string as payload',
    converse([], { greeting: { type: 'connection_init', payload: 'a' } }),
    'closed 4400',
  ],
  [
    'connection_init with an object as token',
    converse([subscribe('{ me { id } }')], {
      greeting: { type: 'connection_init', payload: { authorization: {} } },
      ...one,
    }),
    'next UNAUTHENTICATED',
  ],
  [
    'connection_init with line breaks in the token',
    converse([], { greeting: { type: 'connection_init', payload: { authorization: 'a\r\nx-evil: 1' } } }),
    'closed 4403',
  ],
  [
    'connection_init with a token of 90 KB',
    converse([], { greeting: { type: 'connection_init', payload: { authorization: 'a'.repeat(90_000) } } }),
    'closed 4403',
  ],
  [
    'an operation name of 90 KB',
    converse([subscribe(QUERY, '1', { operationName: 'a'.repeat(90_000) })], one),
    'error OPERATION_RESOLUTION_FAILURE',
  ],
  ['a prototype property as ID', converse([subscribe(QUERY, '__proto__')], one), 'next'],
  ['an ID of 90 KB', converse([subscribe(QUERY, 'a'.repeat(90_000))], one), 'closed 4400'],
  [
    '150 streams at once',
    converse(
      many(150, (id) => [listening(id)]),
      { greeting: asTheStudent, responses: 150 },
    ),
    'error RATE_LIMITED, next',
  ],
  [
    '100 streams that end immediately',
    converse([...many(100, (id) => [listening(id), { type: 'complete', id }]), subscribe(QUERY, 'last')], {
      greeting: asTheStudent,
      ...one,
    }),
    'next',
  ],
  ['40,000 nested lists', converse([`${'['.repeat(40_000)}`]), 'closed 4400'],
  [
    '5,000 ping messages',
    converse([...Array.from({ length: 5000 }, () => ({ type: 'ping' })), subscribe(QUERY)], one),
    'next',
  ],
  ['the legacy protocol', framesAfter(handshake({ 'sec-websocket-protocol': 'graphql-ws' })), 'closed 4406'],
  ['no protocol', converse([], { protocol: null }), 'closed 4406'],
  ['a page of another site', converse([], { headers: { origin: 'https://evil.example' } }), 'refused 403'],
  ['a page with an opaque origin', converse([], { headers: { origin: 'null' } }), 'refused 403'],
  ['a binary frame', frames(frame(TEXT, INIT), frame(BINARY, Buffer.from([0, 1, 2, 255]))), 'closed 4400'],
  [
    'a text frame that is not UTF-8',
    frames(frame(TEXT, Buffer.from([0xff, 0xfe, 0xc0, 0x80]))),
    'closed 1007',
  ],
  ['a frame without a mask', frames(frame(TEXT, INIT, { masked: false })), 'closed 1002'],
  ['a frame with an unknown opcode', frames(frame(0x3, 'a')), 'closed 1002'],
  ['reserved bits', frames(frame(TEXT, INIT, { reserved: 7 })), 'closed 1002'],
  ['a frame declared as compressed', frames(frame(TEXT, INIT, { reserved: 4 })), 'closed 1002'],
  ['a frame of 8 EB', frames(frame(TEXT, 'a', { declared: 2n ** 63n - 1n })), 'closed 1009'],
  ['a frame of 1 GB that never comes', frames(frame(TEXT, 'a', { declared: 2n ** 30n })), 'closed 1009'],
  ['a ping of 200 bytes', frames(frame(PING, 'a'.repeat(200))), 'closed 1002'],
  ['a fragmented ping', frames(frame(PING, 'a', { fin: false })), 'closed 1002'],
  ['a continuation frame without a beginning', frames(frame(0x0, 'a')), 'closed 1002'],
  [
    'a text frame within a fragmented message',
    frames(frame(TEXT, '{', { fin: false }), frame(TEXT, '}')),
    'closed 1002',
  ],
  [
    'a message in 10,000 frames',
    frames(
      frame(TEXT, ' ', { fin: false }),
      raising(10_000, () => frame(0x0, ' ', { fin: false })),
      frame(0x0, '{'),
    ),
    'closed 1008',
  ],
  [
    'a fragmented message that never ends',
    frames(
      frame(TEXT, ' ', { fin: false }),
      raising(200, () => frame(0x0, ' '.repeat(1000), { fin: false })),
    ),
    'closed 1009',
  ],
  [
    'connection_init in one frame per byte',
    frames(
      frame(TEXT, '{', { fin: false }),
      raising(INIT.length - 2, (i) => frame(0x0, INIT[i + 1], { fin: false })),
      frame(0x0, '}'),
      frame(TEXT, '{'),
    ),
    'closed 4400',
  ],
  ['a close frame with an invalid code', frames(frame(CLOSE, Buffer.from([0x03, 0xed]))), 'closed 1002'],
  ['a close frame with half a code', frames(frame(CLOSE, Buffer.from([0x03]))), 'closed 1002'],
  [
    'a close frame whose reason is not UTF-8',
    frames(frame(CLOSE, Buffer.from([0x03, 0xe8, 0xff]))),
    'closed 1007',
  ],
  [
    '2,000 ping frames',
    frames(
      raising(2000, () => frame(PING, 'a'.repeat(100))),
      LEAVE,
    ),
    /^closed/,
  ],
  [
    '2,000 pong frames',
    frames(
      raising(2000, () => frame(PONG)),
      LEAVE,
    ),
    /^closed/,
  ],
  ['HTTP within a socket', frames(Buffer.from('GET /health/live HTTP/1.1\r\n\r\n')), 'closed 1002'],
  ['a handshake without a key', raw(handshake({ 'sec-websocket-key': null })), '400'],
  ['a handshake with a wrong key', raw(handshake({ 'sec-websocket-key': 'x' })), '400'],
  ['a handshake of version 99', raw(handshake({ 'sec-websocket-version': '99' })), '400'],
  ['a handshake without a version', raw(handshake({ 'sec-websocket-version': null })), '400'],
  ['a handshake by POST', raw(handshake({ 'content-length': '0' }, 'POST /graphql HTTP/1.1')), '400'],
  [
    'a handshake with an invalid protocol name',
    raw(handshake({ 'sec-websocket-protocol': 'a b, ,"' })),
    '400',
  ],
  [
    'a handshake with an unusual extension parameter',
    inTurn(
      converse([subscribe(QUERY)], {
        headers: { 'sec-websocket-extensions': 'permessage-deflate; server_max_window_bits=8' },
        ...one,
      }),
    ),
    'next',
  ],
  [
    'a handshake for the same protocol twice',
    raw(handshake({ 'sec-websocket-protocol': `${PROTOCOL}, ${PROTOCOL}` })),
    '400',
  ],
  [
    'a handshake with an invalid extension',
    raw([handshake({ 'sec-websocket-extensions': '=;"\\' }), LEAVE]),
    '101',
  ],
  ['a handshake on another path', raw(handshake({}, 'GET /console HTTP/1.1'), { end: true }), '404'],
  [
    'a handshake at a plugin endpoint',
    raw(handshake({}, 'GET /plugin/ato/requests HTTP/1.1'), { end: true }),
    '405',
  ],
  ['a handshake with another upgrade', raw(handshake({ upgrade: 'tunnel' }), { end: true }), '400'],
  ['200 sockets that close immediately', atOnce(200, frames(LEAVE)), 'closed 1000'],
  [
    '100 sockets with an invalid token',
    atOnce(
      100,
      converse([], { greeting: { type: 'connection_init', payload: { authorization: 'Bearer wrong' } } }),
    ),
    'closed 4403',
  ],
  ['a message of spaces', converse([times(40_000, () => ' ')]), 'closed 4400'],
];
