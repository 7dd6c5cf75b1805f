import { describe, expect, it } from 'vitest';
import { forSuite } from '../support/suite.ts';
import { pkce, signInQuery, startPlatform, submitSignIn } from './platform.ts';

const HOUR = 3_600_000;
const platform = forSuite(startPlatform);

const exchange = (code: string, verifier: string, clientId = platform.app.clientId) =>
  platform.call('issueToken', '', {
    client_id: clientId,
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
  });

const refresh = (refreshToken: string, secret = platform.app.clientSecret) =>
  platform.call('issueToken', '', {
    client_id: platform.app.clientId,
    client_secret: secret,
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });

async function codeFor(challenge: string): Promise<string> {
  const redirect = await submitSignIn(platform, signInQuery(platform, { code_challenge: challenge }));
  return new URL(redirect.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

describe('the sign-in page', () => {
  it('shows a message after a wrong password, and retains the handle, escaped', async () => {
    const again = await submitSignIn(platform, signInQuery(platform), {
      handle: '"><script>',
      password: 'wrong',
    });
    const page = await again.text();
    expect(again.status).toBe(401);
    expect(page).toContain('do not match');
    expect(page).not.toContain('<script>');
  });

  it('offers the platform app only if app_login is true', async () => {
    const page = async (appLogin: string) =>
      (await platform.request('/oauth/v2/signin', { query: signInQuery(platform, { app_login: appLogin }) }))
        .body;
    expect(await page('true')).toContain('platform app');
    expect(await page('false')).not.toContain('platform app');
    const redirect = await submitSignIn(platform, signInQuery(platform, { app_login: 'true' }), {
      platform_app: 'true',
    });
    expect(redirect.status).toBe(303);
  });

  it.each([
    ['an unknown client', { client_id: 'nobody' }],
    ['an unregistered redirect URI', { redirect_uri: 'https://evil.example/' }],
    ['a challenge that is not a SHA-256 hash', { code_challenge: 'short' }],
  ])('refuses %s', async (_what, changes) => {
    const { status, body } = await platform.request('/oauth/v2/signin', {
      query: signInQuery(platform, changes),
    });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'BAD_REQUEST', message: expect.any(String) });
  });

  it.each([
    'http://localhost:5173/',
    'http://127.0.0.1:8080/callback?from=1',
    'http://[::1]:3000/',
    'http://app.localhost/',
  ])('accepts any redirect URI on loopback: %s', async (redirectUri) => {
    const response = await submitSignIn(platform, signInQuery(platform, { redirect_uri: redirectUri }));
    expect(response.status).toBe(303);
    expect(response.headers.get('location')?.startsWith(redirectUri)).toBe(true);
  });

  it.each([
    'http://localhost.evil.example/',
    'http://evil.example/?http://localhost/',
    'http://localhost@evil.example/',
    'http://127.0.0.1.evil.example/',
    'javascript:alert(1)//localhost',
  ])('refuses a redirect URI that only looks like one on loopback: %s', async (redirectUri) => {
    const query = signInQuery(platform, { redirect_uri: redirectUri });
    expect((await platform.request('/oauth/v2/signin', { query })).status).toBe(400);
  });

  it('explains a refused redirect URI to the person in the browser', async () => {
    const { status, headers, body } = await platform.request('/oauth/v2/signin', {
      query: signInQuery(platform, { redirect_uri: 'https://app.example/' }),
      headers: { accept: 'text/html,*/*;q=0.8' },
    });
    expect(status).toBe(400);
    expect(headers.get('content-type')).toContain('text/html');
    expect(body).toContain('redirect_uri https://app.example/ is not registered for demo-app');
    expect(body).toContain('any address on loopback');
    expect(body).toContain('developer console');
  });

  it('accepts a nonce once', async () => {
    const query = signInQuery(platform, { nonce: 'nonce-1' });
    expect((await submitSignIn(platform, query)).status).toBe(303);
    expect((await platform.request('/oauth/v2/signin', { query })).status).toBe(400);
  });

  it('does not sign in an anonymous user', async () => {
    const form = { handle: '@quiet-heron', password: 'demo' };
    expect((await submitSignIn(platform, signInQuery(platform), form)).status).toBe(401);
  });
});

describe('the code exchange', () => {
  it('also accepts a challenge in padded base64', async () => {
    const { verifier, challenge } = pkce();
    const padded = `${challenge.replaceAll('-', '+').replaceAll('_', '/')}=`;
    expect((await exchange(await codeFor(padded), verifier)).status).toBe(200);
  });

  it('refuses a wrong verifier and invalidates the code', async () => {
    const { verifier, challenge } = pkce();
    const code = await codeFor(challenge);
    expect((await exchange(code, pkce().verifier)).status).toBe(400);
    expect((await exchange(code, verifier)).status).toBe(400);
  });

  it('accepts a code only from the client it was issued to', async () => {
    const { verifier, challenge } = pkce();
    expect((await exchange(await codeFor(challenge), verifier, 'quiet-app')).status).toBe(400);
  });

  it('accepts a code once, within five minutes', async () => {
    const { verifier, challenge } = pkce();
    const code = await codeFor(challenge);
    expect((await exchange(code, verifier)).status).toBe(200);
    expect((await exchange(code, verifier)).status).toBe(400);
    const late = await codeFor(challenge);
    platform.pass(HOUR / 12);
    expect((await exchange(late, verifier)).status).toBe(400);
  });

  it('accepts a form as well as JSON', async () => {
    const { verifier, challenge } = pkce();
    const response = await fetch(`${platform.url}/oauth/v2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: platform.app.clientId,
        grant_type: 'authorization_code',
        code: await codeFor(challenge),
        code_verifier: verifier,
      }),
    });
    expect(response.status).toBe(200);
  });
});

describe('a session', () => {
  it('is refreshed with the client secret, each refresh token once', async () => {
    const { refreshToken } = platform.issueSession('u-priya');
    expect((await refresh(refreshToken, 'wrong')).status).toBe(401);
    const renewed = await refresh(refreshToken);
    expect(renewed.status).toBe(200);
    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await refresh(renewed.body.refresh_token)).status).toBe(200);
  });

  it('ends by expiry, sign-out and revocation', async () => {
    const read = async (token: string) =>
      (await platform.request('/user/v1/my/profile', { as: token })).status;
    const expiring = platform.issueToken('u-priya');
    const signedOut = platform.issueToken('u-priya', { lifetime: 10 * HOUR });
    const revoked = platform.issueToken('u-priya', { lifetime: 10 * HOUR });
    expect(await Promise.all([expiring, signedOut, revoked].map(read))).toEqual([200, 200, 200]);
    platform.pass(HOUR);
    expect((await platform.request('/oauth/v2/logout', { as: signedOut })).status).toBe(200);
    platform.revokeToken(revoked);
    expect(await Promise.all([expiring, signedOut, revoked].map(read))).toEqual([401, 401, 401]);
    expect(await read(platform.student)).toBe(200);
  });

  it('is found with and without Bearer, but not by Bearer alone', async () => {
    const status = async (headers: Record<string, string>) =>
      (await platform.request('/user/v1/my/profile', { headers })).status;
    expect(await status({ authorization: platform.student })).toBe(200);
    expect(await status({ authorization: `bearer ${platform.student}` })).toBe(200);
    expect(await status({ authorization: 'Bearer' })).toBe(401);
  });
});
