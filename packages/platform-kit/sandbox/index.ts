import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { nameOf, type RouteId, routeNamed } from '../contract/routes.ts';
import type { Host } from '../contract/vocabulary.ts';
import { createActions } from './actions.ts';
import { consoleRoutes } from './console.ts';
import { contractRoutes } from './contract-check.ts';
import {
  type App,
  type Plugin,
  type PluginEndpoints,
  registrations,
  type XapiVocabulary,
} from './developer-console.ts';
import { Dialect, type DialectName } from './dialect.ts';
import type { Handler, Received, Responder } from './exchange.ts';
import { type Listener, type ListenerName, type ListenerOptions, listen } from './listener.ts';
import { atoHandlers } from './routes/ato.ts';
import { authHandlers, signInForm } from './routes/auth.ts';
import { badgeHandlers } from './routes/badge.ts';
import { bucketHandlers } from './routes/bucket.ts';
import { classHandlers } from './routes/class.ts';
import { courseHandlers } from './routes/course.ts';
import { leaderboardHandlers } from './routes/leaderboard.ts';
import { noteHandlers } from './routes/note.ts';
import { notificationHandlers } from './routes/notification.ts';
import { questionHandlers } from './routes/question.ts';
import { userHandlers } from './routes/user.ts';
import { xapiHandlers } from './routes/xapi.ts';
import { joined, productionOnly } from './routing.ts';
import { school as demoSchool, type School } from './school.ts';
import { newSecret } from './sessions.ts';
import { createState } from './state.ts';
import { StateFile } from './state-file.ts';
import { Switches } from './troubles.ts';

export type { PluginEndpoints } from './developer-console.ts';
export { DIALECTS, type DialectName } from './dialect.ts';
export type { Front, ListenerName, RecordedRequest, RecordedResponse } from './listener.ts';
export type { School, User } from './school.ts';

const HOUR = 60 * 60 * 1000;
/** Of every user, unless the platform is shared: this is demo data. */
const DEMO_PASSWORD = 'demo';
const PASSWORD_LENGTH = 10;
/** Of the demo tokens of a shared platform. */
const SHARED_LIFETIME = 8 * HOUR;
/** Of an access token while the console's switch for short tokens is on. */
const SHORT_LIFETIME = 30_000;
const BUCKET_STORAGE = 1_000_000;
/** Ports that a platform with a state file takes at its first start, if they are free; below those of clients. */
const PREFERRED_PORTS = { base: 4870, sandbox: 4871, notes: 4872, 'push-sandbox': 4873 } as const;

export interface SandboxOptions
  extends Pick<ListenerOptions, 'onRequest' | 'intercept' | 'onResponse' | 'front'> {
  /** Default: `127.0.0.1`. */
  host?: string;
  /** Port of the base address. Default: 0, a free port, which the other addresses always use, or those of the state file. */
  port?: number;
  /** The clock for expiry, timestamps and the `Date` header, in milliseconds since 1970. Default: `Date.now`. */
  now?: () => number;
  /** Lifetime of an access token, in milliseconds. Default: one hour. */
  tokenLifetime?: number;
  /** Overrides for the production app `demo-app`. */
  app?: Partial<Omit<App, 'environment'>>;
  /** Overrides for the plugin `demo-plugin`. */
  plugin?: Partial<Plugin>;
  /** Overrides for the xAPI addresses and verbs. */
  xapi?: Partial<XapiVocabulary>;
  /** Seed data. Default: the demo school. */
  school?: School;
  /** File that stores addresses, sessions and data across restarts. Default: none; the platform starts with new state. */
  stateFile?: { path: string /** Whether to discard its contents. */; fresh: boolean } | undefined;
  /**
   * Whether other machines can reach it: its credentials and the password are random then, and its demo tokens end after 8 hours.
   * Redirects to `host` are accepted, and the console is for this machine. Default: false.
   */
  isShared?: boolean;
  /** The format of successful responses and of calls to plugins. Default: `plain`. */
  dialect?: DialectName;
  /** Maximum bucket data per app, in bytes. Default: 1,000,000. */
  bucketStorage?: number;
}

