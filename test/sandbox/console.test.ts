import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, it } from 'vitest';
import { forSuite } from '../support/suite.ts';
import { startPlatform } from './platform.ts';
import { startPlugin } from './plugin.ts';

const plugin = forSuite(startPlugin);
/** Requests that the platform has received, by path. */
const received = new EventEmitter();
const platform = forSuite(() => startPlatform({ onRequest: ({ path }) => void received.emit(path) }));
beforeEach(() => platform.setPluginEndpoints(plugin.endpoints));

/** Submits one of the page's forms and follows the redirect back to the page. */
async function submit(form: string, fields: Record<string, string>, origin = platform.url): Promise<string> {
  const response = await fetch(`${platform.url}/console/${form}`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams(fields),
  });
  return response.text();
}

it('sends a notification as another user', async () => {
  const fields = { sender: 'u-hana', receiver: 'u-ana', text: '<b>now</b>', persist: 'true' };
  const page = await submit('notification', fields);
  expect(page).toContain('Notification sent');
  expect(page).toContain('&lt;b&gt;now&lt;/b&gt;');
  expect(page).not.toContain('<b>now</b>');
  const { body } = await platform.request('/notifications/v1', { as: platform.student });
  expect(body[0]).toMatchObject({ sender: 'u-hana', text: '<b>now</b>' });
});

it('starts an ATO request, changes its distributions and completes its sign-on', async () => {
  await submit('ato/request', { userId: 'u-reyes', appName: 'Range Log' });
  const { requestId } = plugin.calls.at(-1)?.body ?? {};
  await submit('ato/distributions', { requestId, distributions: 'App Store, ios, 2.1\n\nWeb, web, 2.1' });
  expect(plugin.calls.at(-1)?.body.distributions).toEqual([
    { distributionId: 'd-app-store-ios', name: 'App Store', platform: 'ios', version: '2.1' },
    { distributionId: 'd-web-web', name: 'Web', platform: 'web', version: '2.1' },
  ]);
  const page = await submit('ato/sign-on', { requestId });
  expect(page).toMatch(new RegExp(`href="http[^"]+code=[^"]+state=${requestId}"`));
  await submit('ato/resend', { requestId });
  expect(plugin.calls.at(-1)?.path).toBe('/requests');
});

it('searches in the mission planner', async () => {
  expect(await submit('mission-planner/capabilities', { term: 'radio' })).toContain('/capabilities');
  await submit('mission-planner/candidates', { capabilityIds: 'b-1, b-2' });
  expect(plugin.calls.at(-1)?.body.capabilityIds).toEqual(['b-1', 'b-2']);
});

it('shows what an action led to beside its form, and earlier actions at the end', async () => {
  await submit('notification', { sender: 'u-hana', receiver: 'u-ana', text: 'x' });
  const page = await submit('mission-planner/capabilities', { term: 'compass' });
  const [, part = ''] = /<section id="mission-planner">([\s\S]*?)<\/section>/.exec(page) ?? [];
  expect(part).toContain('Mission planner: capabilities for “compass”');
  const [, earlier = ''] = page.split('Earlier actions');
  expect(earlier).toContain('Notification sent');
  expect(earlier).not.toContain('compass');
});

it('shows errors, and refuses forms from other websites', async () => {
  expect(await submit('ato/sign-on', { requestId: 'nothing' })).toContain('ATO request nothing not found');
  platform.setPluginEndpoints({ capabilities: 'http://127.0.0.1:1/' });
  expect(await submit('mission-planner/capabilities', { term: 'x' })).toContain('could not be reached');
  expect(await submit('notification', {}, 'https://evil.example')).toContain('FORBIDDEN');
});

