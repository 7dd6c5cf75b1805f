import { once } from 'node:events';
import { connect } from 'node:net';
import type { RecordedRequest } from 'learning-platform-kit/sandbox';
import { describe, expect, it } from 'vitest';
import { request, signInQuery, startPlatform } from './platform.ts';

describe("a platform's addresses", () => {
  it('respond with 404 to an unknown route and 405 to an unknown method', async () => {
    await using platform = await disposable();
    expect((await platform.request('/edu/v1/nothing')).status).toBe(404);
    const wrong = await platform.request('/user/v1/my/profile', { method: 'POST', body: {} });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('GET, PUT');
    expect(wrong.body.error.code).toBe('METHOD_NOT_ALLOWED');
  });

  it('refuse a sandbox client ID at the production address', async () => {
    await using platform = await disposable();
    const { clientId, clientSecret } = platform.sandboxApp;
    const token = platform.issueToken('u-ana', { clientId });
    const body = {
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'refresh_token',
      refresh_token: '',
    };
    const guest = { anonymous: true, clientId, dateOfBirth: '1990-01-01' };
    const query = signInQuery(platform, { client_id: clientId });
    const statuses = async (address: string) => [
      (await request(address, '/oauth/v2/signin', { query })).status,
      (await request(address, '/oauth/v2/token', { method: 'POST', body })).status,
      (await request(address, '/user/v1/my/profile', { method: 'PUT', body: guest })).status,
      (await request(address, '/user/v1/my/profile', { as: token })).status,
    ];
    expect(await statuses(platform.url)).toEqual([403, 403, 403, 403]);
    expect(await statuses(platform.sandboxUrl)).toEqual([200, 400, 200, 200]);
  });

  it('record every request as received, and let a test respond first', async () => {
    const seen: RecordedRequest[] = [];
    await using platform = await disposable({
      onRequest: (recorded) => seen.push(recorded),
      intercept: (incoming, response) => {
        if (incoming.url !== '/broken') return false;
        response.writeHead(500).end('<html>');
        return true;
      },
    });
    expect((await platform.request('/broken')).status).toBe(500);
    await request(platform.notesUrl, '/a%2Fb?x=%20y?z', { method: 'POST', body: { a: 1 } });
    expect(seen[1]).toMatchObject({
      listener: 'notes',
      method: 'POST',
      path: '/a%2Fb',
      query: 'x=%20y?z',
      body: '{"a":1}',
    });
  });

  it('refuse bodies that are too large', async () => {
    await using platform = await disposable();
    const status = async (body: string) =>
      (await fetch(`${platform.url}/user/v1/my/profile`, { method: 'PUT', body })).status;
    expect(await status('x'.repeat(5_000_000))).toBe(413);
  });

  it('close even with a hanging request and an idle connection', async () => {
    let arrive = (): void => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const platform = await startPlatform({
      intercept: () => {
        arrive();
        return true;
      },
    });
    const hanging = platform.request('/hang').catch(() => 'cut');
    const idle = connect(Number(new URL(platform.notesUrl).port), '127.0.0.1');
    await Promise.all([arrived, once(idle, 'connect')]);
    await platform.close();
    expect(await hanging).toBe('cut');
    idle.destroy();
  });

  it('fail to open if the port is taken', async () => {
    await using platform = await disposable();
    await expect(startPlatform({ port: Number(new URL(platform.url).port) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  it('belong to one platform: two platforms share nothing', async () => {
    await using one = await disposable();
    await using other = await disposable();
    const token = one.issueToken('u-ana');
    expect((await other.request('/user/v1/my/profile', { as: token })).status).toBe(401);
  });
});

async function disposable(options: Parameters<typeof startPlatform>[0] = {}) {
  const platform = await startPlatform(options);
  return { ...platform, [Symbol.asyncDispose]: () => platform.close() };
}
