import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived at the proxy. */
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

/** Where one route of the platform is not as documented: what it answers instead. */
export type Deviation = (request: ProxiedRequest, documented: () => Promise<Reply>) => Promise<Reply>;

/** A proxy before a platform's host, on which one route at a time can deviate. */
export interface DeviatingHost {
  url: string;
  /** From now on this one route, as in `GET /edu/v1/course`, deviates, and no other. */
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
    const answer = await fetch(url, {
      method,
      headers: headers as Record<string, string>,
      ...(text === '' ? {} : { body: text }),
      redirect: 'manual',
    });
    const contentType = answer.headers.get('content-type') ?? 'text/plain';
    return { status: answer.status, headers: { 'content-type': contentType }, body: await answer.text() };
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

/** Another JSON than documented. */
export const changedJson =
  (change: (json: unknown) => unknown): Deviation =>
  async (_request, documented) => {
    const reply = await documented();
    return { ...reply, body: JSON.stringify(change(JSON.parse(reply.body))) };
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

/** A parameter belongs elsewhere than documented: where it is documented to be, the platform answers 400. */
export const movedParameter =
  (name: string, documentedIn: 'query' | 'body'): Deviation =>
  async (request, documented) =>
    (documentedIn === 'query' ? request.query.has(name) : Object.hasOwn(request.body, name))
      ? anotherStatus(400)(request, documented)
      : documented();

/** The credential belongs into the other header: where it is not there, the answer is 401. */
export const movedCredential =
  (documentedIn: 'Authorization' | 'Authentication'): Deviation =>
  async (request, documented) =>
    request.headers[documentedIn === 'Authorization' ? 'authentication' : 'authorization']
      ? documented()
      : anotherStatus(401)(request, documented);

/** The members at a path, as in `docs[].course.name`: each is changed in its object. */
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
