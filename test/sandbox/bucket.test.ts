import { beforeAll, describe, expect, it } from 'vitest';
import { forSuite } from '../support/suite.ts';
import { startPlatform } from './platform.ts';

const platform = forSuite(() => startPlatform({ bucketStorage: 5_000 }));
let other: string;
beforeAll(async () => {
  other = platform.issueToken('u-tomas');
});

const create = (body: object, as = platform.student) => platform.call('createBucket', as, { ...body });
const read = (as: string, query: Record<string, string>) => platform.call('readBucket', as, query);

describe('a bucket', () => {
  it('is created with its creator on the access list, of whichever form', async () => {
    const body = { id: 'plan', data: { a: { b: [1, 2] } }, users: 'u-priya, u-kofi' };
    const created = await create(body);
    expect(created.body).toEqual({
      id: 'plan',
      public: false,
      data: { a: { b: [1, 2] } },
      users: ['u-ana', 'u-priya', 'u-kofi'],
    });
    const asArray = await create({ id: 'array', users: ['u-ana', 'u-noor'] });
    expect(asArray.body.users).toEqual(['u-ana', 'u-noor']);
  });

  it('is read and written at dotted keys', async () => {
    await create({ id: 'dots', data: { list: [{ n: 1 }] } });
    expect((await read(platform.student, { id: 'dots', key: 'list.0.n' })).body).toBe(1);
    expect((await read(platform.student, { id: 'dots', key: 'list.length' })).body).toBe(null);
    expect((await read(platform.student, { id: 'dots', key: 'toString' })).body).toBe(null);
    const write = (key: string, value: unknown) =>
      platform.call('updateBucket', platform.student, { id: 'dots', key, value });
    expect((await write('list.1', 'end')).status).toBe(200);
    expect((await write('new.deep.place', null)).status).toBe(200);
    expect((await read(platform.student, { id: 'dots' })).body).toEqual({
      list: [{ n: 1 }, 'end'],
      new: { deep: { place: null } },
    });
  });

  it('lets its users add and remove users but the last, and delete it', async () => {
    await create({ id: 'shared' });
    const change = (route: 'addBucketUser' | 'removeBucketUser', userId: string) =>
      platform.call(route, platform.student, { id: 'shared', userId });
    expect((await change('addBucketUser', 'u-tomas')).body.users).toEqual(['u-ana', 'u-tomas']);
    expect((await read(other, { id: 'shared' })).status).toBe(200);
    expect((await change('removeBucketUser', 'u-tomas')).status).toBe(200);
    expect((await read(other, { id: 'shared' })).status).toBe(403);
    expect((await change('removeBucketUser', 'u-ana')).status).toBe(409);
    expect((await platform.call('deleteBucket', platform.student, { id: 'shared' })).status).toBe(200);
    expect((await read(platform.student, { id: 'shared' })).status).toBe(404);
  });

  it('belongs to one app and counts towards its storage limit', async () => {
    const elsewhere = platform.issueToken('u-ana', { clientId: 'quiet-app' });
    expect((await read(elsewhere, { id: 'trail-map' })).status).toBe(404);
    const big = await create({ id: 'big', data: { text: 'x'.repeat(5_000) } });
    expect(big.status).toBe(413);
    expect((await read(platform.student, { id: 'big' })).status).toBe(404);
    expect((await create({ id: 'big', data: { text: 'x'.repeat(4_000) } }, elsewhere)).status).toBe(200);
  });
});
