import { readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { oneOf } from '../contract/resources.ts';

const Strings = Type.Array(Type.String());

/** An app's entry in the developer console. Contract: Authentication 5, What the service does (sandbox rule). */
const App = Type.Object({
  clientId: Type.String(),
  clientSecret: Type.String(),
  name: Type.String(),
  environment: Type.Union([Type.Literal('production'), Type.Literal('sandbox')]),
  redirectUris: Strings,
  /** Whether any redirect URI on loopback is also accepted, as for native apps. Source: RFC 8252, section 7.3. */
  takesLoopbackRedirects: Type.Boolean(),
  /** Host name whose addresses are accepted as well. Null: none. */
  redirectHost: Type.Union([Type.String(), Type.Null()]),
  /** Contract: Push notifications, Rules. */
  pushEnabled: Type.Boolean(),
});

/** The sets of routes that an administrator permits to an AI plugin. Contract: Authentication 6. */
const AiPermission = oneOf(['record-data', 'badge-assertion', 'badge', 'other-skills', 'additional-info']);

/** The addresses that a plugin registers. Contract: Plugin-implemented endpoints, Events. */
const PluginEndpoints = Type.Partial(
  Type.Object({
    atoRequests: Type.String(),
    atoDistributions: Type.String(),
    capabilities: Type.String(),
    candidates: Type.String(),
  }),
);

/** A plugin's entry in the developer console. */
const Plugin = Type.Object({
  clientId: Type.String(),
  clientSecret: Type.String(),
  name: Type.String(),
  redirectUri: Type.String(),
  orgIds: Strings,
  permissions: Type.Array(AiPermission),
  endpoints: PluginEndpoints,
});

/** The addresses and verbs that statements are checked against; the contract does not show their values. */
const XapiVocabulary = Type.Object({
  /** `{service_home_page}`. */
  homePage: Type.String(),
  /** `{xapi_base}`. */
  base: Type.String(),
  /** `{xapi_api_id_base}`. */
  apiIdBase: Type.String(),
  /** The allowed verb IDs. */
  verbs: Strings,
});

export const Registrations = Type.Object({
  apps: Type.Object({ production: App, sandbox: App, /** Push is disabled. */ quiet: App }),
  plugins: Type.Object({ demo: Plugin, /** May only read one organization's records. */ limited: Plugin }),
  xapi: XapiVocabulary,
});

export type App = Static<typeof App>;
export type AiPermission = Static<typeof AiPermission>;
export type PluginEndpoints = Static<typeof PluginEndpoints>;
export type Plugin = Static<typeof Plugin>;
export type XapiVocabulary = Static<typeof XapiVocabulary>;

/** What is registered at a new platform. A test compares the file with the schema, as that of the school. */
export const registrations: Static<typeof Registrations> = JSON.parse(
  readFileSync(new URL('school/registrations.json', import.meta.url), 'utf8'),
);

/** Whether the platform may send a signed-in browser of the app to this address. */
export function takesRedirect(app: App, redirectUri: string): boolean {
  if (app.redirectUris.includes(redirectUri)) return true;
  const url = URL.parse(redirectUri);
  if (url === null || !isPlain(url)) return false;
  return url.hostname === app.redirectHost || (app.takesLoopbackRedirects && isOnLoopback(url));
}

const isPlain = ({ protocol, username, hash }: URL): boolean =>
  /^https?:$/.test(protocol) && username === '' && hash === '';

const isOnLoopback = ({ hostname }: URL): boolean =>
  /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