/** A running platform: addresses, credentials, and the actions that people take on its pages. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Starts a platform with its own state and ports; platforms share nothing. */
export async function startSandbox(options: SandboxOptions = {}) {
  const { host = '127.0.0.1', port = 0, now = Date.now, tokenLifetime = HOUR } = options;
  const { isShared = false, school = demoSchool } = options;
  const guarded = <Party extends App | Plugin>(party: Party): Party =>
    isShared ? { ...party, clientSecret: newSecret() } : party;
  const { apps, plugins } = registrations;
  const app: App = guarded({ ...apps.production, redirectHost: isShared ? host : null, ...options.app });
  const plugin: Plugin = guarded({ ...plugins.demo, ...options.plugin });
  const otherPlugin = guarded(plugins.limited);
  const otherApp = guarded(apps.sandbox);
  const password = isShared ? newSecret().slice(0, PASSWORD_LENGTH) : DEMO_PASSWORD;
  const xapi = { ...registrations.xapi, ...options.xapi };
  const stateFile = options.stateFile ? StateFile.open({ ...options.stateFile, seed: seedOf(school) }) : null;
  const dialect = new Dialect(options.dialect ?? 'plain');
  const state = createState({
    school,
    now,
    dialect,
    tokenLifetime,
    apps: [app, otherApp, guarded(apps.quiet)],
    plugins: [plugin, otherPlugin],
    password,
    isShared,
    xapi,
    bucketStorage: options.bucketStorage ?? BUCKET_STORAGE,
    stored: stateFile?.stored?.state ?? null,
  });
  const actions = createActions(state, app, plugin);
  const switches = new Switches(({ shortTokens }) => {
    state.sessions.tokenLifetime = shortTokens ? Math.min(SHORT_LIFETIME, tokenLifetime) : tokenLifetime;
  });

  const portOf = (name: ListenerName): number =>
    stateFile?.stored?.ports[name] ?? (stateFile ? PREFERRED_PORTS[name] : 0);
  const open = (name: ListenerName, responder: Responder, givenPort = 0) =>
    listenAt(givenPort === 0 ? portOf(name) : givenPort, givenPort !== 0, {
      ...options,
      name,
      host,
      respond: async (request) => {
        const reply = await responder(request);
        if (mayWrite(request)) stateFile?.changed();
        return reply;
      },
      dialect,
      now,
      intercept: async (request, response) =>
        (isShared && refusesConsole(request, response)) ||
        (await switches.intercept(request, response)) ||
        ((await options.intercept?.(request, response)) ?? false),
    });
  const handlers = {
    ...authHandlers(state),
    ...userHandlers(state),
    ...courseHandlers(state),
    ...classHandlers(state),
    ...questionHandlers(state),
    ...noteHandlers(state),
    ...bucketHandlers(state),
    ...leaderboardHandlers(state),
    ...notificationHandlers(state),
    ...xapiHandlers(state),
    ...badgeHandlers(state),
    ...atoHandlers(state),
  } satisfies Record<RouteId, Handler>;
  const routesOf = (...hosts: Host[]) => contractRoutes(state, handlers, ...hosts);
  const form = signInForm(state);
  const pages = consoleRoutes(state, actions, plugin, switches);
  const production = joined([...routesOf('base', 'push'), ...form, ...pages], productionOnly(state));
  const base = await open('base', production, port);
  const [sandbox, notes, pushSandbox] = await Promise.all([
    open('sandbox', joined([...routesOf('base'), ...form])),
    open('notes', joined(routesOf('notes'))),
    open('push-sandbox', joined(routesOf('push'))),
  ]);
  const listeners = { base, sandbox, notes, 'push-sandbox': pushSandbox };

  /** A stored session with these tokens is reused, with its registered device. */
  const readySession = (userId: string, name: string) => {
    const part = isShared ? newSecret() : name;
    const tokens = { accessToken: `demo-${part}-token`, refreshToken: `demo-${part}-refresh-token` };
    const lifetime = isShared ? SHARED_LIFETIME : Number.POSITIVE_INFINITY;
    if (!state.sessions.byAccessToken(tokens.accessToken))
      state.sessions.open({ userId, clientId: app.clientId, lifetime, tokens });
    return tokens;
  };
  const student = readySession('u-ana', 'student');
  const instructor = readySession('u-marcus', 'instructor');
  const child = readySession('u-mina', 'child');
  const ports = Object.fromEntries(
    Object.entries(listeners).map(([name, listener]) => [name, listener.port]),
  );
  stateFile?.follow(() => ({ ports, state: state.stored }));

  return {
    ...actions,
    /** `{base_url}`: all routes except the note routes. */
    url: base.url,
    /** `{sandbox_base_url}`: the same routes without push, for sandbox client IDs. */
    sandboxUrl: sandbox.url,
    /** `{notes_base_url}`: only the note routes. */
    notesUrl: notes.url,
    /** Address of a production app's push routes: the base address. */
    pushUrl: base.url,
    /** `{push_sandbox_base_url}`: only the push routes. */
    pushSandboxUrl: pushSandbox.url,
    /** The console page, which triggers the actions. */
    consoleUrl: `${base.url}/console`,
    /** The default production app. */
    app: shownApp(app),
    /** The default sandbox app. */
    sandboxApp: shownApp(otherApp),
    /** Tokens that do not expire while the platform runs, unless it is shared; signing out still revokes them. */
    credentials: {
      student: student.accessToken,
      instructor: instructor.accessToken,
      child: child.accessToken,
      studentRefreshToken: student.refreshToken,
      instructorRefreshToken: instructor.refreshToken,
      plugin: { clientId: plugin.clientId, clientSecret: plugin.clientSecret },
      /** A plugin that may only read the records of `org-harbor`. */
      limitedPlugin: { clientId: otherPlugin.clientId, clientSecret: otherPlugin.clientSecret },
    },
    /** Of every user, on the sign-in page. */
    password,
    /** The state file and what opening it found. Null: none. */
    storage: options.stateFile
      ? { path: options.stateFile.path, opening: stateFile?.opening ?? ('in use' as const) }
      : null,
    /** The addresses and verbs that xAPI statements are checked against. */
    xapi,
    /** The seed data. */
    school,
    /** The format of its responses. */
    dialect,
    /** Replaces the plugin's registered addresses; an omitted one is unregistered. */
    setPluginEndpoints: (endpoints: PluginEndpoints): void => {
      plugin.endpoints = endpoints;
    },
    /** Closes all listeners and connections. */
    close: async (): Promise<void> => {
      switches.release();
      await Promise.all(Object.values(listeners).map((listener) => listener.close()));
      stateFile?.close();
    },
  };
}

/** Listens on the port. If it is taken, falls back to any free port, unless the port was requested. */
async function listenAt(
  port: number,
  isGiven: boolean,
  options: Omit<ListenerOptions, 'port'>,
): Promise<Listener> {
  try {
    return await listen({ ...options, port });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken || isGiven) throw error;
    return listen({ ...options, port: 0 });
  }
}

/** Refuses the console to other machines. @returns whether it did. */
function refusesConsole({ url, socket }: IncomingMessage, response: ServerResponse): boolean {
  if (!url?.startsWith('/console') || socket.remoteAddress === socket.localAddress) return false;
  response
    .writeHead(403, { 'content-type': 'text/plain' })
    .end('The console is for the machine of the platform.\n');
  return true;
}

/** Whether a request may change the state. */
const mayWrite = ({ method, url }: Received): boolean =>
  method !== 'GET' || routeNamed(nameOf({ method, path: url.pathname }))?.effect !== undefined;

const seedOf = (school: School): string => createHash('sha256').update(JSON.stringify(school)).digest('hex');

/** The first of the registered redirect URIs, and the credential. */
const shownApp = ({ clientId, clientSecret, redirectUris: [redirectUri = ''] }: App) => ({
  clientId,
  clientSecret,
  redirectUri,
});
