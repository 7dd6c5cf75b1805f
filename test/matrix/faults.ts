import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '../../src/graph/errors.ts';
import type { Wire } from '../../src/platform/wire.ts';
import {
  answer,
  cutInBody,
  type Fault,
  gibberish,
  hang,
  hangInBody,
  html,
  hugeBody,
  json,
  reset,
  status,
  truncatedJson,
} from '../support/faults.ts';

export type Form = Wire['form'];

/** Expected outcome of a field. */
export type Expectation =
  | { code: ErrorCode }
  /** 404: null for a read, NOT_FOUND for a write that names an ID. */
  | 'absent'
  /** The credential is rejected, which is a result on routes that check one. */
  | 'refused'
  /** JSON that no reader of a documented form accepts; if any JSON is accepted, it is not shown. */
  | 'too deep'
  /** A 2xx status with nothing in the body: as `absent` where something must be in it. */
  | 'nothing'
  /** A 2xx status with a body that only routes of these forms can read. */
  | { readAs: readonly Form[] };

/** A fault of the platform. */
export interface MatrixFault {
  name: string;
  fault: Fault;
  expected: Expectation;
  /** Ends by the call's timeout, or by the maximum response: ten seconds are allowed instead of two and a half. */
  waits?: true;
  endless?: true;
  /** Counts as a failure for the route's circuit breaker. */
  opensCircuit?: true;
}

const UNAVAILABLE = { expected: { code: 'UPSTREAM_UNAVAILABLE' }, opensCircuit: true } as const;
const SILENT = { expected: { code: 'UPSTREAM_TIMEOUT' }, waits: true, opensCircuit: true } as const;
const BAD = { expected: { code: 'UPSTREAM_BAD_RESPONSE' } } as const;

/** Forms whose reader accepts anything whole: only the status counts, or the write was accepted. */
const TOLERANT: readonly Form[] = ['open', 'validation', 'found'];

/** Writes raw bytes instead of an HTTP response, and leaves the connection open. */
const raw =
  (...lines: string[]): Fault =>
  (request) =>
    void request.socket.write(lines.join('\r\n'));

/** Writes raw bytes and closes the connection cleanly. */
const rawThenClose =
  (...lines: string[]): Fault =>
  (request) =>
    void request.socket.end(lines.join('\r\n'));

/** Sends one byte at a time, endlessly. */
const drip =
  (head: string, byte: string): Fault =>
  ({ socket }) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(byte), 25);
    socket.once('close', () => clearInterval(timer));
    socket.on('error', () => socket.destroy());
  };

/** Sends as much as the client reads, endlessly. */
const pour = (_request: IncomingMessage, response: ServerResponse): void => {
  const chunk = Buffer.alloc(64 * 1024, 0x20);
  response.writeHead(200, { 'content-type': 'application/json' });
  const write = (): void => {
    while (!response.destroyed) if (!response.write(chunk)) return void response.once('drain', write);
  };
  write();
};

const bytes =
  (body: Buffer, headers: Record<string, string> = {}): Fault =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };

const redirect = (code: number, location: string): MatrixFault => ({
  name: `${code} to another host`,
  fault: (_request, response) => void response.writeHead(code, { location }).end(),
  ...BAD,
});

const failing = (code: number, headers: Record<string, string> = {}, name = String(code)): MatrixFault => ({
  name,
  fault: status(code, headers),
  ...UNAVAILABLE,
});

const coded = (code: number, expected: ErrorCode, name = String(code), headers = {}): MatrixFault => ({
  name,
  fault: status(code, headers),
  expected: { code: expected },
});

const body = (name: string, fault: Fault, ...readAs: Form[]): MatrixFault => ({
  name,
  fault,
  expected: { readAs: [...TOLERANT, ...readAs] },
});

/**
 * All faults of the matrix.
 * @param elsewhere an address that must never be called.
 */
