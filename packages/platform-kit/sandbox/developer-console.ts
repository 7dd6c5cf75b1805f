/** An app's entry in the developer console. Contract: Authentication 5, What the service does (sandbox rule). */
export interface App {
  clientId: string;
  clientSecret: string;
  name: string;
  environment: 'production' | 'sandbox';
  redirectUris: string[];
  /** Whether any redirect URI on loopback is also accepted, as for native apps. Source: RFC 8252, section 7.3. */
  takesLoopbackRedirects: boolean;
  /** Host name whose addresses are accepted as well. Null: none. */
  redirectHost: string | null;
  pushEnabled: boolean;
}

/** The sets of routes that an administrator permits to an AI plugin. Contract: Authentication 6. */
export type AiPermission = 'record-data' | 'badge-assertion' | 'badge' | 'other-skills' | 'additional-info';

/** The addresses that a plugin registers. Contract: Plugin-implemented endpoints, Events. */
export interface PluginEndpoints {
  atoRequests?: string;
  atoDistributions?: string;
  capabilities?: string;
  candidates?: string;
}

/** A plugin's entry in the developer console. */
export interface Plugin {
  clientId: string;
  clientSecret: string;
  name: string;
  redirectUri: string;
  orgIds: string[];
  permissions: AiPermission[];
  endpoints: PluginEndpoints;
}

export const productionApp: App = {
  clientId: 'demo-app',
  clientSecret: 'demo-app-secret',
  name: 'Demo App',
  environment: 'production',
  redirectUris: [
    'http://localhost:3000/callback',
    'http://127.0.0.1:3000/callback',
    'http://localhost:4000/',
    'http://127.0.0.1:4000/',
  ],
  takesLoopbackRedirects: true,
  redirectHost: null,
  pushEnabled: true,
};

export const sandboxApp: App = {
  ...productionApp,
  clientId: 'demo-sandbox-app',
  clientSecret: 'demo-sandbox-app-secret',
  name: 'Demo App (sandbox)',
  environment: 'sandbox',
};

/** A registered app with push disabled. Contract: Push notifications, Rules. */
export const quietApp: App = {
  ...productionApp,
  clientId: 'quiet-app',
  clientSecret: 'quiet-app-secret',
  name: 'Quiet App',
  pushEnabled: false,
};

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

export const demoPlugin: Plugin = {
  clientId: 'demo-plugin',
  clientSecret: 'demo-plugin-secret',
  name: 'Demo Plugin',
  redirectUri: 'http://127.0.0.1:3000/ato/signed-on',
  orgIds: ['org-meridian', 'org-vanguard'],
  permissions: ['record-data', 'badge-assertion', 'badge', 'other-skills', 'additional-info'],
  endpoints: {},
};

/** A plugin that may only read one organization's records. */
export const limitedPlugin: Plugin = {
  ...demoPlugin,
  clientId: 'limited-plugin',
  clientSecret: 'limited-plugin-secret',
  name: 'Limited Plugin',
  orgIds: ['org-harbor'],
  permissions: ['record-data'],
};
