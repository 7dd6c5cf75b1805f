import { describe, expect, it } from 'vitest';
import { answer, json, status } from './support/faults.ts';
import { as, codesByPath } from './support/gateway.ts';
import { signInAs } from './support/sign-in.ts';
import { suiteGateway } from './support/suite.ts';

const BEGIN = `mutation ($input: BeginSignInInput!) { beginSignIn(input: $input) { url state codeVerifier nonce } }`;
const EXCHANGE = `mutation ($input: ExchangeCodeInput!) {
  exchangeCode(input: $input) { token { accessToken refreshToken tokenType expiresIn extra } deviceRegistered }
}`;

describe('sign-in', () => {
  const gateway = suiteGateway();

  const redirectUri = () => gateway.sandbox.app.redirectUri;
  const begin = async (input: object = {}) => {
    const { data } = await gateway.query(BEGIN, {
      variables: { input: { redirectUri: redirectUri(), ...input } },
    });
    return data.beginSignIn;
  };

  it('generates verifiers of 64 characters that the platform accepts', async () => {
    const document = `mutation ($input: BeginSignInInput!) { ${Array.from({ length: 20 }, (_, index) => `v${index}: beginSignIn(input: $input) { codeVerifier }`).join(' ')} }`;
    const { data } = await gateway.query(document, { variables: { input: { redirectUri: redirectUri() } } });
    const verifiers = Object.values<{ codeVerifier: string }>(data).map(({ codeVerifier }) => codeVerifier);
    expect(new Set(verifiers).size).toBe(20);
    for (const verifier of verifiers) expect(verifier).toMatch(/^[A-Za-z0-9._~]{64}$/);
  });

  it('keeps a lifetime that is not a number in `extra`', async () => {
    gateway.faults.set('POST /oauth/v2/token', json({ access_token: 'at', expires_in: 'one hour' }));
    const { data, errors } = await gateway.query(EXCHANGE, {
      variables: { input: { code: 'c', codeVerifier: 'v'.repeat(43) } },
    });
    expect(errors).toEqual([]);
    expect(data.exchangeCode.token).toMatchObject({ expiresIn: null, extra: { expires_in: 'one hour' } });
  });

  it('completes in a browser: page, form, redirect, code, tokens, first query', async () => {
    const { url, state, codeVerifier } = await begin();
    const page = await fetch(url);
    expect(page.headers.get('content-type')).toContain('text/html');
    const back = await signInAs('@ana.ferreira', url);
    expect(back.searchParams.get('state')).toBe(state);

    const { data, errors, calls } = await gateway.query(EXCHANGE, {
      variables: { input: { code: back.searchParams.get('code'), codeVerifier } },
    });
    expect(errors).toEqual([]);
    expect(calls).toEqual(['POST /oauth/v2/token']);
    expect(data.exchangeCode.deviceRegistered).toBeNull();
    const { accessToken, ...token } = data.exchangeCode.token;
    const expected = { tokenType: 'Bearer', expiresIn: 3600, extra: {} };
    expect(token).toEqual({ ...expected, refreshToken: expect.any(String) });

    const graph = await gateway.query('{ me { handle } session { tokenValid sessionValid } }', {
      as: as.bearer(accessToken),
    });
    expect(graph.errors).toEqual([]);
    expect(graph.data).toEqual({
      me: { handle: '@ana.ferreira' },
      session: { tokenValid: true, sessionValid: true },
    });
  });

  it('returns the tokens if registering the device fails', async () => {
    gateway.faults.set('PUT /notifications/v1/register', status(500));
    const { url, codeVerifier } = await begin();
    const back = await signInAs('@ana.ferreira', url);
    const { data, errors } = await gateway.query(EXCHANGE, {
      variables: { input: { code: back.searchParams.get('code'), codeVerifier, deviceToken: 'device-1' } },
    });
    expect(data.exchangeCode.token.accessToken).toEqual(expect.any(String));
    expect(data.exchangeCode.deviceRegistered).toBeNull();
    expect(codesByPath(errors)).toEqual({ 'exchangeCode.deviceRegistered': 'UPSTREAM_UNAVAILABLE' });
  });

  it('returns implicit tokens in the fragment, without the gateway', async () => {
    const { url, state } = await begin({ responseType: 'IMPLICIT' });
    const back = await signInAs('@ana.ferreira', url);
    const fragment = new URLSearchParams(back.hash.slice(1));
    expect(fragment.get('state')).toBe(state);
    const { data } = await gateway.query('{ me { handle } }', {
      as: as.bearer(fragment.get('access_token') ?? ''),
    });
    expect(data.me.handle).toBe('@ana.ferreira');
  });
});

