import type { Host, Route } from '../contract/vocabulary.ts';
import type { Json } from './json.ts';

/** A request, ready to send. */
export interface Request {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

/** A client of the platform; its secret is revealed only to be sent. */
interface ClientCredential {
  clientId: string;
  clientSecret: { reveal(): string };
}

/** The `Authorization` of a client. */
export const basicCredential = ({ clientId, clientSecret }: ClientCredential): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret.reveal()}`).toString('base64')}`;

/** The platform's hosts. Null: not configured. */
export type Hosts = Readonly<Record<Host, URL | null>>;

/**
 * Builds a request with the parameters and the credential header where the contract shows them.
 * @throws Error for a parameter that the route does not have.
 */
export function requestTo(host: URL, route: Route, values: Json, credential: string | null): Request {
  const url = new URL(host.origin + host.pathname.replace(/\/$/, '') + route.path);
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const parameter = route.parameters.find((candidate) => candidate.name === name);
    if (!parameter) throw new Error(`${route.method} ${route.path} has no parameter ${name}`);
    if (parameter.in === 'body') body[name] = value;
    else url.searchParams.append(name, String(value));
  }
  const hasBody = Object.keys(body).length > 0;
  const headers: Record<string, string> = {
    accept: route.response.kind === 'page' ? 'text/html' : 'application/json',
  };
  if (hasBody) headers['content-type'] = 'application/json';
  if (route.credential && credential !== null) headers[route.credential.header] = credential;
  return { url: url.href, method: route.method, headers, body: hasBody ? JSON.stringify(body) : null };
}

/** The names of a request's parameters by where they are sent, as in `query: courseId`. */
export function placesOf(route: Route, values: Json): string {
  const named = (place: 'query' | 'body'): string[] => {
    const names = route.parameters.filter((one) => one.in === place && Object.hasOwn(values, one.name));
    return names.length === 0 ? [] : [`${place}: ${names.map(({ name }) => name).join(', ')}`];
  };
  return [...named('query'), ...named('body')].join('; ');
}
