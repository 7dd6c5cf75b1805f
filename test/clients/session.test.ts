import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { gatewayErrors, isSignedOut } from '../../packages/client/src/errors.ts';
import {
  authorizedFetch,
  memoryStorage,
  Session,
  type SessionOptions,
  type SessionStorage,
} from '../../packages/client/src/session.ts';
import { errorText } from '../../packages/client/src/texts.ts';
import { Collected } from '../support/collected.ts';
import { hang, reset } from '../support/faults.ts';
import { jsonOf } from '../support/gateway.ts';
import { signInAs } from '../support/sign-in.ts';
import { suiteGateway } from '../support/suite.ts';
import { LIBRARIES } from './libraries.ts';
import { ManualClock } from './manual-clock.ts';

const REFRESH = 'POST /oauth/v2/token';
const ME = JSON.stringify({ query: '{ me { handle } }' });

const gateway = suiteGateway();
let url: string;
const open: Session[] = [];
let redirectUri: string;

beforeAll(async () => {
  url = `${gateway.url}/graphql`;
  redirectUri = gateway.sandbox.app.redirectUri;
});
afterEach(() => {
  gateway.faults.clear();
  for (const session of open.splice(0)) session.close();
});

/** An asynchronous storage that can hold back what is written. */
function asynchronous(values = memoryStorage()) {
  let held = Promise.resolve();
  const writes = new Collected<string>();
  const storage: SessionStorage = {
    getItem: async (key) => values.getItem(key),
    setItem: async (key, value) => {
      writes.add(key);
      await held;
      values.setItem(key, value);
    },
    removeItem: async (key) => values.removeItem(key),
  };
  /** @returns lets the writes go on. */
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  return { storage, values, writes, hold };
}

/** A `fetch` that can hold back the responses to refreshes. */
function holdingRefreshes() {
  const renewed = new Collected<string>();
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const send: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!String(init?.body).includes('refreshSession')) return response;
    const { data } = await jsonOf(response.clone());
    renewed.add(data.refreshSession.token.accessToken);
    await promise;
    return response;
  };
  return { send, renewed, release };
}

/** A tab: tabs of one browser share the storage and the name. */
function tab(storage: SessionStorage = memoryStorage(), options: Partial<SessionOptions> = {}): Session {
  const session = new Session({ url, storage, name: 'test', ...options });
  open.push(session);
  return session;
}

async function signIn(session: Session, returnTo = '/courses'): Promise<void> {
  const page = await session.beginSignIn({ redirectUri, returnTo });
  expect(await session.finishSignIn(await signInAs('@ana.ferreira', page))).toEqual({ returnTo });
}

const send = (session: Session): Promise<Response> =>
  authorizedFetch(session)(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: ME,
  });
const handleOf = async (response: Response): Promise<unknown> => (await jsonOf(response)).data?.me?.handle;
const tokensOf = (session: Session) => {
  const state = session.state();
  if (state.status !== 'signed-in') throw new Error('nobody is signed in');
  return state.tokens;
};
const refreshes = (): number => gateway.requests.filter(({ path }) => path === '/oauth/v2/token').length;

async function expectEnded(authorization: string): Promise<void> {
  const { errors } = await gateway.query('{ me { handle } }', { as: { authorization } });
  expect(isSignedOut(errors)).toBe(true);
}