it('ends access tokens soon, also those of open pages, but not the demo tokens', async () => {
  const valid = async (as: string): Promise<number> =>
    (await platform.request('/user/v1/my/profile', { as })).status;
  const { accessToken, refreshToken } = platform.issueSession('u-hana');
  expect(await submit('troubles', { shortTokens: 'true' })).toContain('Switches turned');
  expect(await valid(accessToken)).toBe(200);
  platform.pass(30_000);
  expect(await valid(accessToken)).toBe(401);
  expect(await valid(platform.student)).toBe(200);
  const { clientId, clientSecret } = platform.app;
  const refreshed = await platform.call('issueToken', '', {
    client_id: clientId,
    client_secret: clientSecret,
    refresh_token: refreshToken,
    grant_type: 'refresh_token',
  });
  const token: string = refreshed.body.access_token;
  expect(await valid(token)).toBe(200);
  await submit('troubles', {});
  platform.pass(30_000);
  expect(await valid(token)).toBe(401);
  const lasting = platform.issueToken('u-hana');
  platform.pass(60_000);
  expect(await valid(lasting)).toBe(200);
});

it('makes one route fail', async () => {
  const as = platform.student;
  await submit('troubles', { failing: 'GET /edu/v1/class/list' });
  expect((await platform.request('/edu/v1/class/list', { as })).status).toBe(503);
  expect((await platform.request('/user/v1/my/profile', { as })).status).toBe(200);
  const page = await submit('troubles', { failing: 'GET /console' });
  expect(page).toContain('failing must be a route of the platform');
  // Refused: nothing is turned.
  expect((await platform.request('/edu/v1/class/list', { as })).status).toBe(503);
  await submit('troubles', {});
  expect((await platform.request('/edu/v1/class/list', { as })).status).toBe(200);
});

it('makes one route slow, until the switch is turned off', async () => {
  const as = platform.student;
  const arrived = once(received, '/edu/v1/class/list');
  expect(await submit('troubles', { slow: 'GET /edu/v1/class/list', seconds: '999' })).toContain(
    'between 1 and 120',
  );
  await submit('troubles', { slow: 'GET /edu/v1/class/list', seconds: '120' });
  let isAnswered = false;
  const slow = platform.request('/edu/v1/class/list', { as }).then(({ status }) => {
    isAnswered = true;
    return status;
  });
  await arrived;
  // Another route answers, although it was asked later.
  expect((await platform.request('/user/v1/my/profile', { as })).status).toBe(200);
  expect(isAnswered).toBe(false);
  await submit('troubles', {});
  expect(await slow).toBe(200);
});

it('loses the connection, but keeps the console', async () => {
  const as = platform.student;
  const page = await submit('troubles', { lost: 'true' });
  expect(page).toMatch(/name="lost" value="true" checked/);
  await expect(platform.request('/user/v1/my/profile', { as })).rejects.toThrow();
  await submit('troubles', {});
  expect((await platform.request('/user/v1/my/profile', { as })).status).toBe(200);
});

it('runs no script, and accepts only the host names of this machine', async () => {
  const { hostname, port } = new URL(platform.url);
  const get = (host: string, method = 'GET', path = '/console') =>
    new Promise<{ status: number; policy: string; page: string }>((resolve, reject) => {
      request({ hostname, port, path, method, headers: { host } }, async (response) => {
        const { 'content-security-policy': policy = '' } = response.headers;
        resolve({ status: response.statusCode ?? 0, policy: String(policy), page: await text(response) });
      })
        .on('error', reject)
        .end();
    });
  const { status, policy, page } = await get(`localhost:${port}`);
  expect(status).toBe(200);
  expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; form-action 'self';/);
  expect(page).not.toMatch(/<script|\son\w+=|javascript:/i);
  for (const host of ['evil.example', `localhost.evil.example:${port}`, '127.0.0.1.evil.example'])
    for (const [method, path] of [
      ['GET', '/console'],
      ['POST', '/console/notification'],
    ]) {
      const refused = await get(host, method, path);
      expect([host, path, refused.status]).toEqual([host, path, 403]);
      expect(refused.page).not.toContain('u-ana');
    }
});
