import type { Route } from '../contract/routes.ts';
import type { Markup } from './page.ts';
import type { RefusalStatus } from './refusal.ts';

/** A request to an address of the platform, with its whole body. */
export interface Received {
  method: string;
  url: URL;
  /** By name in lower case. */
  headers: Readonly<Partial<Record<string, string>>>;
  body: string;
}

export interface Reply {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export type Responder = (request: Received) => Reply | Promise<Reply>;

/** What responds to requests, by method and path, as in `GET /a/b`. */
export type Routes = readonly (readonly [string, Responder])[];

/** A request that the contract allows. */
export interface Call {
  request: Received;
  route: Route;
  /** The credential header's value. Null: the route takes no credential. */
  credential: string | null;
  /** The parameters of query and body together. */
  values: Readonly<Record<string, unknown>>;
}

/** Returns the JSON of the response, or its text where the contract shows that. */
export type Handler = (call: Call) => unknown;

const typed = (type: string, body: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': type },
  body,
});

export const json = (value: unknown, status?: RefusalStatus | 500): Reply =>
  typed('application/json', JSON.stringify(value), status);
export const page = ({ markup }: Markup, status?: RefusalStatus): Reply =>
  typed('text/html; charset=UTF-8', markup, status);
export const seeOther = (location: string): Reply => ({ status: 303, headers: { location }, body: '' });

/** The response of a route with the result of its handler. */
export function replyOf({ credential, response: { kind } }: Route, result: unknown): Reply {
  if (kind === 'page') return page({ markup: String(result) });
  if (kind === 'base64') return typed('text/plain;charset=UTF-8', String(result));
  const reply = json(result);
  // A route without a credential returns tokens.
  return credential ? reply : { ...reply, headers: { ...reply.headers, 'cache-control': 'no-store' } };
}