describe('signing in', () => {
  it('goes through the platform and back to where the user was', async () => {
    const session = tab();
    expect(session.state()).toEqual({ status: 'signed-out', reason: 'absent' });
    expect(await session.authorization()).toBe('');
    await signIn(session, '/classes/1');
    expect(await handleOf(await send(session))).toBe('@ana.ferreira');
  });

  it('exchanges a code once, though the page asks twice', async () => {
    const session = tab();
    const callback = await signInAs('@ana.ferreira', await session.beginSignIn({ redirectUri }));
    const [first, second] = await Promise.all([
      session.finishSignIn(callback),
      session.finishSignIn(callback),
    ]);
    expect(first).toBe(second);
  });

  it('may begin in several tabs at once', async () => {
    const storage = memoryStorage();
    const [one, two] = [tab(storage), tab(storage)];
    const pages = [await one.beginSignIn({ redirectUri }), await two.beginSignIn({ redirectUri })];
    const [first, second] = await Promise.all(pages.map((page) => signInAs('@ana.ferreira', page)));
    await two.finishSignIn(second ?? '');
    await one.finishSignIn(first ?? '');
    expect(one.state().status).toBe('signed-in');
  });

  it('refuses a redirect that it did not start', async () => {
    const callback = await signInAs('@ana.ferreira', await tab().beginSignIn({ redirectUri }));
    await expect(tab().finishSignIn(callback)).rejects.toThrow('was not started here');
    await expect(tab().finishSignIn('http://127.0.0.1/callback')).rejects.toThrow('was not started here');
  });

  it.each([
    ['?error=access_denied&state=s', 'refused or canceled'],
    ['?error=server_error', 'failed: server_error'],
    ['?error=access_denied&error_description=Not%20today', 'Not today'],
  ])('says why the platform sent the user back with %s', async (query, reason) => {
    await expect(tab().finishSignIn(`http://127.0.0.1/callback${query}`)).rejects.toThrow(reason);
  });

  it('is not known yet to a server that renders, whatever the browser has stored', async () => {
    const session = tab();
    await session.start({ accessToken: 'a', refreshToken: null });
    expect(session.serverState()).toEqual({ status: 'loading' });
    expect(session.serverState()).toBe(tab().serverState());
  });

  it('survives a reload, also from an asynchronous storage', async () => {
    const { storage } = asynchronous();
    await signIn(tab(storage));
    const reloaded = tab(storage);
    expect(reloaded.state()).toEqual({ status: 'loading' });
    expect(await handleOf(await send(reloaded))).toBe('@ana.ferreira');
    expect(reloaded.state().status).toBe('signed-in');
  });

  it('ignores what is stored under its name but is no session', () => {
    const storage = memoryStorage();
    for (const text of ['', 'null', '[1]', '{', '{"accessToken":7}']) {
      storage.setItem('test.session', text);
      expect(tab(storage).state()).toEqual({ status: 'signed-out', reason: 'absent' });
    }
  });
});

describe('a storage that fails', () => {
  const fail = (): never => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  it.each<[string, SessionStorage]>([
    ['at once, as a browser that blocks it', { getItem: fail, setItem: fail, removeItem: fail }],
    ['later', { getItem: async () => fail(), setItem: async () => fail(), removeItem: async () => fail() }],
    ['because it is full', { getItem: () => null, setItem: fail, removeItem: () => {} }],
  ])('leaves a session that lasts as long as the page: %s', async (_how, storage) => {
    const session = tab(storage);
    await session.ready;
    expect(session.state()).toEqual({ status: 'signed-out', reason: 'absent' });
    await signIn(session);
    await session.refresh();
    expect(await handleOf(await send(session))).toBe('@ana.ferreira');
    await session.signOut();
    expect(session.state().status).toBe('signed-out');
    await session.refresh().catch(() => {});
    expect(session.state().status).toBe('signed-out');
  });
});

it('tells a new sign-in from a refresh, in all tabs', async () => {
  const storage = memoryStorage();
  const [one, two] = [tab(storage), tab(storage)];
  const idOf = (session: Session) => Object(session.state()).id;
  await signIn(one);
  await expect.poll(() => two.state()).toEqual(one.state());
  const before = idOf(two);
  await one.refresh();
  expect(idOf(one)).toBe(before);
  await signIn(one);
  expect(idOf(one)).not.toBe(before);
  await expect.poll(() => two.state()).toEqual(one.state());
});

