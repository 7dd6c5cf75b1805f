import { describe, expect, it } from 'vitest';
import { forSuite } from '../support/suite.ts';
import { request, startPlatform } from './platform.ts';

const platform = forSuite(startPlatform);

const send = (body: object, as = platform.instructor) => platform.call('sendNotification', as, { ...body });
const texts = async (userId: string, query: Record<string, string> = {}) => {
  const { body } = await platform.call('listNotifications', platform.issueToken(userId), query);
  return body.map((notification: { text: string }) => notification.text);
};

describe('notifications', () => {
  it('are stored for the receiver only if they persist', async () => {
    const stored = await send({
      receiver: 'u-kofi',
      text: 'stored',
      textParameters: 'a,b',
      path: '/x',
      persist: 'true',
    });
    expect(stored.body).toMatchObject({
      notificationId: expect.any(String),
      receiver: 'u-kofi',
      sender: 'u-marcus',
      textParameters: 'a,b',
      path: '/x',
      persist: 'true',
      acknowledge: false,
      devices: 0,
    });
    await send({ receiver: 'u-kofi', text: 'pushed', persist: 'false' });
    expect(await texts('u-kofi')).toEqual(['stored']);
    expect(await texts('u-priya')).toEqual([]);
  });

  it('are listed newest first, by page, since a time, and with acknowledged ones on request', async () => {
    for (const text of ['one', 'two', 'three']) {
      platform.pass(1000);
      await send({ receiver: 'u-leila', text, persist: 'true' });
    }
    expect(await texts('u-leila')).toEqual(['three', 'two', 'one']);
    expect(await texts('u-leila', { limit: '2', page: '2' })).toEqual(['one']);

    const as = platform.issueToken('u-leila');
    const { body } = await platform.request('/notifications/v1', { as });
    expect(await texts('u-leila', { since: body[2].createdDate })).toEqual(['three', 'two']);
    const acknowledge = (token: string) =>
      platform.call('acknowledgeNotification', token, { notificationId: body[0].notificationId });
    expect((await acknowledge(as)).body.acknowledge).toBe(true);
    expect(await texts('u-leila')).toEqual(['two', 'one']);
    expect(await texts('u-leila', { acknowledge: 'true' })).toEqual(['three', 'two', 'one']);
  });

  it('reach the sessions registered with their own refresh token', async () => {
    const { accessToken, refreshToken } = platform.issueSession('u-tane');
    const register = (as: string, token: string) =>
      platform.call('registerDevice', as, { deviceToken: 'ios-1', refreshToken: token });
    expect((await register(platform.student, refreshToken)).status).toBe(403);
    expect((await register(accessToken, refreshToken)).status).toBe(200);
    expect((await send({ receiver: 'u-tane', text: 'hi' })).body.devices).toBe(1);
  });

  it('require push to be enabled for the app', async () => {
    const quiet = platform.issueToken('u-ana', { clientId: 'quiet-app' });
    expect((await send({ receiver: 'u-ana', text: 'x' }, quiet)).status).toBe(403);
  });

  it('of a sandbox app use the push sandbox address, which serves nothing else', async () => {
    const as = platform.issueToken('u-ana', { clientId: platform.sandboxApp.clientId });
    const body = { receiver: 'u-ana', text: 'x', persist: 'true' };
    const put = (address: string) => request(address, '/notifications/v1', { method: 'PUT', as, body });
    expect((await put(platform.pushSandboxUrl)).status).toBe(200);
    expect((await put(platform.sandboxUrl)).status).toBe(404);
    expect((await put(platform.url)).status).toBe(403);
    expect((await request(platform.pushSandboxUrl, '/user/v1/my/profile', { as })).status).toBe(404);
  });
});
