import { beforeAll, describe, expect, it } from 'vitest';
import { forSuite } from '../support/suite.ts';
import { startPlatform } from './platform.ts';

const platform = forSuite(() => startPlatform({ bucketStorage: 5_000 }));
let other: string;
beforeAll(async () => {
  other = platform.issueToken('u-tomas');
});

const bucket = (method: string, as: string, body: object) =>
  platform.request('/app/v1/bucket', { method, as, body });
const read = (as: string, query: Record<string, string>) => platform.request('/app/v1/bucket', { as, query });

describe('a bucket', () => {
  it('is created with its creator on the access list, of whichever form', async () => {
    const body = { id: 'plan', data: { a: { b: [1, 2] } }, users: 'u-priya, u-kofi' };
    const created = await bucket('PUT', platform.student, body);
    expect(created.body).toEqual({
      id: 'plan',
      public: false,
      data: { a: { b: [1, 2] } },
      users: ['u-ana', 'u-priya', 'u-kofi'],
    });
    const asArray = await bucket('PUT', platform.student, { id: 'array', users: ['u-ana', 'u-noor'] });
    expect(asArray.body.users).toEqual(['u-ana', 'u-noor']);
  });

  it('is read and written at dotted keys', async () => {
    await bucket('PUT', platform.student, { id: 'dots', data: { list: [{ n: 1 }] } });
    expect((await read(platform.student, { id: 'dots', key: 'list.0.n' })).body).toBe(1);
    expect((await read(platform.student, { id: 'dots', key: 'list.length' })).body).toBe(null);
    expect((await read(platform.student, { id: 'dots', key: 'toString' })).body).toBe(null);
    const write = (key: string, value: unknown) =>
      bucket('POST', platform.student, { id: 'dots', key, value });
    expect((await write('list.1', 'end')).status).toBe(200);
    expect((await write('new.deep.place', null)).status).toBe(200);
    expect((await read(platform.student, { id: 'dots' })).body).toEqual({
      list: [{ n: 1 }, 'end'],
      new: { deep: { place: null } },
    });
  });

  it('lets its users add and remove users but the last, and delete it', async () => {
    await bucket('PUT', platform.student, { id: 'shared' });
    const users = (as: string, userId: string, remove = '') =>
      platform.request(`/app/v1/bucket/user${remove}`, {
        method: 'POST',
        as,
        body: { id: 'shared', userId },
      });
    expect((await users(platform.student, 'u-tomas')).body.users).toEqual(['u-ana', 'u-tomas']);
    expect((await read(other, { id: 'shared' })).status).toBe(200);
    expect((await users(platform.student, 'u-tomas', '/remove')).status).toBe(200);
    expect((await read(other, { id: 'shared' })).status).toBe(403);
    expect((await users(platform.student, 'u-ana', '/remove')).status).toBe(409);
    expect((await bucket('DELETE', platform.student, { id: 'shared' })).status).toBe(200);
    expect((await read(platform.student, { id: 'shared' })).status).toBe(404);
  });

  it('belongs to one app and counts towards its storage limit', async () => {
    const elsewhere = platform.issueToken('u-ana', { clientId: 'quiet-app' });
    expect((await read(elsewhere, { id: 'trail-map' })).status).toBe(404);
    const big = await bucket('PUT', platform.student, { id: 'big', data: { text: 'x'.repeat(5_000) } });
    expect(big.status).toBe(413);
    expect((await read(platform.student, { id: 'big' })).status).toBe(404);
    expect((await bucket('PUT', elsewhere, { id: 'big', data: { text: 'x'.repeat(4_000) } })).status).toBe(
      200,
    );
  });
});
