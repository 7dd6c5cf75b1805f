import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RecordedRequest } from './listener.ts';
import { listen } from './listener.ts';
import type { App, Plugin, PluginEndpoints } from './registration.ts';
import { demoPlugin, limitedPlugin, productionApp, quietApp, sandboxApp } from './registration.ts';
import { authRoutes } from './routes/auth.ts';
import { classRoutes } from './routes/class.ts';
import { courseRoutes } from './routes/course.ts';
import { userRoutes } from './routes/user.ts';
import { joined, productionOnly } from './routing.ts';
import type { School } from './school.ts';
import { school } from './school.ts';
import type { Grant } from './sessions.ts';
import { createState } from './state.ts';

export type { ListenerName, RecordedRequest } from './listener.ts';
export type { AiPermission, App, Plugin, PluginEndpoints } from './registration.ts';
export type { Class } from './school/class.ts';
export type { Course, Lesson, Level, Objective } from './school/course.ts';
export type { User } from './school/user.ts';
export type { School } from './school.ts';

const HOUR = 60 * 60 * 1000;

export interface SandboxOptions {
  /** Default `127.0.0.1`. */
  host?: string;
  /** Port of the base address; 0, the default, takes a free one. The other addresses always do. */
  port?: number;
  /** The clock that expiry and timestamps follow, in milliseconds since 1970. Default `Date.now`. */
  now?: () => number;
  /** How long an access token is good for, in milliseconds. Default one hour. */
  tokenLifetime?: number;
  /** What differs from the default production app `demo-app`. */
  app?: Partial<Omit<App, 'environment'>>;
  /** What differs from the default plugin `demo-plugin`. */
  plugin?: Partial<Plugin>;
  /** Called with each request once its body was read, on every address. */
  onRequest?: (request: RecordedRequest) => void;
  /**
   * Called after `onRequest` and before routing, on every address: true means that it answered, or that it
   * leaves the caller hanging on purpose. The body was read by then.
   */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
}

export interface SessionOptions {
  /** Milliseconds; default the platform's token lifetime. */
  lifetime?: number;
  /** Default the production app. */
  clientId?: string;
}

/** A running platform: its addresses, its ready credentials, and what people would do on its screens. */
export interface Sandbox {
  /** `{base_url}`: everything but the notes. */
  url: string;
  /** `{sandbox_base_url}`: the same routes, for sandbox client IDs; without the push routes. */
  sandboxUrl: string;
  /** `{notes_base_url}`: the note routes and nothing else. */
  notesUrl: string;
  /** Where a production app sends pushes: the base address. */
  pushUrl: string;
  /** `{push_sandbox_base_url}`: the push routes for sandbox client IDs. */
  pushSandboxUrl: string;
  /** The default production app. */
  app: { clientId: string; clientSecret: string; redirectUri: string };
  /** The default sandbox app. */
  sandboxApp: { clientId: string; clientSecret: string; redirectUri: string };
  /** Tokens that do not expire while the platform runs (signing them out ends them). */
  credentials: {
    student: string;
    instructor: string;
    studentRefreshToken: string;
    instructorRefreshToken: string;
    plugin: { clientId: string; clientSecret: string };
  };
  /** The data the platform started with. */
  school: School;
  issueToken(userId: string, options?: SessionOptions): string;
  issueSession(userId: string, options?: SessionOptions): Grant;
  revokeToken(token: string): void;
  setPluginEndpoints(endpoints: PluginEndpoints): void;
  /** Ends every listener and cuts every connection. */
  close(): Promise<void>;
}

/** Starts a platform of its own: own state, own ports, nothing shared with another one. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const {
    host = '127.0.0.1',
    port = 0,
    now = Date.now,
    tokenLifetime = HOUR,
    onRequest,
    intercept,
  } = options;
  const app: App = { ...productionApp, ...options.app };
  const plugin: Plugin = { ...demoPlugin, ...options.plugin };
  const state = createState({
    now,
    tokenLifetime,
    apps: [app, sandboxApp, quietApp],
    plugins: [plugin, limitedPlugin],
  });

  const learning = [authRoutes(state), userRoutes(state), courseRoutes(state), classRoutes(state)];
  const base = await listen({
    name: 'base',
    host,
    port,
    app: joined([productionOnly(state), ...learning]),
    onRequest,
    intercept,
  });
  const [sandbox, notes, pushSandbox] = await Promise.all([
    listen({ name: 'sandbox', host, port: 0, app: joined(learning), onRequest, intercept }),
    listen({ name: 'notes', host, port: 0, app: joined([]), onRequest, intercept }),
    listen({ name: 'push-sandbox', host, port: 0, app: joined([]), onRequest, intercept }),
  ]);

  const issueSession = (
    userId: string,
    { lifetime, clientId = app.clientId }: SessionOptions = {},
  ): Grant => {
    if (!state.users.has(userId)) throw new Error(`the school has no user ${userId}`);
    return state.sessions.open({ userId, clientId, ...(lifetime !== undefined && { lifetime }) });
  };

  const demoSession = (userId: string, name: string) =>
    state.sessions.open({
      userId,
      clientId: app.clientId,
      lifetime: Number.POSITIVE_INFINITY,
      tokens: { accessToken: `demo-${name}-token`, refreshToken: `demo-${name}-refresh-token` },
    });
  const student = demoSession('u-ana', 'student');
  const instructor = demoSession('u-marcus', 'instructor');

  return {
    url: base.url,
    sandboxUrl: sandbox.url,
    notesUrl: notes.url,
    pushUrl: base.url,
    pushSandboxUrl: pushSandbox.url,
    app: shownApp(app),
    sandboxApp: shownApp(sandboxApp),
    credentials: {
      student: student.accessToken,
      instructor: instructor.accessToken,
      studentRefreshToken: student.refreshToken,
      instructorRefreshToken: instructor.refreshToken,
      plugin: { clientId: plugin.clientId, clientSecret: plugin.clientSecret },
    },
    school,
    issueSession,
    issueToken: (userId, sessionOptions) => issueSession(userId, sessionOptions).accessToken,
    revokeToken: (token) => state.sessions.revoke(token),
    setPluginEndpoints: (endpoints) => {
      plugin.endpoints = endpoints;
    },
    close: async () => {
      await Promise.all([base, sandbox, notes, pushSandbox].map((listener) => listener.close()));
    },
  };
}

function shownApp({ clientId, clientSecret, redirectUris }: App) {
  return { clientId, clientSecret, redirectUri: redirectUris[0] ?? '' };
}
