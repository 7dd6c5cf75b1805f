import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request received by the proxy. */
interface ProxiedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** The JSON object in its body; empty without one. */
  body: Record<string, unknown>;
}

interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A deviation of one route: its response instead of the documented one. */
export type Deviation = (request: ProxiedRequest, documented: () => Promise<Reply>) => Promise<Reply>;

/** A proxy in front of a platform's host that can make one route at a time deviate. */
export interface DeviatingHost {
  url: string;
  /** Makes only this route deviate, as in `GET /edu/v1/course`. */
  deviate(route: string, deviation: Deviation): void;
  close(): Promise<void>;
}

export async function startDeviatingHost(target: string): Promise<DeviatingHost> {
  let deviating: { route: string; deviation: Deviation } | null = null;
  const server = createServer((request, response) => {
    void handle(request, response, target, () => deviating);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    deviate: (route, deviation) => {
      deviating = { route, deviation };
    },
    close: () => closed(server),
  };
}

async function handle(
  incoming: IncomingMessage,
  response: ServerResponse,
  target: string,
  current: () => { route: string; deviation: Deviation } | null,
): Promise<void> {
  const text = await textOf(incoming);
  const url = new URL(incoming.url ?? '/', target);
  const method = incoming.method ?? 'GET';
  const documented = async (): Promise<Reply> => {
    const { connection: _, host: __, 'content-length': ___, ...headers } = incoming.headers;
    const response = await fetch(url, {
      method,
      headers: headers as Record<string, string>,
      ...(text === '' ? {} : { body: text }),
      redirect: 'manual',
    });
    const contentType = response.headers.get('content-type') ?? 'text/plain';
    return { status: response.status, headers: { 'content-type': contentType }, body: await response.text() };
  };
  const deviating = current();
  const request: ProxiedRequest = {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: text === '' ? {} : JSON.parse(text),
  };
  const isDeviating = deviating?.route === `${method} ${url.pathname}`;
  const { status, headers, body } = await (isDeviating
    ? deviating.deviation(request, documented)
    : documented());
  response.writeHead(status, headers).end(body);
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

// The deviations

/** Changes the JSON of the response. */
export const changedJson =
  (change: (json: unknown) => unknown): Deviation =>
  async (_request, documented) => {
    const response = await documented();
    return { ...response, body: JSON.stringify(change(JSON.parse(response.body))) };
  };

export const anotherStatus =
  (status: number, headers: Record<string, string> = {}): Deviation =>
  async () => ({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"error":{"code":"X","message":"no"}}',
  });

export const html: Deviation = async () => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Maintenance</title>',
});

/** Expects a parameter elsewhere: responds with 400 if it is in its documented location. */
export const movedParameter =
  (name: string, documentedIn: 'query' | 'body'): Deviation =>
  async (request, documented) =>
    (documentedIn === 'query' ? request.query.has(name) : Object.hasOwn(request.body, name))
      ? anotherStatus(400)(request, documented)
      : documented();

/** Expects the credential in the other header: responds with 401 without it. */
export const movedCredential =
  (documentedIn: 'Authorization' | 'Authentication'): Deviation =>
  async (request, documented) =>
    request.headers[documentedIn === 'Authorization' ? 'authentication' : 'authorization']
      ? documented()
      : anotherStatus(401)(request, documented);

/** Changes every member at a path, as in `docs[].course.name`. */
export function atMember(
  json: unknown,
  path: string,
  change: (holder: Record<string, unknown>, name: string) => void,
): number {
  const [head = '', ...rest] = path.split('.');
  const name = head.replace('[]', '');
  if (Array.isArray(json))
    return name === ''
      ? json.reduce((count: number, item) => count + atMember(item, rest.join('.'), change), 0)
      : 0;
  if (typeof json !== 'object' || json === null || !Object.hasOwn(json, name)) return 0;
  const holder = json as Record<string, unknown>;
  if (rest.length === 0) {
    change(holder, name);
    return 1;
  }
  const inner = holder[name];
  const below = rest.join('.');
  return Array.isArray(inner)
    ? inner.reduce((count: number, item) => count + atMember(item, below, change), 0)
    : atMember(inner, below, change);
}
