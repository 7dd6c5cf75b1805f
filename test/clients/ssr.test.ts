import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ViewerDocument } from '../../packages/client/src/documents.ts';
import { isSignedOut } from '../../packages/client/src/errors.ts';
import { ServerSession, type ServerSessionOptions } from '../../packages/client/src/ssr.ts';
import { readEvents } from '../../packages/client/src/stream.ts';
import { Collected } from '../support/collected.ts';
import { json, reset, status } from '../support/faults.ts';
import { signInAs } from '../support/sign-in.ts';
import { suiteGateway } from '../support/suite.ts';
import { ManualClock } from './manual-clock.ts';

const ORIGIN = 'http://localhost:3000';
const TOKEN = 'POST /oauth/v2/token';
const LOGOUT = 'GET /oauth/v2/logout';
const HOUR = 3_600_000;
const MINUTE = 60_000;
const OWN_PAGE = { 'sec-fetch-site': 'same-origin', origin: ORIGIN };
const ME = JSON.stringify({ query: '{ me { handle } }' });

const gateway = suiteGateway();
let url: string;
let clock: ManualClock;
/** What the servers of a test have sent, apart from `Set-Cookie`, and logged. */
const seen: string[] = [];
const logged = new Collected<string>();

beforeAll(() => {
  url = `${gateway.url}/graphql`;
});
beforeEach(() => {
  clock = new ManualClock();
  seen.length = 0;
});

/** The sessions of one server process. */
const server = (options: Partial<ServerSessionOptions> = {}): ServerSession =>
  new ServerSession({
    url,
    origin: ORIGIN,
    clock,
    onError: ({ message }) => void logged.add(message),
    ...options,
  });

/** A browser: keeps cookies as it is told, and does not know what is in them. */
class Browser {
  readonly cookies = new Map<string, string>();
  /** What it has received, the last one first. */
  readonly received: Response[] = [];

