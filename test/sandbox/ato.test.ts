import { beforeAll, describe, expect, it } from 'vitest';
import { forSuite } from '../support/suite.ts';
import { basic, startPlatform } from './platform.ts';
import { startPlugin } from './plugin.ts';

const plugin = forSuite(startPlugin);
const platform = forSuite(startPlatform);
beforeAll(() => platform.setPluginEndpoints(plugin.endpoints));

const redeem = (code: string, clientId = platform.credentials.plugin.clientId) =>
  platform.call('issueToken', '', { client_id: clientId, grant_type: 'authorization_code', code });

async function tokenFor(requestId: string, userId?: string): Promise<string> {
  const { body } = await redeem(platform.signOnToAto(requestId, userId).code);
  return body.access_token;
}

const status = (as: string, body: object) => platform.call('updateAtoStatus', as, { ...body });
const alert = (as: string, body: object) => platform.call('raiseAtoAlert', as, { ...body });

describe('an ATO request', () => {
  it('is posted to the plugin with its Basic credential', async () => {
    const { requestId, response } = await platform.startAtoRequest({
      userId: 'u-reyes',
      appName: 'Range Log',
    });
    expect(response).toEqual({ status: 202, body: { received: '/requests' } });
    expect(plugin.calls.at(-1)).toMatchObject({
      method: 'POST',
      path: '/requests',
      authorization: basic(platform.credentials.plugin).authorization,
      body: { requestId, userId: 'u-reyes', appName: 'Range Log', status: 'not-started', distributions: [] },
    });
  });

  it('posts the complete set of distributions to the plugin after every change', async () => {
    const { requestId } = await platform.startAtoRequest();
    const ios = { distributionId: 'd-1', name: 'App Store', platform: 'ios', version: '1.0' };
    const web = { distributionId: 'd-2', name: 'Web', platform: 'web', version: '1.0' };
    await platform.setDistributions(requestId, [ios]);
    await platform.setDistributions(requestId, [ios, web]);
    await platform.setDistributions(requestId, [web]);
    const sets = plugin.calls.filter(({ path }) => path === '/distributions');
    expect(sets.map(({ body }) => body)).toEqual([
      { requestId, userId: 'u-ana', distributions: [ios] },
      { requestId, userId: 'u-ana', distributions: [ios, web] },
      { requestId, userId: 'u-ana', distributions: [web] },
    ]);
  });

  it('is not sent without an endpoint, and is stored even if the plugin is down', async () => {
    platform.setPluginEndpoints({});
    const { requestId, response } = await platform.startAtoRequest();
    expect(response).toBe(null);
    platform.setPluginEndpoints({ atoRequests: 'http://127.0.0.1:1/' });
    await expect(platform.resendAtoRequest(requestId)).rejects.toThrow();
    platform.setPluginEndpoints(plugin.endpoints);
    expect((await platform.resendAtoRequest(requestId))?.status).toBe(202);
  });
});

describe('the sign-on of a request', () => {
  it("returns a code, to exchange for a token that reads the user's own profile, and the request ID", async () => {
    const { requestId } = await platform.startAtoRequest();
    const signOn = platform.signOnToAto(requestId);
    expect(signOn).toMatchObject({ state: requestId, redirectUri: expect.stringContaining('http') });
    expect((await redeem(signOn.code, 'demo-app')).status).toBe(400);
    const { body } = await redeem(signOn.code);
    expect((await redeem(signOn.code)).status).toBe(400);
    const profile = await platform.request('/user/v1/my/profile', { as: body.access_token });
    expect(profile.body.userId).toBe('u-ana');
    expect((await platform.request('/user/v1/my/friends', { as: body.access_token })).status).toBe(403);
  });

  it('lets the plugin set the status and add alerts', async () => {
    const { requestId } = await platform.startAtoRequest();
    const token = await tokenFor(requestId);
    const update = { requestId, status: 'under-review', complete: false, cancellable: false };
    expect((await status(token, update)).body).toMatchObject(update);
    const raised = await alert(token, { requestId, title: 'Look', text: 'A document is missing.' });
    expect(raised.body).toMatchObject({ requestId, title: 'Look', type: 'info' });
    const stored = platform.atoRequests().find((request) => request.requestId === requestId);
    expect(stored).toMatchObject({ status: 'under-review', cancellable: false, alerts: [{ title: 'Look' }] });
  });

  it("gives access only to the user's own requests", async () => {
    const mine = await platform.startAtoRequest({ userId: 'u-ana' });
    const theirs = await platform.startAtoRequest({ userId: 'u-reyes' });
    const token = await tokenFor(mine.requestId);
    const update = { status: 'completed' };
    expect((await status(token, { ...update, requestId: theirs.requestId })).status).toBe(403);
    expect((await alert(token, { requestId: theirs.requestId, title: 'x', text: 'y' })).status).toBe(403);
    const stranger = await tokenFor(mine.requestId, 'u-reyes');
    expect((await status(stranger, { ...update, requestId: mine.requestId })).status).toBe(403);
    expect((await status(token, { ...update, requestId: 'nothing' })).status).toBe(404);
  });
});
