import { createHash, randomBytes } from 'node:crypto';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/index.ts';
import { startSandbox } from '../../src/sandbox/index.ts';
import { startResponseCheck } from '../support/response-check.ts';

/** What a platform answered: the status, and the body as JSON where it is JSON. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
  headers: Headers;
}

export interface Ask {
  method?: string;
  /** A token, sent as `Authorization: Bearer`. */
  as?: string;
  headers?: Record<string, string>;
  query?: Record<string, string | string[]>;
  body?: unknown;
}

/** A sandbox with a clock that a test moves by hand. Closing it fails where it answered against the contract. */
export interface Platform extends Sandbox {
  ask(route: string, ask?: Ask): Promise<Answer>;
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
    ask: (route, ask) => request(sandbox.url, route, ask),
    close: async () => {
      await sandbox.close();
      responses.end();
    },
  };
}

/** One request: `route` is a path on the given address. */
export async function request(address: string, route: string, ask: Ask = {}): Promise<Answer> {
  const url = new URL(route, address);
  for (const [name, value] of Object.entries(ask.query ?? {})) {
    for (const item of [value].flat()) url.searchParams.append(name, item);
  }
  const response = await fetch(url, {
    method: ask.method ?? 'GET',
    redirect: 'manual',
    headers: {
      ...(ask.as !== undefined && { authorization: `Bearer ${ask.as}` }),
      ...(ask.body !== undefined && { 'content-type': 'application/json' }),
      ...ask.headers,
    },
    ...(ask.body !== undefined && { body: JSON.stringify(ask.body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

export function basic({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  return { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` };
}

/** A PKCE pair; the contract's pattern leaves no place for the `-` of base64url. */
export function pkce() {
  const verifier = randomBytes(48).toString('base64url').replaceAll('-', '.');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The query of a well-formed sign-in. */
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

/** Fills in the sign-in page's form and sends it, as a browser would. */
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
