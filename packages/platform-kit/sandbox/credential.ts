import type { AiPermission, App, Plugin } from './developer-console.ts';
import type { Call } from './exchange.ts';
import { forbidden, unauthorized } from './refusal.ts';
import type { User } from './school.ts';
import type { Session } from './sessions.ts';
import type { AppData, State } from './state.ts';

/** The signed-in user and the session of a request. */
export interface Caller {
  user: User;
  session: Session;
}

/** The caller of a request. A token from an ATO sign-on works only on the ATO routes and a few others. */
export function callerOf({ credential, route }: Call, state: State): Caller {
  const session = state.sessions.byAccessToken(bearerToken(credential ?? undefined) ?? '');
  const user = session && state.users.get(session.userId);
  if (!session || !user) throw unauthorized('the token is unknown, expired or signed out');
  const requiresAto = route.credential?.kind === 'ATO token';
  if (requiresAto && session.purpose !== 'ato')
    throw forbidden('this route requires a token from an ATO sign-on');
  if (
    !requiresAto &&
    session.purpose === 'ato' &&
    !route.sandbox?.allows?.some(({ what }) => what === 'ATO token')
  ) {
    throw forbidden('this route does not accept a token from an ATO sign-on');
  }
  return { user, session };
}

/** The plugin of the request's Basic credential, if it has the permission. Contract: Authentication 6. */
export function pluginOf({ credential }: Call, state: State, permission: AiPermission): Plugin {
  const sent = basicCredential(credential ?? undefined);
  const plugin = sent && state.plugins.get(sent.clientId);
  if (!plugin || plugin.clientSecret !== sent.clientSecret) {
    throw unauthorized("the plugin's client ID or client secret is wrong");
  }
  if (!plugin.permissions.includes(permission)) {
    throw forbidden(`this plugin lacks the permission ${permission}`);
  }
  return plugin;
}

/** The app of a session, and its data on the platform. */
export function appOf(state: State, session: Session): { app: App; data: AppData } {
  const app = state.apps.get(session.clientId);
  const data = state.appData.get(session.clientId);
  if (!app || !data) throw unauthorized("the token's app is not registered");
  return { app, data };
}

/** The token in a header, with or without `Bearer`: the contract names no scheme, except for three routes. */
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
