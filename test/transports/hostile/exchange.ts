import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { ProductionGateway } from '../../support/production.ts';

/** The result of an attack. */
export interface Outcome {
  /** Statuses, error codes and close codes, in order, as in `400 BAD_REQUEST` or `closed 4400`. */
  result: string;
  /** Everything that the gateway sent, to search for what it must not reveal. */
  text: string;
}

export type Attack = (gateway: Pick<ProductionGateway, 'url' | 'port'>) => Promise<Outcome>;

/** An attack and its expected result; a pattern if a flood may be cut off at different points. */
export type Row = readonly [name: string, attack: Attack, expected: string | RegExp];

export const times = (count: number, part: (index: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(between);

export const asStudent = { authorization: 'Bearer demo-student-token' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** The distinct error codes in a response; plugin endpoints have none. */
function codesIn(text: string): string {
  const codes = [...text.matchAll(/"code":"([A-Z_]+)"/g)].map(([, code]) => ` ${code}`);
  return [...new Set(codes)].join('');
}

async function outcomeOf(response: Response): Promise<Outcome> {
  const text = await response.text();
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\n`).join('');
  return { result: `${response.status}${codesIn(text)}`, text: headers + text };
}

/** Posts a body as it is. */
export const post =
  (
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
    { path = '/graphql', method = 'POST' }: { path?: string; method?: string } = {},
  ): Attack =>
  async ({ url }) =>
    outcomeOf(await fetch(url + path, { method, headers: { ...JSON_TYPE, ...headers }, body }));

/** Posts a document as the student. `more` adds to the envelope. */
export const run = (query: unknown, variables?: unknown, more: object = {}): Attack =>
  post(JSON.stringify({ query, variables, ...more }), asStudent);

export const get =
  (path: string, headers: Record<string, string> = {}): Attack =>
  async ({ url }) =>
    outcomeOf(await fetch(url + path, { headers, redirect: 'manual' }));

/** A GET of `/graphql` that passes CSRF prevention. */
export const getGraph = (parameters: Record<string, string>, headers: Record<string, string> = {}): Attack =>
  get(`/graphql?${new URLSearchParams(parameters)}`, { 'apollo-require-preflight': 'yes', ...headers });

/** Several attacks in series. */
export const inTurn =
  (...attacks: Attack[]): Attack =>
  async (gateway) => {
    const outcomes: Outcome[] = [];
    for (const attack of attacks) outcomes.push(await attack(gateway));
    return {
      result: outcomes.map(({ result }) => result).join(', '),
      text: outcomes.map(({ text }) => text).join(''),
    };
  };

/** Concurrent copies of an attack; the distinct results. */
export const atOnce =
  (count: number, attack: Attack): Attack =>
  async (gateway) => {
    const outcomes = await Promise.all(Array.from({ length: count }, () => attack(gateway)));
    return {
      result: [...new Set(outcomes.map(({ result }) => result))].join(', '),
      text: outcomes.map(({ text }) => text).join(''),
    };
  };

interface RawOptions {
  /** Whether to end the writable side once everything is written. */
  end?: boolean;
}

/** Sends bytes over a new connection, until the gateway closes it. */
export const raw =
  (bytes: string | Buffer | readonly (string | Buffer)[], { end = false }: RawOptions = {}): Attack =>
  async ({ port }) => {
    const socket = connect(port, '127.0.0.1');
    const closed = gather(socket);
    for (const part of [bytes].flat())
      socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
    if (end) socket.end();
    const text = await closed;
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
    return { result: statuses.length === 0 ? 'cut' : statuses.join(' '), text };
  };

/** Resolves to everything received until the connection closes. */
function gather(socket: Socket, chunks: Buffer[] = []): Promise<string> {
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // What was received before a reset counts.
  socket.on('error', () => {});
  return new Promise((resolve) =>
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('latin1'))),
  );
}

/** A raw request: start line, headers, and the body as it is. */
export const request = (start: string, headers: readonly string[] = [], body = ''): string =>
  [`${start} HTTP/1.1`, 'host: gateway', ...headers, '', body].join('\r\n');

/** A socket that sends its messages once acknowledged, until it is closed or has all responses. */
export interface Conversation {
  /** Sent instead of `connection_init`. Null: nothing. */
  greeting?: unknown;
  protocol?: string | null;
  /** Number of `next` and `error` messages after which the client closes. Undefined: it waits for the gateway to close. */
  responses?: number;
  headers?: Record<string, string>;
}

const GREETING = { type: 'connection_init' };
export const PROTOCOL = 'graphql-transport-ws';

/** A `subscribe` message of the socket protocol. */
export const subscribe = (query: unknown, id: unknown = '1', more: object = {}) => ({
  id,
  type: 'subscribe',
  payload: { query, ...more },
});

export const converse =
  (
    messages: readonly unknown[],
    { greeting = GREETING, protocol = PROTOCOL, responses, headers = {} }: Conversation = {},
  ): Attack =>
  ({ url }) =>
    new Promise((resolve) => {
      const address = `${url.replace('http', 'ws')}/graphql`;
      const socket = new WebSocket(address, protocol === null ? [] : [protocol], { headers });
      const codes: string[] = [];
      let received = 0;
      let text = '';
      const send = (message: unknown): void =>
        socket.send(
          typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message),
        );
      const sendAll = (): void => {
        for (const message of messages) send(message);
      };
      socket.on('open', () => {
        if (greeting === null) sendAll();
        else send(greeting);
      });
      socket.on('message', (data) => {
        const message = String(data);
        text += message;
        const { type } = JSON.parse(message);
        if (type === 'connection_ack' && greeting !== null) sendAll();
        if (type === 'next' || type === 'error') {
          codes.push(type + codesIn(message));
          received += 1;
        }
        if (received === responses) socket.close(1000);
      });
      socket.on('unexpected-response', (_request, response) => {
        resolve({ result: `refused ${response.statusCode}`, text });
        socket.terminate();
      });
      socket.on('error', () => {});
      socket.on('close', (code, reason) => {
        const end = responses === undefined || received < responses ? [`closed ${code}`] : [];
        resolve({ result: [...[...new Set(codes)].sort(), ...end].join(', '), text: text + String(reason) });
      });
    });

/** Sends raw frames after a handshake, which no client library would send, until the gateway sends a close frame. */
export const frames =
  (...parts: Buffer[]): Attack =>
  (gateway) =>
    framesAfter(handshake(), ...parts)(gateway);

export const framesAfter =
  (greeting: string, ...parts: Buffer[]): Attack =>
  async ({ port }) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const closed = gather(socket, chunks);
    socket.write(greeting);
    await once(socket, 'data');
    const closeOnceClosed = (): void => {
      if (closeCode(Buffer.concat(chunks)) !== null) socket.destroy();
    };
    closeOnceClosed();
    socket.on('data', closeOnceClosed);
    for (const part of parts) socket.write(part);
    const text = await closed;
    return { result: `closed ${closeCode(Buffer.concat(chunks)) ?? 'without a code'}`, text };
  };

export const handshake = (
  changes: Record<string, string | null> = {},
  start = 'GET /graphql HTTP/1.1',
): string => {
  const headers: Record<string, string | null> = {
    host: 'gateway',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    'sec-websocket-protocol': PROTOCOL,
    ...changes,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}`],
  );
  return [start, ...lines, '', ''].join('\r\n');
};

/** The code of the close frame in the bytes of a server. Null: none yet. */
function closeCode(bytes: Buffer): number | null {
  let at = bytes.indexOf('\r\n\r\n') + 4;
  while (at + 4 < bytes.length || (at + 4 === bytes.length && bytes[at] === 0x88)) {
    const short = (bytes[at + 1] ?? 0) & 0x7f;
    const [head, length] = short === 126 ? [4, bytes.readUInt16BE(at + 2)] : [2, short];
    if (((bytes[at] ?? 0) & 0x0f) === 0x8) return length < 2 ? 1005 : bytes.readUInt16BE(at + head);
    at += head + length;
  }
  return null;
}

/** A client frame, masked by default. */
export function frame(
  opcode: number,
  payload: Buffer | string = '',
  { fin = true, masked = true, reserved = 0, declared }: FrameOptions = {},
): Buffer {
  const body = Buffer.from(payload);
  const length = declared ?? BigInt(body.length);
  const first = (fin ? 0x80 : 0) | (reserved << 4) | opcode;
  const mask = masked ? 0x80 : 0;
  const head =
    length < 126n
      ? Buffer.from([first, mask | Number(length)])
      : Buffer.concat([Buffer.from([first, mask | 127]), bigEndian(length)]);
  // A mask of zeros does not change the payload.
  return Buffer.concat([head, masked ? Buffer.alloc(4) : Buffer.alloc(0), body]);
}

interface FrameOptions {
  fin?: boolean;
  masked?: boolean;
  reserved?: number;
  /** Declared length, if it differs from the actual one. */
  declared?: bigint;
}

function bigEndian(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}