describe('an expired token', () => {
  it('is refreshed once for many callers and all tabs', async () => {
    const storage = memoryStorage();
    const [one, two] = [tab(storage), tab(storage)];
    await signIn(one);
    await expect.poll(() => two.state()).toEqual(one.state());
    const before = tokensOf(one);
    gateway.sandbox.revokeToken(before.accessToken);
    const seen = refreshes();
    const responses = await Promise.all([one, two, one, two, one].map(send));
    for (const response of responses) expect(await handleOf(response)).toBe('@ana.ferreira');
    expect(refreshes() - seen).toBe(1);
    expect(tokensOf(one).accessToken).not.toBe(before.accessToken);
    await expect.poll(() => two.state()).toEqual(one.state());
  });

  it('is refreshed if a field below the signed-in user says so, but not if the payload of a mutation does', async () => {
    const session = tab();
    await signIn(session);
    const errors = [{ message: '', path: ['a', 'b'], extensions: { code: 'UNAUTHENTICATED' } }];
    const refused = new Response(
      JSON.stringify({ data: { a: { __typename: 'A', id: '1', b: null } }, errors }),
      {
        headers: { 'content-type': 'application/json' },
      },
    );
    const sent: string[] = [];
    const sendTwice = authorizedFetch(session, async (_input, init) => {
      sent.push(new Headers(init?.headers).get('authorization') ?? '');
      return sent.length % 2 === 1 ? refused.clone() : Response.json({ data: { a: { b: 1 } } });
    });
    const post = (query: string) => sendTwice(url, { method: 'POST', body: JSON.stringify({ query }) });
    const seen = refreshes();
    expect(await (await post('{ a { b } }')).json()).toEqual({ data: { a: { b: 1 } } });
    expect(refreshes() - seen).toBe(1);
    sent.length = 0;
    await post('mutation { a { b } }');
    expect(sent).toHaveLength(1);
    expect(refreshes() - seen).toBe(1);
  });

  it('is not refreshed for a caller that used an older one', async () => {
    const session = tab();
    await signIn(session);
    const old = await session.authorization();
    await session.refresh();
    const seen = refreshes();
    expect(await session.authorization(old)).toBe(`Bearer ${tokensOf(session).accessToken}`);
    expect(refreshes()).toBe(seen);
  });

  it('ends the session in all tabs if the platform refuses to refresh it', async () => {
    const storage = memoryStorage();
    const [one, two] = [tab(storage), tab(storage)];
    await signIn(one);
    await one.start({ ...tokensOf(one), refreshToken: 'unknown' });
    await expect.poll(() => two.state()).toEqual(one.state());
    gateway.sandbox.revokeToken(tokensOf(one).accessToken);
    const response = await send(one);
    expect(isSignedOut(await response.json())).toBe(true);
    expect(one.state()).toEqual({ status: 'signed-out', reason: 'expired' });
    await expect.poll(() => two.state()).toEqual({ status: 'signed-out', reason: 'expired' });
    const error = await one.refresh().catch((reason: unknown) => reason);
    expect(isSignedOut(error)).toBe(true);
  });

  it('stays while the platform is unreachable', async () => {
    const session = tab();
    await signIn(session);
    const tokens = tokensOf(session);
    gateway.faults.set(REFRESH, reset);
    await expect(session.refresh()).rejects.toThrow();
    expect(tokensOf(session)).toEqual(tokens);
    gateway.faults.clear();
    await session.refresh();
    expect(tokensOf(session).accessToken).not.toBe(tokens.accessToken);
  });

  it.each(LIBRARIES)(
    'says over %s that it cannot be refreshed for now, and then works again',
    async (_name, connect) => {
      const session = tab();
      await signIn(session);
      const state = session.state();
      gateway.sandbox.revokeToken(tokensOf(session).accessToken);
      const clock = new ManualClock();
      const client = connect({ url, session, clock });
      gateway.faults.set(REFRESH, reset);
      const query = client.query('{ me { handle } }');
      await clock.due(1000);
      clock.advance(1000);
      const { error } = await query;
      expect(gatewayErrors(error).map(({ extensions }) => extensions)).toMatchObject([
        { code: 'UPSTREAM_UNAVAILABLE', retryable: true, requestId: expect.any(String) },
      ]);
      expect(errorText(error)).toMatch(/Try again in a moment/);
      expect(session.state()).toBe(state);
      gateway.faults.clear();
      expect((await client.query('{ me { handle } }')).data).toMatchObject({
        me: { handle: '@ana.ferreira' },
      });
    },
  );
});

describe('tabs without Web Locks', () => {
  /** Two tabs that refresh at the same time; the responses to the first come late. */
  async function racing() {
    vi.stubGlobal('navigator', {});
    const storage = memoryStorage();
    const clock = new ManualClock();
    const { send, renewed, release } = holdingRefreshes();
    const [winner, loser] = [tab(storage, { fetch: send, clock }), tab(storage, { clock })];
    vi.unstubAllGlobals();
    await signIn(winner);
    await expect.poll(() => loser.state()).toEqual(winner.state());
    const states = new Collected<string>();
    for (const session of [winner, loser]) session.subscribe(() => states.add(session.state().status));
    const won = winner.refresh();
    await renewed.reach(1);
    return { winner, loser, clock, release, states, won, lost: loser.refresh() };
  }

  it('keep the tokens of the one whose refresh was first', async () => {
    const { winner, loser, clock, release, states, won, lost } = await racing();
    await clock.due(5000);
    release();
    await Promise.all([won, lost]);
    expect(loser.state()).toEqual(winner.state());
    expect(await handleOf(await send(loser))).toBe('@ana.ferreira');
    expect(new Set(states.items)).toEqual(new Set(['signed-in']));
  });

  it('stay signed in, though the first is very slow', async () => {
    const { winner, loser, clock, release, won, lost } = await racing();
    const failed = lost.catch((error: unknown) => error);
    await clock.due(5000);
    clock.advance(5000);
    expect(isSignedOut(await failed)).toBe(true);
    await expect.poll(() => winner.state()).toEqual({ status: 'signed-out', reason: 'expired' });
    release();
    await won;
    await expect.poll(() => loser.state()).toEqual(winner.state());
    expect(await handleOf(await send(loser))).toBe('@ana.ferreira');
  });
});