describe('a session', () => {
  let now = Date.parse('2026-03-01T09:00:00Z');
  const gateway = suiteGateway({ sandbox: { now: () => now, tokenLifetime: 60_000 } });

  const REFRESH = `mutation ($refreshToken: String!) {
    refreshSession(input: { refreshToken: $refreshToken }) { token { accessToken refreshToken } }
  }`;

  it('expires with its token and continues with its refresh token', async () => {
    const { accessToken, refreshToken } = gateway.sandbox.issueSession('u-ana');
    now += 61_000;
    const expired = await gateway.query('{ me { id } session { tokenValid sessionValid } }', {
      as: as.bearer(accessToken),
    });
    expect(expired.data.me).toBeNull();
    expect(codesByPath(expired.errors)).toEqual({ 'me.id': 'UNAUTHENTICATED' });
    expect(expired.data.session.tokenValid).toBe(false);

    const refreshed = await gateway.query(REFRESH, { variables: { refreshToken } });
    expect(JSON.parse(gateway.requests.at(-1)?.body ?? '')).toEqual({
      client_id: 'demo-app',
      client_secret: 'demo-app-secret',
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    });
    const { token } = refreshed.data.refreshSession;
    const { data } = await gateway.query('{ me { id } }', { as: as.bearer(token.accessToken) });
    expect(data.me.id).toBe('u-ana');
  });

  it('ends with signOut, and later fields of the operation read again', async () => {
    const token = gateway.sandbox.issueToken('u-ana');
    const { data } = await gateway.query('mutation { signOut { extra } }', { as: as.bearer(token) });
    expect(data.signOut).not.toBeNull();
    const after = await gateway.query('{ session { tokenValid sessionValid } me { id } }', {
      as: as.bearer(token),
    });
    expect(after.data).toEqual({ session: { tokenValid: false, sessionValid: false }, me: null });
  });

  it("returns the platform's validation responses without another call", async () => {
    gateway.faults.set('GET /oauth/v2/token/validate', json({ scope: 'all' }));
    gateway.faults.set('GET /oauth/v2/session/validate', answer('OK', 'text/plain'));
    gateway.faults.set('GET /oauth/v2/logout', json({ message: 'bye' }));
    const token = as.bearer(gateway.sandbox.issueToken('u-ana'));
    const { data, errors, calls } = await gateway.query(
      '{ session { tokenValid tokenExtra sessionValid sessionExtra } }',
      { as: token },
    );
    expect(errors).toEqual([]);
    expect(data.session).toEqual({
      tokenValid: true,
      tokenExtra: { scope: 'all' },
      sessionValid: true,
      sessionExtra: {},
    });
    expect(calls.toSorted()).toEqual(['GET /oauth/v2/session/validate', 'GET /oauth/v2/token/validate']);
    const out = await gateway.query('mutation { signOut { extra } }', { as: token });
    expect(out.data.signOut).toEqual({ extra: { message: 'bye' } });
    expect(gateway.requests.at(-1)).toMatchObject({ method: 'GET', body: '' });
    gateway.faults.clear();
    const refused = await gateway.query('{ session { tokenValid tokenExtra } }', { as: as.bearer('gone') });
    expect(refused.errors).toEqual([]);
    expect(refused.data.session).toEqual({ tokenValid: false, tokenExtra: null });
  });

  it.each([['Bearer demo-student-token'], ['bearer demo-student-token'], ['demo-student-token']])(
    'accepts the token as `%s`',
    async (authorization) => {
      const { data } = await gateway.query('{ me { id } }', { as: { authorization } });
      expect(data.me.id).toBe('u-ana');
    },
  );
});
