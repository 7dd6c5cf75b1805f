import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Dialect } from './dialect.ts';
import type { Responder } from './exchange.ts';

const KEEP_ALIVE = 60_000;
const BODY_LIMIT = 4_000_000;

/** The addresses of the contract: `{base_url}`, `{sandbox_base_url}`, `{notes_base_url}`, `{push_sandbox_base_url}`. */
export type ListenerName = 'base' | 'sandbox' | 'notes' | 'push-sandbox';

/** One request exactly as received, recorded after its body was read. */
export interface RecordedRequest {
  listener: ListenerName;
  method: string;
  /** The path exactly as sent, still encoded, without the query. */
  path: string;
  /** The query string exactly as sent, without the question mark. */
  query: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A response of the platform to one request. */
export interface RecordedResponse {
  listener: ListenerName;
  method: string;
  path: string;
  status: number;
  contentType: string;
  body: string;
}

export interface ListenerOptions {
  name: ListenerName;
  host: string;
  port: number;
  respond: Responder;
  dialect: Dialect;
  /** The clock of the `Date` header. */
  now: () => number;
  /** Called with each request to any address, after its body was read. */
  onRequest?: (request: RecordedRequest) => void;
  /**
   * Called after `onRequest` and before routing. Returns true if it sends the response itself, or leaves the
   * request without one on purpose.
   */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
  /** Called with each response of the platform, in plain form, before it is sent; not with those of `intercept`. */
  onResponse?: (response: RecordedResponse) => void;
  /** Puts a server in front of each address, which is then called in its place. */
  front?: (url: string) => Promise<Front>;
}

/** A server in front of an address, such as one that speaks TLS. */
export interface Front {
  url: string;
  close(): Promise<void>;
}

/** One listening address of the platform. */
export interface Listener {
  url: string;
  port: number;
  close(): Promise<void>;
}

/** Listens on one address and serves the given routes. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE }, async (request, response) => {
    try {
      response.setHeader('date', new Date(options.now()).toUTCString());
      const body = await readBody(request);
      if (body === null) return refuseBody(response);
      const recorded = record(options.name, request, body);
      options.onRequest?.(recorded);
      if (await options.intercept?.(request, response)) return;
      await respond(options, recorded, response);
    } catch {
      // The client disconnected or a test's hook threw: only this request fails.
      response.destroy();
    }
  });
  await opened(server, options.host, options.port);
  const port = portOf(server);
  const url = addressOf(options.host, port);
  const front = await options.front?.(url);
  return {
    url: front?.url ?? url,
    port,
    close: async () => {
      await Promise.all([front?.close(), closed(server)]);
    },
  };
}

async function respond(
  { name, host, respond: reply, dialect, onResponse }: ListenerOptions,
  { method, url: target, headers, body }: RecordedRequest,
  response: ServerResponse,
): Promise<void> {
  const url = URL.parse(dialect.understood(`http://${headers.host ?? host}${target}`));
  if (!url) {
    response.writeHead(400).end();
    return;
  }
  const received = { method, url, headers: textsOf(headers), body: dialect.understood(body) };
  const plain = await reply(received);
  const { status } = plain;
  const path = url.pathname;
  const contentType = plain.headers['content-type'] ?? '';
  onResponse?.({ listener: name, method, path, status, contentType, body: plain.body });
  const spoken = dialect.spoken({ method, path }, plain);
  const bytes = Buffer.from(spoken.body);
  response.writeHead(status, { ...spoken.headers, 'content-length': bytes.length }).end(bytes);
}

const textsOf = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

function opened(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the listener has no port');
  return address.port;
}

const addressOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The whole body. Null if it exceeds the limit. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // Past the limit, drain the body without storing it: stopping early would cut the connection without a response.
    if (size <= BODY_LIMIT) chunks.push(chunk);
  }
  return size <= BODY_LIMIT ? Buffer.concat(chunks) : null;
}

function refuseBody(response: ServerResponse): void {
  response.writeHead(413, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ error: { code: 'TOO_LARGE', message: 'the body is too large' } }));
}

function record(listener: ListenerName, request: IncomingMessage, body: Buffer): RecordedRequest {
  const url = request.url ?? '/';
  const [path = '', ...rest] = url.split('?');
  return {
    listener,
    method: request.method ?? 'GET',
    path,
    query: rest.join('?'),
    url,
    headers: request.headers,
    body: body.toString('utf8'),
  };
}
