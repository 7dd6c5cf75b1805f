import { isRecord, parseJson } from '../conformance/json.ts';
import { nameOf } from '../contract/routes.ts';
import { basicCredential, bearerToken } from './credential.ts';
import { json, page, type Received, type Reply, type Responder, type Routes } from './exchange.ts';
import { pageOf, template } from './page.ts';
import { forbidden, notFound, Refusal } from './refusal.ts';
import type { State } from './state.ts';

/**
 * Responds to the requests to one address, with the platform's error bodies. Contract: Errors.
 * @param check called with every request, to refuse some.
 */
export function joined(routes: Routes, check?: (request: Received) => void): Responder {
  const byName = new Map(routes);
  return async (request) => {
    try {
      check?.(request);
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const path = request.url.pathname;
      const respond = byName.get(nameOf({ method, path }));
      if (!respond) throw unrouted([...byName.keys()], path);
      return await respond(request);
    } catch (error) {
      if (error instanceof Refusal) return refusalReply(request, error);
      return json({ error: { code: 'INTERNAL', message: 'internal error of the sandbox platform' } }, 500);
    }
  };
}

function unrouted(names: readonly string[], path: string): Refusal {
  const methods = names.flatMap((name) => (name.endsWith(` ${path}`) ? name.split(' ', 1) : []));
  if (methods.length === 0) return notFound('route not found');
  const allow = methods.join(', ');
  return new Refusal(405, 'METHOD_NOT_ALLOWED', `this route accepts only ${allow}`, { allow });
}

/**
 * Refuses requests of sandbox clients: their client ID in the query, the body or a Basic credential, or a token issued
 * to one. Contract: What the service does, Sandbox rule.
 */
export const productionOnly = (state: State) => (request: Received) => {
  if (clientIdsOf(request, state).some((id) => state.apps.get(id)?.environment === 'sandbox')) {
    throw forbidden('a sandbox client ID works only with the sandbox address');
  }
};

function clientIdsOf({ url, headers, body }: Received, state: State): string[] {
  const fields = body.includes('client') ? parseJson(body)?.json : null;
  const parameters = [
    ...url.searchParams,
    ...(body.includes('client') ? new URLSearchParams(body) : []),
    ...(isRecord(fields) ? Object.entries(fields) : []),
  ];
  return [
    ...parameters.flatMap(([name, value]) =>
      /^client(_id|Id)$/.test(name) && typeof value === 'string' ? value : [],
    ),
    ...[headers.authorization, headers.authentication]
      .flatMap((header) => [
        state.sessions.clientIdOf(bearerToken(header) ?? '') ?? [],
        basicCredential(header)?.clientId ?? [],
      ])
      .flat(),
  ];
}

const refusalPage = template('refusal');

/** Browsers receive errors as a page, programs as JSON. */
function refusalReply({ headers }: Received, { status, code, message, headers: added }: Refusal): Reply {
  const title = status === 404 ? 'There is no such page' : 'The platform refused this request';
  const reply = headers.accept?.includes('text/html')
    ? page(pageOf(title, refusalPage({ message })), status)
    : json({ error: { code, message } }, status);
  return { ...reply, headers: { ...reply.headers, ...added } };
}
