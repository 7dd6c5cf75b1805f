import type { Context } from 'hono';
import { nameOf } from '../contract/routes.ts';
import { isLenient } from './contract-exceptions.ts';
import type { AiPermission, App, Plugin } from './developer-console.ts';
import { forbidden, unauthorized } from './refusal.ts';
import type { RouteEnv } from './route-env.ts';
import type { User } from './school/user.ts';
import type { Session } from './sessions.ts';
import type { AppData, State } from './state.ts';

/** Who is calling, and in which session. */
export interface Caller {
  user: User;
  session: Session;
}

/** The signed-in user of a request. A token from an ATO sign-on opens the ATO routes and few others. */
export function callerOf(c: Context<RouteEnv>, state: State): Caller {
  const session = state.sessions.byAccessToken(bearerToken(c.var.credential ?? undefined) ?? '');
  const user = session && state.users.get(session.userId);
  if (!session || !user) throw unauthorized('the token is unknown, expired or signed out');
  const { route } = c.var;
  const wantsAto = route.credential?.kind === 'ATO token';
  if (wantsAto && session.purpose !== 'ato') throw forbidden('this route takes a token from an ATO sign-on');
  if (!wantsAto && session.purpose === 'ato' && !isLenient(nameOf(route), 'ATO token')) {
    throw forbidden('a token from an ATO sign-on does not open this route');
  }
  return { user, session };
}

/** The plugin whose Basic credential the request carries, if it may use the route set. Contract: Authentication 6. */
export function pluginOf(c: Context<RouteEnv>, state: State, permission: AiPermission): Plugin {
  const credential = basicCredential(c.var.credential ?? undefined);
  const plugin = credential && state.plugins.get(credential.clientId);
  if (!plugin || plugin.clientSecret !== credential.clientSecret) {
    throw unauthorized('no plugin has this client ID and client secret');
  }
  if (!plugin.permissions.includes(permission)) {
    throw forbidden(`this plugin has no permission for ${permission}`);
  }
  return plugin;
}

/** The app that a session was opened with, and what it keeps on the platform. */
export function appOf(state: State, session: Session): { app: App; data: AppData } {
  const app = state.apps.get(session.clientId);
  const data = state.appData.get(session.clientId);
  if (!app || !data) throw unauthorized('the token belongs to no registered app');
  return { app, data };
}

/** The token of a header, sent with or without `Bearer`. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined || /^Basic\s/i.test(header)) return null;
  const token = header.replace(/^Bearer(\s+|$)/i, '').trim();
  return token === '' ? null : token;
}

export function basicCredential(
  header: string | undefined,
): { clientId: string; clientSecret: string } | null {
  const encoded = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? null : { clientId: decoded.slice(0, colon), clientSecret: decoded.slice(colon + 1) };
}
