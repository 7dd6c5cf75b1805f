import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { prepareAnswers, SCHOOL, type School } from './upstream-data.ts';

/**
 * The static platform: a child process that serves prepared bytes and counts calls. Environment: `PORT`, `SCHOOL` (the
 * size of its data as JSON), `LATENCY` (milliseconds before each response), and `TLS_PORT`, `TLS_CERT` and `TLS_KEY` for
 * TLS. Over IPC it replies to `calls` with the count since the last time.
 */
const school: School = { ...SCHOOL, ...JSON.parse(process.env.SCHOOL ?? '{}') };
const bodies = new Map(
  [...(await prepareAnswers(school))].map(([path, json]) => [path, Buffer.from(json)] as const),
);
const { PORT, LATENCY, TLS_PORT, TLS_CERT, TLS_KEY } = process.env;
const latency = Number(LATENCY ?? 0);
let calls = 0;
/** The check of a socket's session, once per socket: not a call of a workload. */
const SESSION_CHECK = '/oauth/v2/token/validate';

function respond({ url: path = '', headers }: IncomingMessage, response: ServerResponse): void {
  if (path === '/') return void response.end('');
  if (path === SESSION_CHECK) {
    response.writeHead(200, { 'content-type': 'application/json' });
    return void response.end('{"valid":true}');
  }
  calls += 1;
  const body = bodies.get(path);
  if (headers.authorization === undefined || !body) {
    process.stderr.write(`The upstream has no response for ${path}.\n`);
    process.exit(1);
  }
  const send = (): void => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
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
  createSecureServer({ cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) }, respond).listen(
    Number(TLS_PORT),
    '127.0.0.1',
  );
server.listen(Number(PORT), '127.0.0.1');