it('gives up a refresh that takes too long', async () => {
  const clock = new ManualClock();
  const session = tab(memoryStorage(), { clock });
  await signIn(session);
  gateway.faults.set(REFRESH, hang);
  const failed = session.refresh().catch((error: unknown) => error);
  await clock.due(30_000);
  clock.advance(30_000);
  expect(await failed).toMatchObject({ message: 'The gateway is unreachable.', errors: [] });
  expect(session.state().status).toBe('signed-in');
});

describe('signing out', () => {
  it('ends the session in all tabs and on the platform', async () => {
    const [one, two] = [tab(), tab()];
    await signIn(one);
    // Tabs with a storage of their own, as with `sessionStorage`.
    await two.start(tokensOf(one));
    const states = new Collected<string>();
    two.subscribe(() => states.add(two.state().status));
    const authorization = await one.authorization();
    await one.signOut();
    await states.reach(1);
    for (const session of [one, two]) {
      expect(session.state()).toEqual({ status: 'signed-out', reason: 'absent' });
      expect(await session.authorization()).toBe('');
    }
    await expectEnded(authorization);
  });

  it('stands, though renewed tokens are still being stored', async () => {
    const { storage, values, writes, hold } = asynchronous();
    const session = tab(storage);
    await signIn(session);
    const release = hold();
    const before = writes.items.length;
    const refreshed = session.refresh();
    await writes.reach(before + 1);
    const authorization = await session.authorization();
    const signedOut = session.signOut();
    release();
    await Promise.all([refreshed, signedOut]);
    expect(session.state()).toEqual({ status: 'signed-out', reason: 'absent' });
    expect(values.getItem('test.session')).toBeNull();
    await expectEnded(authorization);
  });

  it('stands in all tabs, whichever of them is storing renewed tokens', async () => {
    const { storage, values, writes, hold } = asynchronous();
    const [one, two] = [tab(storage), tab(storage)];
    await Promise.all([one.ready, two.ready]);
    await signIn(one);
    await expect.poll(() => two.state()).toEqual(one.state());
    const release = hold();
    const before = writes.items.length;
    const states = new Collected<string>();
    const watched = [one, two].map((session) => session.subscribe(() => states.add(session.state().status)));
    const refreshed = one.refresh();
    await writes.reach(before + 1);
    await two.signOut();
    await expect.poll(() => one.state().status).toBe('signed-out');
    release();
    await refreshed;
    // A later message arrives after those about the renewed tokens.
    await expect.poll(() => values.getItem('test.session')).toBeNull();
    const last = tab(storage);
    await last.start({ accessToken: 'later', refreshToken: null });
    await expect.poll(() => Object(two.state()).tokens?.accessToken).toBe('later');
    expect(states.items.filter((status) => status !== 'signed-out')).toHaveLength(3);
    for (const unsubscribe of watched) unsubscribe();
  });

  it('stands while the tokens are being read, or renewed by the platform', async () => {
    const { storage } = asynchronous();
    await signIn(tab(storage));
    const reading = tab(storage);
    await reading.signOut();
    expect(reading.state()).toEqual({ status: 'signed-out', reason: 'absent' });

    const { send: held, renewed, release } = holdingRefreshes();
    const session = tab(memoryStorage(), { fetch: held });
    await signIn(session);
    const refreshed = session.refresh().catch((error: unknown) => error);
    const [accessToken] = await renewed.reach(1);
    await session.signOut();
    release();
    expect(isSignedOut(await refreshed)).toBe(true);
    expect(session.state().status).toBe('signed-out');
    await expectEnded(`Bearer ${accessToken}`);
  });

  it('works after the session was closed: in other tabs, in the storage and on the platform', async () => {
    const storage = memoryStorage();
    const [session, other] = [tab(storage), tab(storage)];
    await signIn(session);
    await other.refresh();
    const { accessToken } = tokensOf(other);
    const ended = new Promise<void>((resolve) => {
      other.subscribe(() => other.state().status === 'signed-out' && resolve());
    });
    session.close();
    await session.signOut();
    await ended;
    expect(storage.getItem('test.session')).toBeNull();
    await expectEnded(`Bearer ${accessToken}`);
  });

  it('works while the gateway is unreachable', async () => {
    const storage = memoryStorage();
    const session = new Session({ url: 'http://127.0.0.1:1/graphql', storage });
    open.push(session);
    await session.start({ accessToken: 'a', refreshToken: null });
    await session.signOut();
    expect(session.state().status).toBe('signed-out');
    expect(storage.getItem('learning-platform.session')).toBeNull();
  });
});