export const matrixFaults = (elsewhere: string): readonly MatrixFault[] => [
  // Connections
  { name: 'a reset before the headers', fault: reset, ...UNAVAILABLE },
  { name: 'a close before the headers', fault: rawThenClose(''), ...UNAVAILABLE },
  { name: 'a close in the headers', fault: rawThenClose('HTTP/1.1 200 OK', 'content-ty'), ...UNAVAILABLE },
  { name: 'a reset in the body', fault: cutInBody, ...UNAVAILABLE },
  {
    name: 'a body shorter than declared',
    fault: rawThenClose('HTTP/1.1 200 OK', 'content-length: 900', '', '{"courseId":'),
    ...UNAVAILABLE,
  },
  {
    name: 'chunks without an end',
    fault: rawThenClose('HTTP/1.1 200 OK', 'transfer-encoding: chunked', '', '2', '{}', ''),
    ...UNAVAILABLE,
  },
  // Time
  { name: 'silence', fault: hang, ...SILENT },
  { name: 'silence in the headers', fault: raw('HTTP/1.1 200 OK', 'content-ty'), ...SILENT },
  { name: 'silence in the body', fault: hangInBody, ...SILENT },
  { name: 'headers that drip', fault: drip('HTTP/1.1 200 OK\r\nx: ', 'x'), ...SILENT },
  {
    name: 'a body that drips',
    fault: drip('HTTP/1.1 200 OK\r\ncontent-length: 900000\r\n\r\n', ' '),
    ...SILENT,
  },
  { name: 'early hints without end', fault: drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), ...SILENT },
  // Size
  { name: 'a body too large, declared', fault: hugeBody(50_000_000), ...BAD, endless: true },
  { name: 'a body without end', fault: pour, ...BAD, endless: true },
  {
    name: 'headers too large',
    fault: raw('HTTP/1.1 200 OK', `x-large: ${'x'.repeat(80_000)}`, 'content-length: 2', '', '{}'),
    ...BAD,
  },
  {
    name: 'too many headers',
    fault: raw(
      'HTTP/1.1 200 OK',
      ...Array.from({ length: 1500 }, (_, n) => `x-${n}: ${n}-${n}`),
      'content-length: 2',
      '',
      '{}',
    ),
    ...BAD,
  },
  // HTTP
  { name: 'not HTTP', fault: gibberish, ...BAD },
  { name: 'an invalid status', fault: rawThenClose('HTTP/1.1 2OO OK', '', ''), ...BAD },
  {
    name: 'an invalid version',
    fault: rawThenClose('HTTP/9.7 200 OK', 'content-length: 2', '', '{}'),
    ...BAD,
  },
  {
    name: 'two lengths',
    fault: rawThenClose('HTTP/1.1 200 OK', 'content-length: 2', 'content-length: 3', '', '{}'),
    ...UNAVAILABLE,
  },
  {
    name: 'an invalid length',
    fault: rawThenClose('HTTP/1.1 200 OK', 'content-length: many', '', '{}'),
    ...BAD,
  },
  {
    name: 'invalid chunks',
    fault: rawThenClose('HTTP/1.1 200 OK', 'transfer-encoding: chunked', '', 'zz', '{}', ''),
    ...BAD,
  },
  {
    name: 'a header with a line break in it',
    fault: rawThenClose('HTTP/1.1 200 OK', 'x: a\nb c', 'content-length: 2', '', '{}'),
    ...BAD,
  },
  {
    name: 'an unrequested 100',
    fault: raw('HTTP/1.1 100 Continue', '', 'HTTP/1.1 200 OK', 'content-length: 2', '', '{}'),
    ...UNAVAILABLE,
  },
  {
    name: 'an upgrade',
    fault: raw('HTTP/1.1 101 Switching Protocols', 'connection: upgrade', 'upgrade: h2c', '', ''),
    ...UNAVAILABLE,
  },
  // Bodies
  { name: 'an empty body', fault: answer(''), expected: 'nothing' },
  { name: '204', fault: (_request, response) => void response.writeHead(204).end(), expected: 'nothing' },
  { name: 'null', fault: json(null), expected: 'nothing' },
  { name: 'truncated JSON', fault: truncatedJson, ...BAD },
  {
    name: 'a body longer than declared',
    fault: rawThenClose('HTTP/1.1 200 OK', 'content-length: 5', '', '{"courseId":"c"}'),
    ...BAD,
  },
  // A page for a browser is the response of another server: it confirms nothing.
  { name: 'HTML', fault: html, ...BAD },
  body('text', answer('OK, fine.', 'text/plain')),
  body('invalid UTF-8', bytes(Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x80]))),
  {
    name: 'invalid gzip',
    fault: bytes(Buffer.from([0x1f, 0x8b, 0x08, 0x00, 0xde, 0xad]), { 'content-encoding': 'gzip' }),
    ...BAD,
  },
  body('true', json(true), 'value', 'picture'),
  body('a useless JSON string', json('!'), 'value'),
  body('an empty object', json({}), 'value', 'ranked'),
  body('an empty list', json([]), 'value', 'rows', 'page', 'rows of users'),
  body('a list of nulls', json([null, null]), 'value'),
  body('a list of lists', json([[], []]), 'value'),
  body('a list of texts', json(['x', 'y']), 'value'),
  body(
    'a wrongly nested record',
    json({ userId: { a: 1 }, courseId: [1], groupId: {}, docs: '!', levels: 7, noteId: {} }),
    'value',
  ),
  body('prototype keys', answer('{"__proto__":{"name":"x"},"constructor":{"prototype":{}}}'), 'value'),
  {
    name: 'lists too deep',
    fault: answer(`${'['.repeat(50_000)}${']'.repeat(50_000)}`),
    expected: 'too deep',
  },
  {
    name: 'objects too deep',
    fault: answer(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`),
    expected: 'too deep',
  },
  // Statuses
  redirect(301, elsewhere),
  redirect(302, elsewhere),
  redirect(307, elsewhere),
  redirect(308, elsewhere),
  {
    name: '302 to itself',
    fault: (request, response) => void response.writeHead(302, { location: request.url ?? '/' }).end(),
    ...BAD,
  },
  { name: '304', fault: (_request, response) => void response.writeHead(304).end(), ...BAD },
  coded(400, 'BAD_USER_INPUT'),
  { name: '401', fault: status(401), expected: 'refused' },
  coded(403, 'FORBIDDEN'),
  { name: '404', fault: status(404), expected: 'absent' },
  coded(405, 'UPSTREAM_BAD_RESPONSE'),
  coded(409, 'CONFLICT'),
  coded(418, 'UPSTREAM_BAD_RESPONSE'),
  coded(422, 'BAD_USER_INPUT'),
  coded(429, 'RATE_LIMITED'),
  coded(429, 'RATE_LIMITED', '429 for seconds', { 'retry-after': '30' }),
  coded(429, 'RATE_LIMITED', '429 until a date', { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT' }),
  coded(429, 'RATE_LIMITED', '429 with no delay', { 'retry-after': '0' }),
  coded(429, 'RATE_LIMITED', '429 for an absurd time', { 'retry-after': '9'.repeat(40) }),
  coded(429, 'RATE_LIMITED', '429 with an invalid delay', { 'retry-after': '-1e9 soon' }),
  failing(500),
  failing(501),
  failing(502),
  failing(503),
  failing(503, { 'retry-after': '60' }, '503 for a minute'),
  failing(504),
  {
    name: '503 with every header twice',
    fault: rawThenClose(
      'HTTP/1.1 503 Service Unavailable',
      'retry-after: 1',
      'retry-after: 100000',
      'content-type: text/html',
      'content-type: application/json',
      'content-length: 2',
      '',
      '{}',
    ),
    ...UNAVAILABLE,
  },
];
