import { createHash, randomBytes } from 'node:crypto';
import { ROUTES_BY_ID, type RouteId } from 'learning-platform-kit/contract/routes';
import { type Sandbox, type SandboxOptions, startSandbox } from 'learning-platform-kit/sandbox';
import { startResponseCheck } from '../support/response-check.ts';

/** A response of the platform; the body is parsed if it is JSON. */
export interface PlatformResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
  headers: Headers;
}

export interface RequestOptions {
  method?: string;
  /** A token, sent as `Authorization: Bearer`. */
  as?: string;
  headers?: Record<string, string>;
  query?: Record<string, string | string[]>;
  body?: unknown;
}

type Values = Record<string, unknown>;

/** ID and secret of a plugin. */
type PluginCredential = Parameters<typeof basic>[0];

/** A sandbox with a manual clock. Closing it fails if a response violated the contract. */
export interface Platform extends Sandbox {
  request(route: string, options?: RequestOptions): Promise<PlatformResponse>;
  /** Calls a route of the contract, each parameter and the credential in its documented place. */
  call(route: RouteId, as: string | PluginCredential, values?: Readonly<Values>): Promise<PlatformResponse>;
  student: string;
  instructor: string;
  pass(milliseconds: number): void;
}

export async function startPlatform(options: SandboxOptions = {}): Promise<Platform> {
  let time = Date.parse('2026-09-01T12:00:00.000Z');
  const responses = startResponseCheck();
  const sandbox = await startSandbox({
    now: () => time,
    onResponse: responses.onResponse,
    ...options,
  });
  return {
    ...sandbox,
    student: sandbox.credentials.student,
    instructor: sandbox.credentials.instructor,
    pass: (milliseconds) => {
      time += milliseconds;
    },
    request: (route, options) => request(sandbox.url, route, options),
    call: (id, as, values = {}) => {
      const { method, path, host, parameters, credential } = ROUTES_BY_ID[id];
      const valuesIn = (place: 'query' | 'body') =>
        parameters
          .filter(({ name, in: its }) => its === place && name in values)
          .map(({ name }) => [name, values[name]]);
      const { authorization } = typeof as === 'string' ? { authorization: `Bearer ${as}` } : basic(as);
      const body = valuesIn('body');
      return request(host === 'notes' ? sandbox.notesUrl : sandbox.url, path, {
        method,
        headers: credential ? { [credential.header]: authorization } : {},
        query: Object.fromEntries(
          valuesIn('query').map(([name, value]) => [
            name,
            Array.isArray(value) ? value.map(String) : String(value),
          ]),
        ),
        ...(body.length > 0 && { body: Object.fromEntries(body) }),
      });
    },
    close: async () => {
      await sandbox.close();
      responses.end();
    },
  };
}

/** Sends one request. @param route a path at the given address. */
export async function request(
  address: string,
  route: string,
  options: RequestOptions = {},
): Promise<PlatformResponse> {
  const url = new URL(route, address);
  for (const [name, value] of Object.entries(options.query ?? {})) {
    for (const item of [value].flat()) url.searchParams.append(name, item);
  }
  const response = await fetch(url, {
    method: options.method ?? 'GET',
    redirect: 'manual',
    headers: {
      ...(options.as !== undefined && { authorization: `Bearer ${options.as}` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

export function basic({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  return { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` };
}

/** A badge assertion that the demo plugin may make. */
export const ASSERTION = {
  userId: 'u-kofi',
  badgeId: 'b-o-assess-scene',
  name: 'Assess a scene',
  type: 'objective',
  image: 'img-1',
  issuerName: 'Demo Plugin',
  issuedOn: '2026-08-31T00:00:00Z',
  lessonId: 'l-scene-safety',
  classId: 'g-first-aid-spring',
  versionId: 'v-c-first-aid-1',
};

/** A PKCE pair; the contract's pattern does not allow the `-` of base64url. */
export function pkce() {
  const verifier = randomBytes(48).toString('base64url').replaceAll('-', '.');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The query of a valid sign-in. */
export function signInQuery(platform: Sandbox, changes: Record<string, string> = {}): Record<string, string> {
  return {
    client_id: platform.app.clientId,
    response_type: 'code',
    redirect_uri: platform.app.redirectUri,
    state: 'state & more',
    app_login: 'false',
    code_challenge: pkce().challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
}

/** Submits the sign-in page's form, as a browser does. */
export async function submitSignIn(
  platform: Sandbox,
  query: Record<string, string>,
  form: Record<string, string> = { handle: '@ana.ferreira', password: 'demo' },
): Promise<Response> {
  const page = await fetch(new URL(`/oauth/v2/signin?${new URLSearchParams(query)}`, platform.url));
  const action = /action="([^"]+)"/.exec(await page.text())?.[1]?.replaceAll('&amp;', '&') ?? '';
  return fetch(new URL(action, platform.url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  });
}
