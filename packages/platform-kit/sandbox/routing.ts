import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { isRecord, parseJson } from '../conformance/json.ts';
import { basicCredential, bearerToken } from './credential.ts';
import { layout, type Markup } from './layout.ts';
import { forbidden, notFound, Refusal } from './refusal.ts';
import { newRoutes, type RouteEnv } from './route-env.ts';
import type { State } from './state.ts';

/** Joins the routes of one address, with the platform's error bodies. Contract: Errors. */
export function joined(parts: Hono<RouteEnv>[]): Hono<RouteEnv> {
  const app = newRoutes();
  for (const part of parts) app.route('/', part);
  const served = app.routes;

  app.notFound((c) => {
    const { pathname } = new URL(c.req.url);
    const methods = new Set(served.filter(({ path }) => path === pathname).map(({ method }) => method));
    methods.delete('ALL');
    if (methods.size === 0) return refusalResponse(c, notFound('route not found'));
    c.header('allow', [...methods].join(', '));
    return refusalResponse(
      c,
      new Refusal(405, 'METHOD_NOT_ALLOWED', `this route accepts only ${[...methods].join(', ')}`),
    );
  });

  app.onError((error, c) => {
    if (error instanceof Refusal) return refusalResponse(c, error);
    return c.json({ error: { code: 'INTERNAL', message: 'internal error of the sandbox platform' } }, 500);
  });

  return app;
}

/**
 * Refuses requests of sandbox clients: their client ID in the query, the body or a Basic credential, or a token issued
 * to one. Contract: What the service does, Sandbox rule.
 */
export function productionOnly(state: State): Hono<RouteEnv> {
  const rule = newRoutes();
  rule.use('*', async (c, next) => {
    const clientIds = clientIdsOf(c, state);
    if (clientIds.some((clientId) => state.apps.get(clientId)?.environment === 'sandbox')) {
      throw forbidden('a sandbox client ID works only with the sandbox address');
    }
    await next();
  });
  return rule;
}

function clientIdsOf(c: Context<RouteEnv>, state: State): string[] {
  const { searchParams } = new URL(c.req.url);
  const headers = [c.req.header('Authorization'), c.req.header('Authentication')];
  return [
    ...searchParams.getAll('client_id'),
    ...searchParams.getAll('clientId'),
    ...clientIdsIn(c.env.body),
    ...headers.flatMap((header) => state.sessions.clientIdOf(bearerToken(header) ?? '') ?? []),
    ...headers.flatMap((header) => basicCredential(header)?.clientId ?? []),
  ];
}

function clientIdsIn(body: string): string[] {
  if (!body.includes('client')) return [];
  const form = new URLSearchParams(body);
  const fields = parseJson(body)?.json;
  const inJson = isRecord(fields) ? [fields.client_id, fields.clientId] : [];
  return [...inJson, form.get('client_id'), form.get('clientId')].filter(
    (value) => typeof value === 'string',
  );
}

/** Browsers receive errors as a page, programs as JSON. */
function refusalResponse(c: Context, refusal: Refusal): Response | Promise<Response> {
  if (c.req.header('accept')?.includes('text/html')) return c.html(refusalPage(refusal), refusal.status);
  return c.json({ error: { code: refusal.code, message: refusal.message } }, refusal.status);
}

/** A refusal for a person: the sign-in of an app with bad parameters, or an address opened by hand. */
const refusalPage = ({ status, message }: Refusal): Markup =>
  layout(
    status === 404 ? 'There is no such page' : 'The platform refused this request',
    html`
      <p class="message" role="alert">${message}</p>
      <p>
        This is the sandbox platform that the gateway runs for development. If an app sent you here, its developer can
        correct the request. The <a href="/console">console</a> shows what you can do here.
      </p>
    `,
  );
