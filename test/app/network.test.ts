import { describe, expect, it } from 'vitest';
import { startApp } from '../../src/app/app.ts';
import { onNetwork } from '../../src/app/network.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { readTestConfig } from '../support/bounds.ts';
import { jsonOf } from '../support/gateway.ts';

const HOUR = 3_600_000;
const APP = 'http://127.0.0.2:5173';

const interfaceOf = (address: string, { internal = false, family = 'IPv4' as const } = {}) => [
  { address, family, internal },
];
const config = readTestConfig({ PORT: '0' });

describe('a gateway for a phone', () => {
  it('has the address of this machine in a network, first one of a home or an office', () => {
    const hostIn = (interfaces: Parameters<typeof onNetwork>[1]) => onNetwork(config, interfaces).config.host;
    const lo = interfaceOf('127.0.0.1', { internal: true });
    expect(hostIn({ lo, vpn: interfaceOf('203.0.113.7'), wlan: interfaceOf('192.168.1.5') })).toBe(
      '192.168.1.5',
    );
    expect(hostIn({ lo, wlan: interfaceOf('172.20.10.4') })).toBe('172.20.10.4');
    expect(hostIn({ lo, eth0: interfaceOf('203.0.113.7') })).toBe('203.0.113.7');
    expect(() => hostIn({ lo })).toThrow('--lan found no network');
  });

  it('is for the embedded platform alone', () => {
    const real = readTestConfig({ PORT: '0', PLATFORM_URL: 'https://platform.example' });
    expect(() => onNetwork(real)).toThrow(
      '--lan is for the embedded platform alone, and PLATFORM_URL is set',
    );
  });

  it('admits pages of its address alone, with random credentials that expire', {
    tags: 'linux',
  }, async () => {
    let now = Date.now();
    const shared = onNetwork(config, { eth0: interfaceOf('127.0.0.2') });
    const app = await startApp(shared.config, openLog('silent', { write() {} }), {
      sandbox: { ...shared.sandbox, now: () => now },
    });
    const { sandbox } = app;
    if (!sandbox) throw new Error('there is no embedded platform');
    const ask = (token: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
        body: JSON.stringify({ query: '{ me { handle } }' }),
      });
    const codesOf = async (token: string): Promise<string[]> => {
      const { errors = [] } = await jsonOf(await ask(token));
      return errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code);
    };
    const { student, plugin } = sandbox.credentials;
    expect([new URL(app.url).hostname, new URL(sandbox.url).hostname]).toEqual(['127.0.0.2', '127.0.0.2']);

    const allowed = await ask(student, { origin: APP });
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, APP]);
    for (const origin of [
      'http://127.0.0.1:5173',
      'http://localhost:5173',
      'https://studio.apollographql.com',
    ])
      expect([origin, (await ask(student, { origin })).status]).toEqual([origin, 403]);

    const start = await fetch(`${app.url}/`);
    expect(start.status).toBe(200);
    expect(await start.text()).not.toContain(student);
    expect((await fetch(`${app.url}/schema/identities.json`)).status).toBe(404);

    expect(await codesOf('demo-student-token')).toEqual(['UNAUTHENTICATED']);
    expect(plugin.clientSecret).not.toBe('demo-plugin-secret');
    const signIn = new URL('/oauth/v2/signin', sandbox.url);
    const query = {
      client_id: sandbox.app.clientId,
      response_type: 'code',
      redirect_uri: `${APP}/callback`,
      state: 'x',
      app_login: 'false',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(query)) signIn.searchParams.set(name, value);
    const enter = async (password: string): Promise<Response> =>
      fetch(signIn, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ handle: '@ana.ferreira', password }),
      });
    const page = await (await fetch(signIn)).text();
    expect(page).toContain('the gateway has printed the password');
    expect(page).not.toContain(sandbox.password);
    expect((await enter('demo')).status).toBe(401);
    expect((await enter(sandbox.password)).headers.get('location')).toMatch(
      new RegExp(`^${APP}/callback\\?`),
    );

    expect(await codesOf(student)).toEqual([]);
    now += 8 * HOUR;
    expect(await codesOf(student)).toEqual(['UNAUTHENTICATED']);
    await app.close();
  });
});