  constructor(cookie = '') {
    for (const [, name = '', value = ''] of cookie.matchAll(/([^=; ]+)=([^;]*)/g))
      this.cookies.set(name, value);
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get names(): string[] {
    return [...this.cookies.keys()];
  }

  request(path: string, init: RequestInit = {}): Request {
    const headers = new Headers(init.headers);
    if (this.cookie !== '') headers.set('cookie', this.cookie);
    return new Request(new URL(path, ORIGIN), { ...init, headers });
  }

  receive(response: Response): void {
    this.received.unshift(response);
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/);
      if (/; Max-Age=0;/.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** What a page that passes `handle` shows: who is signed in. */
async function open(session: ServerSession, browser: Browser) {
  const response = await session.handle(browser.request('/'), async (headers) => {
    const { data, errors } = await session.execute(headers, ViewerDocument);
    return new Response(data?.me?.handle ?? (isSignedOut({ errors }) ? 'nobody' : 'an error'));
  });
  browser.receive(response);
  const shown = await response.clone().text();
  seen.push(shown, JSON.stringify([...response.headers].filter(([name]) => name !== 'set-cookie')));
  return { response, shown, setCookies: response.headers.getSetCookie() };
}

const unexpected = (): Response => {
  throw new Error('the request was not handled by the session');
};

type Handler = Pick<ServerSession, 'handle'>;

/** Follows the link of a page, up to the platform's redirect back. */
async function begin(
  session: Handler,
  browser: Browser,
  { returnTo = '/courses?page=2', path = '/auth' } = {},
): Promise<URL> {
  const query = new URLSearchParams({ returnTo });
  const response = await session.handle(browser.request(`${path}/sign-in?${query}`), unexpected);
  browser.receive(response);
  expect(response.status).toBe(303);
  return signInAs('@ana.ferreira', response.headers.get('location') ?? '');
}

async function finish(session: Handler, browser: Browser, callback: URL | string): Promise<Response> {
  const { pathname, search } = new URL(callback);
  const response = await session.handle(browser.request(`${pathname}${search}`), unexpected);
  browser.receive(response);
  seen.push(await response.clone().text(), response.headers.get('location') ?? '');
  return response;
}

async function signedIn(session: Handler): Promise<Browser> {
  const browser = new Browser();
  await finish(session, browser, await begin(session, browser));
  return browser;
}

/** Someone who is signed in. */
async function visit() {
  const session = server();
  return { session, browser: await signedIn(session) };
}

/** Someone whom the platform has sent back. */
async function begun() {
  const [session, browser] = [server(), new Browser()];
  return { session, browser, callback: await begin(session, browser) };
}

/** The platform calls that something makes, by method and path. */
async function callsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = gateway.requests.length;
  await work();
  return gateway.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
}
const tokenCallsOf = async (work: () => Promise<unknown>): Promise<number> =>
  (await callsOf(work)).filter((call) => call === TOKEN).length;

const cookiesOf = (response: Response): string[] => response.headers.getSetCookie();
const nameOf = (line: string): string => line.split('=')[0] ?? '';
/** A `Set-Cookie` header without its value. */
const attributesOf = (line: string): string => line.replace(/^([^=]+)=[^;]+/, '$1');
/** A value as the session writes it. */
const written = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const read = (browser: Browser, part: string) =>
  JSON.parse(Buffer.from(browser.cookies.get(`learning-platform.${part}`) ?? '', 'base64url').toString());
/** All tokens that a browser holds. */
const tokensOf = (browser: Browser): string[] => [read(browser, 'access').token, read(browser, 'refresh')];

describe('signing in on a server', () => {
  it('goes through the platform and back to the page, in one platform call', async () => {
    const session = server();
    const browser = new Browser();
    expect((await open(session, browser)).shown).toBe('nobody');
    const callback = await begin(session, browser);
    const calls = await callsOf(async () => {
      const response = await finish(session, browser, callback);
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toBe(`${ORIGIN}/courses?page=2`);
    });
    expect(calls).toEqual([TOKEN]);
    expect((await open(session, browser)).shown).toBe('@ana.ferreira');
    expect(session.isSignedIn(browser.request('/'))).toBe(true);
    // As the cookies of Next.js and Astro.
    const store = { get: (name: string) => ({ value: browser.cookies.get(name) ?? '' }) };
    expect(session.isSignedIn(store)).toBe(true);
    expect((await session.execute(store, ViewerDocument)).data?.me?.handle).toBe('@ana.ferreira');
    expect(session.isSignedIn({ get: () => undefined })).toBe(false);
  });

  it.each<[Partial<ServerSessionOptions>, string, string, keptFor?: number]>([
    [{ origin: 'https://localhost' }, '__Host-learning-platform', 'Path=/; HttpOnly; SameSite=Lax; Secure'],
    // Safari stores no Secure cookie of a page without HTTPS.
    [{ origin: 'http://localhost:3000' }, 'learning-platform', 'Path=/; HttpOnly; SameSite=Lax'],
    [{ origin: 'http://127.0.0.1:3000' }, 'learning-platform', 'Path=/; HttpOnly; SameSite=Lax'],
    [
      { keepFor: 86_400, name: 'portal', path: '/account' },
      'portal',
      'Path=/; HttpOnly; SameSite=Lax',
      86_400,
    ],
  ])(
    'with %j keeps tokens in cookies that no script reads',
    async (options, name, attributes, keptFor = 2_592_000) => {
      const session = server(options);
      const browser = new Browser();
      const end = await finish(session, browser, await begin(session, browser, options));
      const [, start = end] = browser.received;
      expect(cookiesOf(start).map(attributesOf)).toEqual([`${name}.sign-in; Max-Age=600; ${attributes}`]);
      expect(cookiesOf(end).map(attributesOf)).toEqual([
        `${name}.sign-in=; Max-Age=0; ${attributes}`,
        `${name}.access; Max-Age=3600; ${attributes}`,
        `${name}.refresh; Max-Age=${keptFor}; ${attributes}`,
      ]);
      for (const response of [start, end]) {
        expect(response.headers.get('cache-control')).toBe('private, no-store');
        // The address of the callback has the code.
        expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      }
    },
  );

  it.each(['http://app.example', 'http://192.168.1.5:3000', 'http://localhost.example'])(
    'is not offered at %s, where others can read cookies',
    (origin) => expect(() => server({ origin })).toThrow('begins with https'),
  );

  it('may begin in three tabs at once', async () => {
    const session = server();
    const browser = new Browser();
    const callbacks = [];
    for (const page of ['/one', '/two', '/three'])
      callbacks.push(await begin(session, browser, { returnTo: page.padEnd(480, 'x') }));
    for (const callback of callbacks) {
      const response = await finish(session, browser, callback);
      expect(response.headers.get('location')).toMatch(/\/(one|two|three)x+$/);
    }
  });

  it.each([
    ['//evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['\\\\evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['http:evil.example', '/'],
    ['@evil.example', '/'],
    ['.evil.example', '/'],
    ['', '/'],
    [`/${'x'.repeat(600)}`, '/'],
    ['/.//evil.example', '/'],
    ['/courses?next=//evil.example#top', '/courses?next=//evil.example#top'],
  ])('returns from %j to a page of its own', async (returnTo, expected) => {
    const session = server();
    const browser = new Browser();
    const response = await finish(session, browser, await begin(session, browser, { returnTo }));
    expect(response.headers.get('location')).toBe(`${ORIGIN}${expected}`);
  });

  it('believes no page that is written into the cookie of a sign-in', async () => {
    const { session, browser, callback } = await begun();
    const [pending] = read(browser, 'sign-in');
    browser.cookies.set('learning-platform.sign-in', written([{ ...pending, returnTo: '//evil.example' }]));
    const response = await finish(session, browser, callback);
    expect(response.headers.get('location')).toBe(`${ORIGIN}/`);
  });

  it('is refused to a browser that did not start it, without a platform call', async () => {
    const { session, browser, callback } = await begun();
    const victim = new Browser();
    const busy = new Browser();
    await begin(session, busy);
    const other = new URL(callback);
    other.searchParams.set('state', `${callback.searchParams.get('state')?.slice(0, -1)}!`);
    const without = new URL(callback);
    without.searchParams.delete('state');
    const calls = await callsOf(async () => {
      for (const [attacked, address] of [
        [victim, callback],
        [busy, callback],
        [browser, other],
        [browser, without],
        [browser, `${ORIGIN}/auth/callback?error=access_denied`],
      ] as const) {
        const response = await finish(session, attacked, address);
        expect(response.headers.get('location')).toBe(`${ORIGIN}/?signInError=unknown`);
        expect(cookiesOf(response)).toEqual([]);
        // As after a sign-in that began at 127.0.0.1 instead of localhost.
        expect(logged.items.at(-1)).toContain(`${ORIGIN} has to be its address`);
      }
    });
    expect(calls).toEqual([]);
    // None of them has ended the sign-in that is under way.
    expect((await finish(session, browser, callback)).headers.get('location')).toContain('/courses');
  });

  it('works once, and for ten minutes', async () => {
    const { session, browser, callback } = await begun();
    const { cookie } = browser;
    await finish(session, browser, callback);
    const late = new Browser();
    const lateCallback = await begin(session, late);
    clock.advance(10 * MINUTE);
    const calls = await callsOf(async () => {
      expect((await finish(session, browser, callback)).headers.get('location')).toMatch(/=unknown$/);
      expect((await finish(session, late, lateCallback)).headers.get('location')).toMatch(/=unknown$/);
    });
    expect(calls).toEqual([]);
    // A copy of the cookie does not help: the platform takes a code once.
    const thief = new Browser(cookie);
    clock = new ManualClock();
    const response = await finish(server(), thief, callback);
    expect(response.headers.get('location')).toBe(`${ORIGIN}/?signInError=failed`);
    expect(thief.names).toEqual([]);
  });

  it.each([
    ['error=access_denied', 'denied'],
    ['error=server_error', 'failed'],
    ['', 'failed'],
    ['code=made-up', 'failed'],
  ])('says on a page of the app why it failed with %j', async (query, reason) => {
    const session = server({ errorPath: '/welcome?from=sign-in' });
    const browser = new Browser();
    const callback = await begin(session, browser);
    const state = callback.searchParams.get('state');
    const response = await finish(session, browser, `${ORIGIN}/auth/callback?state=${state}&${query}`);
    const page = `${ORIGIN}/welcome?from=sign-in&signInError=${reason}`;
    expect(response.headers.get('location')).toBe(page);
    expect(browser.names).toEqual([]);
  });

  it('says that it can be tried later when the platform or the gateway is away', async () => {
    const { session, browser, callback } = await begun();
    gateway.faults.set(TOKEN, reset);
    const response = await finish(session, browser, callback);
    expect(response.headers.get('location')).toBe(`${ORIGIN}/?signInError=unavailable`);
    const away = server({ url: 'http://127.0.0.1:1/graphql' });
    const start = await away.handle(browser.request('/auth/sign-in'), unexpected);
    expect(start.headers.get('location')).toBe(`${ORIGIN}/?signInError=unavailable`);
    expect(logged.items.at(-1)).toBe('The gateway is unreachable.');
  });

  it('refuses tokens that browsers would not store', async () => {
    gateway.faults.set(TOKEN, json({ access_token: 'a'.repeat(3500), refresh_token: 'r', expires_in: 60 }));
    const { session, browser, callback } = await begun();
    await expect(finish(session, browser, callback)).rejects.toThrow(
      /^The cookie learning-platform\.access would have \d+ bytes, and browsers store 4096/,
    );
  });

  it('needs no refresh token, and then lasts as long as the access token', async () => {
    gateway.faults.set(TOKEN, json({ access_token: 'demo-student-token' }));
    const { session, browser } = await visit();
    expect(browser.names).toEqual(['learning-platform.access']);
    // The contract does not show how long tokens last.
    expect(read(browser, 'access').endsAt - clock.now()).toBe(5 * MINUTE);
    clock.advance(5 * MINUTE - 1);
    expect(await tokenCallsOf(() => open(session, browser))).toBe(0);
  });
});

describe('refreshing on a server', () => {
  it('is once for ten requests at the same time, and reaches what they render', async () => {
    const { session, browser } = await visit();
    const [before] = tokensOf(browser);
    clock.advance(HOUR);
    let pages: Awaited<ReturnType<typeof open>>[] = [];
    const calls = await tokenCallsOf(async () => {
      pages = await Promise.all(Array.from({ length: 10 }, () => open(session, browser)));
    });
    expect(calls).toBe(1);
    expect(new Set(pages.map(({ shown }) => shown))).toEqual(new Set(['@ana.ferreira']));
    expect(new Set(pages.map(({ setCookies }) => setCookies.join()))).toHaveLength(1);
    expect(pages[0]?.setCookies.map(nameOf)).toEqual([
      'learning-platform.access',
      'learning-platform.refresh',
    ]);
    // A shared cache in between must not hand the cookies to someone else.
    expect(pages[0]?.response.headers.get('cache-control')).toBe('private, no-store');
    expect(tokensOf(browser)).not.toContain(before);
  });

  it('is not repeated for requests that the browser sent before it had the new cookies', async () => {
    const { session, browser } = await visit();
    const late = new Browser(browser.cookie);
    clock.advance(HOUR);
    await open(session, browser);
    clock.advance(59_000);
    expect(await tokenCallsOf(() => open(session, late))).toBe(0);
    expect(tokensOf(late)).toEqual(tokensOf(browser));
    expect(await tokenCallsOf(() => open(session, late))).toBe(0);
  });

  it.each([
    ['a minute before the end', HOUR - MINUTE, 1],
    ['just before that', HOUR - MINUTE - 1, 0],
    ['at once', 0, 0],
    ['long after the end', 30 * 24 * HOUR, 1],
  ])('happens %s: %i ms after the sign-in, %i times', async (_name, age, expected) => {
    const { session, browser } = await visit();
    clock.advance(age);
    expect(await tokenCallsOf(() => open(session, browser))).toBe(expected);
  });

  it('happens when the browser has removed the cookie of the access token', async () => {
    const { session, browser } = await visit();
    browser.cookies.delete('learning-platform.access');
    expect(await tokenCallsOf(() => open(session, browser))).toBe(1);
    expect((await open(session, browser)).shown).toBe('@ana.ferreira');
  });

  it('leaves the other cookies, and removes what is not its own form', async () => {
    const { session, browser } = await visit();
    browser.cookies.set('theme', 'dark=1');
    clock.advance(HOUR);
    let sent = '';
    await session.handle(browser.request('/'), (headers) => {
      sent = headers.get('cookie') ?? '';
      return new Response();
    });
    expect(sent.split('; ').map(nameOf).toSorted()).toEqual([
      'learning-platform.access',
      'learning-platform.refresh',
      'theme',
    ]);
    expect(sent).toContain('theme=dark=1');
  });

  it('sets cookies on a response whose headers cannot be changed', async () => {
    const { session, browser } = await visit();
    clock.advance(HOUR);
    const response = await session.handle(browser.request('/'), () => Response.redirect(`${ORIGIN}/next`));
    expect(response.status).toBe(302);
    expect(cookiesOf(response)).toHaveLength(2);
  });

  it('that fails does no harm while the access token lasts, and then loses nothing', async () => {
    const { session, browser } = await visit();
    clock.advance(HOUR - 1);
    gateway.faults.set(TOKEN, reset);
    expect(await open(session, browser)).toMatchObject({ shown: '@ana.ferreira', setCookies: [] });
    clock.advance(1);
    // Neither signed in nor signed out.
    await expect(open(session, browser)).rejects.toThrow('could not be refreshed');
    const forwarded = await session.handle(graphQL(browser), (headers) =>
      session.forward(graphQL(browser), headers),
    );
    expect([forwarded.status, forwarded.headers.get('retry-after')]).toEqual([503, '2']);
    gateway.faults.clear();
    clock.advance(2000);
    expect((await open(session, browser)).shown).toBe('@ana.ferreira');
  });

  it('in another process at the same time does no harm while the access token lasts', async () => {
    const [one, two] = [server(), server()];
    const browser = await signedIn(one);
    clock.advance(HOUR - MINUTE);
    const slow = new Browser(browser.cookie);
    await open(one, browser);
    expect(await open(two, slow)).toMatchObject({ shown: '@ana.ferreira', setCookies: [] });
  });

  it('in another process after the end shows one page signed out, and keeps the new cookies', async () => {
    const [one, two] = [server(), server()];
    const browser = await signedIn(one);
    clock.advance(HOUR);
    const slow = new Browser(browser.cookie);
    await open(one, browser);
    expect(await open(two, slow)).toMatchObject({ shown: 'nobody', setCookies: [] });
    expect((await open(two, browser)).shown).toBe('@ana.ferreira');
    // A browser that still sends the old ones after ten seconds has no others.
    clock.advance(9_999);
    expect((await open(two, slow)).setCookies).toEqual([]);
    clock.advance(1);
    expect(await tokenCallsOf(() => open(two, slow))).toBe(0);
    expect(slow.names).toEqual([]);
  });

  it('replaces a token that the platform refuses before its time, and returns to the page', async () => {
    const { session, browser } = await visit();
    gateway.sandbox.revokeToken(read(browser, 'access').token);
    expect((await open(session, browser)).shown).toBe('nobody');
    expect(session.isSignedIn(browser.request('/'))).toBe(true);
    clock.advance(MINUTE);
    const replace = async () => {
      const response = await session.handle(browser.request('/auth/refresh?returnTo=/courses'), unexpected);
      browser.receive(response);
      return response.headers.get('location');
    };
    expect(await tokenCallsOf(async () => expect(await replace()).toBe(`${ORIGIN}/courses`))).toBe(1);
    expect((await open(session, browser)).shown).toBe('@ana.ferreira');
    // A page that refuses a new token as well is not sent around in circles.
    expect(
      await tokenCallsOf(async () => expect(await replace()).toBe(`${ORIGIN}/courses?signInError=failed`)),
    ).toBe(0);
    clock.advance(MINUTE);
    gateway.faults.set(TOKEN, reset);
    expect(await replace()).toBe(`${ORIGIN}/courses?signInError=unavailable`);
    clock.advance(MINUTE);
    gateway.faults.set(TOKEN, status(401));
    expect(await replace()).toBe(`${ORIGIN}/courses`);
    expect(browser.names).toEqual([]);
    const bare = await session.handle(new Browser().request('/auth/refresh'), unexpected);
    expect([bare.headers.get('location'), cookiesOf(bare)]).toEqual([`${ORIGIN}/`, []]);
  });

  it('leaves what a script fetches without effect, so that a router opens the address as a page', async () => {
    const { session, browser } = await visit();
    gateway.sandbox.revokeToken(read(browser, 'access').token);
    clock.advance(MINUTE);
    const refresh = (mode: string) =>
      session.handle(
        browser.request('/auth/refresh?returnTo=/courses', { headers: { 'sec-fetch-mode': mode } }),
        unexpected,
      );
    const calls = await callsOf(async () => {
      const fetched = await refresh('cors');
      expect([fetched.status, fetched.redirected, cookiesOf(fetched)]).toEqual([200, false, []]);
      expect(fetched.headers.get('content-type')).toMatch(/^text\/plain/);
      expect(fetched.headers.get('cache-control')).toBe('no-store');
    });
    expect(calls).toEqual([]);
    const opened = await refresh('navigate');
    browser.receive(opened);
    expect(opened.headers.get('location')).toBe(`${ORIGIN}/courses`);
    expect((await open(session, browser)).shown).toBe('@ana.ferreira');
  });

  it('keeps a bounded number of results', async () => {
    const calls: string[] = [];
    const session = server({
      fetch: async (_input, init) => {
        calls.push(JSON.parse(String(init?.body)).variables.refreshToken);
        return Response.json({ errors: [{ message: 'No.', extensions: { code: 'UNAUTHENTICATED' } }] });
      },
    });
    const guess = async (token: string): Promise<void> => {
      const browser = new Browser();
      browser.cookies.set('learning-platform.refresh', written(token));
      await session.handle(browser.request('/'), () => new Response());
    };
    await guess('first');
    await guess('first');
    expect(calls).toEqual(['first']);
    for (let number = 0; number < 1000; number += 1) await guess(`guess-${number}`);
    await guess('first');
    expect(calls).toHaveLength(1002);
  });
});

describe('signing out on a server', () => {
  const signOut = (
    session: ServerSession,
    browser: Browser,
    headers: Record<string, string>,
    method = 'POST',
  ) => session.handle(browser.request('/auth/sign-out', { method, headers }), unexpected);

  it('ends the session on the platform and removes the cookies', async () => {
    const { session, browser } = await visit();
    const { cookie } = browser;
    const calls = await callsOf(async () => {
      const response = await signOut(session, browser, OWN_PAGE);
      expect([response.status, response.headers.get('location')]).toEqual([303, `${ORIGIN}/`]);
      expect(cookiesOf(response)).toEqual([
        'learning-platform.access=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
        'learning-platform.refresh=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      ]);
      browser.receive(response);
    });
    expect(calls).toEqual([LOGOUT]);
    expect(browser.names).toEqual([]);
    // Copies of the cookies are worthless.
    const thief = new Browser(cookie);
    expect((await open(session, thief)).shown).toBe('nobody');
  });

  it('also ends a session whose access token has ended', async () => {
    const { session, browser } = await visit();
    clock.advance(HOUR);
    expect(await callsOf(() => signOut(session, browser, OWN_PAGE))).toEqual([TOKEN, LOGOUT]);
  });

  it('removes the cookies when the platform or the gateway is away', async () => {
    const { session, browser } = await visit();
    gateway.faults.set(LOGOUT, reset);
    for (const away of [session, server({ url: 'http://127.0.0.1:1/graphql' })])
      expect(cookiesOf(await signOut(away, browser, OWN_PAGE)).map(nameOf)).toEqual([
        'learning-platform.access',
        'learning-platform.refresh',
      ]);
  });

  it.each([
    ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 'POST', 403],
    ['from a subdomain', { 'sec-fetch-site': 'same-site', origin: 'http://a.localhost:3000' }, 'POST', 403],
    ['from another site with our origin', { 'sec-fetch-site': 'cross-site', origin: ORIGIN }, 'POST', 403],
    ['from another origin of an older browser', { origin: 'https://evil.example' }, 'POST', 403],
    ['from a page without an origin', { origin: 'null' }, 'POST', 403],
    ['from no page', {}, 'POST', 403],
    ['by a link', OWN_PAGE, 'GET', 405],
  ])('is refused %s, without a platform call', async (_name, headers, method, expected) => {
    const { session, browser } = await visit();
    const calls = await callsOf(async () => {
      const response = await signOut(session, browser, headers, method);
      expect([response.status, cookiesOf(response)]).toEqual([expected, []]);
    });
    expect(calls).toEqual([]);
  });

  it('takes an older browser by its origin, and one that hides it by its site', async () => {
    for (const headers of [{ origin: ORIGIN }, { 'sec-fetch-site': 'same-origin', origin: 'null' }])
      expect((await signOut(server(), new Browser(), headers)).status).toBe(303);
  });
});

/** A request of a page's script. */
function graphQL(browser: Browser, { headers, ...init }: RequestInit = {}): Request {
  const own = { 'content-type': 'application/json', ...OWN_PAGE, ...Object(headers) };
  return browser.request('/graphql', { method: 'POST', body: ME, ...init, headers: own });
}

/** A `fetch` that keeps what it has sent. */
function recorded() {
  const sent: RequestInit[] = [];
  const send: typeof fetch = (input, init = {}) => {
    sent.push(init);
    return fetch(input, init);
  };
  return { sent, send };
}

describe('the graph of a page', () => {
  it('is the gateway with the token of the cookie, and never in a cache', async () => {
    const { sent, send } = recorded();
    const session = server({ fetch: send });
    const browser = await signedIn(session);
    const headers = {
      authorization: 'Bearer demo-instructor-token',
      'x-forwarded-for': '203.0.113.9',
      'x-request-id': 'from-the-page',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    };
    const response = await session.forward(graphQL(browser, { headers }));
    expect(await response.json()).toEqual({ data: { me: { handle: '@ana.ferreira' } } });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-request-id')).toBe('from-the-page');
    await session.execute(browser.request('/'), ViewerDocument);
    expect(sent.length).toBeGreaterThan(3);
    for (const { cache } of sent) expect(cache).toBe('no-store');
    const forwarded = new Headers(sent.at(-2)?.headers);
    expect(forwarded.get('traceparent')).toBe(headers.traceparent);
    expect([forwarded.has('cookie'), forwarded.has('origin'), forwarded.has('x-forwarded-for')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it.each([
    ['another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    ['a form', { headers: { 'content-type': 'text/plain' } }, 415],
    ['a form with fields', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
    ['an address', { method: 'GET', body: null }, 405],
    ['a flood', { body: 'x'.repeat(128_001) }, 413],
  ])('is not for %s', async (_name, init, expected) => {
    const { session, browser } = await visit();
    const calls = await callsOf(async () => {
      expect((await session.forward(graphQL(browser, init))).status).toBe(expected);
    });
    expect(calls).toEqual([]);
  });

  it('is without a user for someone who is signed out, and away with the gateway', async () => {
    const response = await server().forward(graphQL(new Browser()));
    expect(isSignedOut(await response.json())).toBe(true);
    const away = await server({ url: 'http://127.0.0.1:1/graphql' }).forward(graphQL(new Browser()));
    expect([away.status, await away.text()]).toEqual([502, 'The gateway is unreachable.']);
  });

  it('passes events on as they arrive, and ends with its page', async () => {
    const { sent, send } = recorded();
    const session = server({ fetch: send });
    const browser = await signedIn(session);
    const leave = new AbortController();
    const events = readEvents<{ notificationReceived: { notification: { text: string } | null } }>({
      url: '/graphql',
      query: 'subscription { notificationReceived { notification { text } } }',
      signal: leave.signal,
      fetch: (_input, init) => session.forward(graphQL(browser, init)),
    });
    await events.next();
    await gateway.instructor(
      'mutation Ring($input: SendNotificationInput!) { sendNotification(input: $input) { notificationId } }',
      {
        input: { receiverId: 'u-ana', text: 'The hall is open' },
      },
    );
    const { value } = await events.next();
    expect(value?.result.data?.notificationReceived.notification?.text).toBe('The hall is open');
    expect(sent.at(-1)?.signal?.aborted).toBe(false);
    leave.abort();
    expect((await events.next()).done).toBe(true);
    expect(sent.at(-1)?.signal?.aborted).toBe(true);
  });

  it('counts for the address of the browser where the app knows it', async () => {
    const { sent, send } = recorded();
    const session = server({ clientAddress: (from) => from.get('x-real-ip'), fetch: send });
    const headers = { 'x-real-ip': '203.0.113.9' };
    await session.handle(new Browser().request('/auth/sign-in', { headers }), unexpected);
    await session.forward(graphQL(new Browser(), { headers }));
    const addresses = sent.map((init) => new Headers(init.headers).get('x-forwarded-for'));
    expect(addresses).toEqual(['203.0.113.9', '203.0.113.9']);
  });
});

describe('cookies that are not what they should be', () => {
  const hostile = {
    empty: '',
    'not base64': '%%%',
    'not JSON': Buffer.from('{').toString('base64url'),
    'a number': written(7),
    null: written(null),
    'a list': written([['access']]),
    'a header in a token': written({ token: 'a\r\nx-admin: 1', issuedAt: 9e15, endsAt: 9e15 }),
    'a token that is no text': written({ token: { toString: 1 }, issuedAt: 9e15, endsAt: 9e15 }),
    'times that are no numbers': written({ token: 'a', issuedAt: 'x', endsAt: null }),
    'a prototype': Buffer.from('{"__proto__":{"token":"a","issuedAt":1,"endsAt":1}}').toString('base64url'),
    huge: 'A'.repeat(100_000),
  };

  it.each(Object.entries(hostile))('count as absent: %s', async (_name, value) => {
    const session = server();
    const browser = new Browser();
    for (const part of ['access', 'refresh', 'sign-in'])
      browser.cookies.set(`learning-platform.${part}`, value);
    const calls = await callsOf(async () => {
      expect((await open(session, browser)).shown).toBe('nobody');
      const response = await finish(session, browser, `${ORIGIN}/auth/callback?code=c&state=s`);
      expect(response.headers.get('location')).toMatch(/=unknown$/);
      expect(session.isSignedIn(browser.request('/'))).toBe(false);
    });
    expect(calls).toEqual([]);
  });

  it('win nothing with a time of their own', async () => {
    const session = server();
    const browser = new Browser();
    const access = { token: 'made-up', issuedAt: 9e15, endsAt: 9e15 };
    browser.cookies.set('learning-platform.access', written(access));
    expect((await open(session, browser)).shown).toBe('nobody');
  });

  it('are those of the first name, as with `__Host-` there is one', async () => {
    const { session, browser } = await visit();
    const other = written({ token: 'other', issuedAt: 0, endsAt: 9e15 });
    const cookie = `${browser.cookie}; learning-platform.access=${other}`;
    const { data } = await session.execute(new Headers({ cookie }), ViewerDocument);
    expect(data?.me?.handle).toBe('@ana.ferreira');
  });
});

it('shows tokens to no page, address or log', async () => {
  const { session, browser } = await visit();
  const secrets = tokensOf(browser);
  await open(session, browser);
  clock.advance(HOUR);
  await open(session, browser);
  secrets.push(...tokensOf(browser));
  clock.advance(HOUR);
  gateway.faults.set(TOKEN, status(500));
  await expect(open(session, browser)).rejects.toThrow('could not be refreshed');
  const answer = await session.forward(graphQL(browser));
  const said = [...seen, ...logged.items, ...gateway.logLines, await answer.text()].join('\n');
  expect(said).toContain('@ana.ferreira');
  expect(new Set(secrets).size).toBe(4);
  for (const secret of secrets) expect(said).not.toContain(secret);
});

describe('the recipe of Hono', () => {
  const guide = readFileSync(
    join(import.meta.dirname, '../../docs/getting-started/server-rendering.md'),
    'utf8',
  );
  const [, middleware = ''] = /\| Hono 4 \| `(.+?);` \|/.exec(guide) ?? [];

  it('signs in, refreshes, reads as the user and forwards', async () => {
    const session = server();
    const app = new Hono();
    new Function('app', 'session', middleware)(app, session);
    app.post('/graphql', (c) => session.forward(c.req.raw));
    app.get('/courses', async (c) =>
      c.text((await session.execute(c.req.raw, ViewerDocument)).data?.me?.handle ?? ''),
    );
    // The middleware has each address that the session handles itself.
    const browser = await signedIn({ handle: async (request) => app.fetch(request) });
    clock.advance(HOUR);
    const page = await app.fetch(browser.request('/courses'));
    expect(await page.text()).toBe('@ana.ferreira');
    expect(cookiesOf(page)).toHaveLength(2);
    browser.receive(page);
    clock.advance(HOUR);
    const data = await app.fetch(graphQL(browser));
    expect(await data.json()).toEqual({ data: { me: { handle: '@ana.ferreira' } } });
    expect(cookiesOf(data)).toHaveLength(2);
  });
});
