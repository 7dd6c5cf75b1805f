import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { gzipSync } from 'node:zlib';
import { prepareAnswers, SCHOOL, type School } from './upstream-data.ts';

/**
 * The static platform: a child process that serves prepared bytes and counts calls. Environment: `PORT`, `SCHOOL` (the
 * size of its data as JSON), `LATENCY` (milliseconds before each response), and `TLS_PORT`, `TLS_CERT` and `TLS_KEY` for
 * TLS with HTTP/2 and HTTP/1.1. Over IPC it replies to `calls` with the count since the last time.
 */
const school: School = { ...SCHOOL, ...JSON.parse(process.env.SCHOOL ?? '{}') };
const bodies = new Map(
  [...(await prepareAnswers(school))].map(([path, json]) => [path, Buffer.from(json)] as const),
);
/** Bytes from which responses are compressed, in advance, for those who accept it. */
const COMPRESSED_FROM = 1000;
const compressed = new Map(
  [...bodies]
    .filter(([, body]) => body.length >= COMPRESSED_FROM)
    .map(([path, body]) => [path, gzipSync(body)] as const),
);
const { PORT, LATENCY, TLS_PORT, TLS_CERT, TLS_KEY } = process.env;
const latency = Number(LATENCY ?? 0);
let calls = 0;
/** The check of a socket's session, once per socket: not a call of a workload. */
const SESSION_CHECK = '/oauth/v2/token/validate';

/** The part of a request and a response that HTTP/1.1 and HTTP/2 share. */
interface Request {
  readonly url?: string | undefined;
  readonly headers: { readonly authorization?: string | undefined; readonly 'accept-encoding'?: unknown };
}
interface Response {
  writeHead(status: number, headers: Record<string, string | number>): unknown;
  end(body: string | Uint8Array): unknown;
}

function respond({ url: path = '', headers }: Request, response: Response): void {
  if (path === '/') return void response.end('');
  if (path === SESSION_CHECK) {
    response.writeHead(200, { 'content-type': 'application/json' });
    return void response.end('{"valid":true}');
  }
  calls += 1;
  const plain = bodies.get(path);
  if (headers.authorization === undefined || !plain) {
    process.stderr.write(`The upstream has no response for ${path}.\n`);
    process.exit(1);
  }
  const accepted = String(headers['accept-encoding'] ?? '');
  const shorter = accepted.includes('gzip') ? compressed.get(path) : undefined;
  const body = shorter ?? plain;
  const send = (): void => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': body.length,
      ...(shorter ? { 'content-encoding': 'gzip' } : {}),
    });
    response.end(body);
  };
  if (latency === 0) send();
  else setTimeout(send, latency);
}

const server = createServer(respond);
server.keepAliveTimeout = 600_000;

process.on('message', () => {
  process.send?.({ calls });
  calls = 0;
});
process.on('disconnect', () => process.exit(0));
if (TLS_CERT !== undefined && TLS_KEY !== undefined)
  createSecureServer(
    { cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY), allowHTTP1: true },
    respond,
  ).listen(Number(TLS_PORT), '127.0.0.1');
server.listen(Number(PORT), '127.0.0.1');
