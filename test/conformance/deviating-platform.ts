import type { RecordedRequest } from 'learning-platform-kit/sandbox';

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A deviation of one route: its response instead of the documented one. */
export type Deviation = (request: RecordedRequest, documented: () => Promise<Reply>) => Promise<Reply>;

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
    (
      documentedIn === 'query'
        ? new URLSearchParams(request.query).has(name)
        : Object.hasOwn(JSON.parse(request.body || '{}'), name)
    )
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
