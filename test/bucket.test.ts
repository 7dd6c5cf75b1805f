import { describe, expect, it } from 'vitest';
import { json, status } from './support/faults.ts';
import { as } from './support/gateway.ts';
import { suiteGateway } from './support/suite.ts';

describe('buckets', () => {
  const gateway = suiteGateway();

  it('reads several keys and all data, one call each', async () => {
    const { data, calls } = await gateway.student(
      `query ($key: String) { bucket(id: "trail-map") {
        id title: data(key: $key) again: data(key: $key) beds: data(key: "huts.0.beds") data
      } }`,
      { key: 'title' },
    );
    expect(data.bucket).toMatchObject({
      id: 'trail-map',
      title: 'Ridge trail',
      again: 'Ridge trail',
      beds: 12,
      data: { title: 'Ridge trail' },
    });
    expect(calls.toSorted()).toEqual([
      'GET /app/v1/bucket?id=trail-map',
      'GET /app/v1/bucket?id=trail-map&key=huts.0.beds',
      'GET /app/v1/bucket?id=trail-map&key=title',
    ]);
  });

  it('has null data for a key without a value, and is null if it does not exist', async () => {
    const { data } = await gateway.student(
      `{ bucket(id: "trail-map") { data(key: "no.such") } none: bucket(id: "nope") { id data(key: "x") } }`,
    );
    expect(data).toEqual({ bucket: { data: null }, none: null });
  });

  it('creates, updates, shares and deletes a bucket, each change visible to the next read', async () => {
    const { data, calls } = await gateway.student(`mutation {
        createBucket(input: { id: "route", data: { stops: [1, { name: "Hut" }] }, userIds: ["u-priya"] }) { bucket { id data(key: "stops.1") } public userIds extra }
        setBucketValue(input: { id: "route", key: "stops.1.name", value: null }) { bucket { data(key: "stops.1") } }
        addBucketUser(input: { id: "route", userId: "u-kofi" }) { public userIds }
        removeBucketUser(input: { id: "route", userId: "u-kofi" }) { userIds }
        deleteBucket(input: { id: "route" }) { deletedId }
      }`);
    expect(data.createBucket.bucket).toEqual({ id: 'route', data: { name: 'Hut' } });
    expect(data.createBucket).toMatchObject({ public: false, userIds: ['u-ana', 'u-priya'] });
    expect(data.createBucket.extra).toEqual({});
    expect(data.setBucketValue.bucket.data).toEqual({ name: null });
    expect(data.addBucketUser).toEqual({ public: false, userIds: ['u-ana', 'u-priya', 'u-kofi'] });
    expect(data.removeBucketUser.userIds).toEqual(['u-ana', 'u-priya']);
    expect(data.deleteBucket).toEqual({ deletedId: 'route' });
    expect(calls).toEqual([
      'PUT /app/v1/bucket',
      'GET /app/v1/bucket?id=route&key=stops.1',
      'POST /app/v1/bucket',
      'GET /app/v1/bucket?id=route&key=stops.1',
      'POST /app/v1/bucket/user',
      'POST /app/v1/bucket/user/remove',
      'DELETE /app/v1/bucket',
    ]);
  });

  it.each([
    [
      'strings',
      { public: 'true', users: 'u-ana, u-priya' },
      { public: true, userIds: ['u-ana', 'u-priya'], extra: {} },
    ],
    ['numeric IDs', { users: [1, 2] }, { public: null, userIds: ['1', '2'], extra: {} }],
    [
      'values that fit neither field',
      { public: 'partly', users: [{ userId: 'u-ana' }] },
      { public: null, userIds: null, extra: { public: 'partly', users: [{ userId: 'u-ana' }] } },
    ],
    ['nothing', {}, { public: null, userIds: null, extra: {} }],
  ])('reads the access list of a changed bucket from %s', async (_what, reply, shown) => {
    gateway.faults.set('POST /app/v1/bucket', json(reply));
    const { data } = await gateway.student(
      `mutation { setBucketValue(input: { id: "trail-map", key: "x", value: 1 }) { public userIds extra } }`,
    );
    expect(data.setBucketValue).toEqual(shown);
  });

  describe('who may use a bucket', () => {
    const ACCESS = 'bucket { id access { public userIds } }';
    const CREATE = `createBucket(input: { id: "dialog", public: true, userIds: ["u-priya"] }) { ${ACCESS} }`;
    const ADD = `addBucketUser(input: { id: "dialog", userId: "u-kofi" }) { ${ACCESS} }`;
    const REMOVE = `removeBucketUser(input: { id: "dialog", userId: "u-priya" }) { ${ACCESS} }`;
    const SET = `setBucketValue(input: { id: "dialog", key: "x", value: 1 }) { ${ACCESS} }`;
    const WRITES = ['PUT /app/v1/bucket', 'POST /app/v1/bucket/user', 'POST /app/v1/bucket/user/remove'];
    const PROFILE = 'GET /user/v1/my/profile';
    const respond = (reply: unknown) => {
      for (const route of [...WRITES, 'POST /app/v1/bucket']) gateway.faults.set(route, json(reply));
    };
    const accessIn = (data: Record<string, { bucket: { access: unknown } }>) =>
      Object.values(data).map(({ bucket }) => bucket.access);

    it('is null where no write says it: no route of the platform reads it', async () => {
      const { data, calls } = await gateway.student(
        '{ bucket(id: "trail-map") { access { public userIds } data(key: "title") } }',
      );
      expect(data.bucket).toEqual({ access: null, data: 'Ridge trail' });
      expect(calls).toEqual(['GET /app/v1/bucket?id=trail-map&key=title']);
    });

    it('is in the responses of the sandbox to writes, without another call', async () => {
      const { data, calls } = await gateway.student(`mutation { ${CREATE} ${ADD} ${SET} ${REMOVE} }`);
      expect(accessIn(data)).toEqual([
        { public: true, userIds: ['u-ana', 'u-priya'] },
        { public: true, userIds: ['u-ana', 'u-priya', 'u-kofi'] },
        { public: true, userIds: ['u-ana', 'u-priya', 'u-kofi'] },
        { public: true, userIds: ['u-ana', 'u-kofi'] },
      ]);
      expect(calls).toEqual([WRITES[0], WRITES[1], 'POST /app/v1/bucket', WRITES[2]]);
    });

    it('follows from the writes where the platform does not say it, with one call for the creator', async () => {
      respond({ success: true });
      const { data, calls } = await gateway.student(`mutation { ${CREATE} ${ADD} ${SET} ${REMOVE} }`);
      expect(accessIn(data)).toEqual([
        { public: true, userIds: ['u-ana', 'u-priya'] },
        { public: true, userIds: ['u-ana', 'u-priya', 'u-kofi'] },
        { public: true, userIds: ['u-ana', 'u-priya', 'u-kofi'] },
        { public: true, userIds: ['u-ana', 'u-kofi'] },
      ]);
      expect(calls).toEqual([WRITES[0], PROFILE, WRITES[1], 'POST /app/v1/bucket', WRITES[2]]);
    });

    it('makes no call for the creator if the operation does not select the users', async () => {
      respond({});
      const { data, calls } = await gateway.student(`mutation { ${CREATE.replace(' userIds }', ' }')} }`);
      expect(accessIn(data)).toEqual([{ public: true }]);
      expect(calls).toEqual([WRITES[0]]);
    });

    it.each([
      [
        'both, wrapped',
        { success: true, result: { id: 'dialog', public: false, users: [1, 'u-ana'] } },
        { public: false, userIds: ['1', 'u-ana'] },
      ],
      ['the users alone', { users: ['u-ana', 'u-tomas'] }, { public: null, userIds: ['u-ana', 'u-tomas'] }],
      ['the flag alone', { public: 'true' }, { public: true, userIds: null }],
      ['neither', {}, { public: null, userIds: null }],
    ])(
      'is what is known after a change of unknown access, if the response has %s',
      async (_, reply, access) => {
        respond(reply);
        const { data, calls } = await gateway.student(`mutation { ${ADD} }`);
        expect(accessIn(data)).toEqual([access]);
        expect(calls).toEqual([WRITES[1]]);
      },
    );

    it('is null after a write that changes nothing of it and says nothing', async () => {
      respond({ ok: 1 });
      const { data } = await gateway.student(`mutation { ${SET} }`);
      expect(accessIn(data)).toEqual([null]);
    });

    it('is not known any more after a write that failed, which may have changed it', async () => {
      respond({});
      gateway.faults.set('POST /app/v1/bucket/user', status(500));
      const { data, errors } = await gateway.query(`mutation { ${CREATE} failed: ${ADD} ${REMOVE} ${SET} }`, {
        as: as.student,
      });
      expect(errors.map(({ path }) => path)).toEqual([['failed']]);
      expect(data.removeBucketUser.bucket.access).toEqual({ public: null, userIds: null });
      expect(data.setBucketValue.bucket.access).toEqual({ public: null, userIds: null });
    });

    it('is not known of a bucket that was deleted and created again by someone else', async () => {
      respond({});
      gateway.faults.set('DELETE /app/v1/bucket', json({}));
      const { data } = await gateway.student(
        `mutation { ${CREATE} deleteBucket(input: { id: "dialog" }) { deletedId } ${SET} }`,
      );
      expect(data.setBucketValue.bucket.access).toBeNull();
    });

    it('is unknown but for the flag in the answer to a repeat under an idempotency key', async () => {
      respond({});
      const key = '"4b0c3f9e-4f4f-4a4f-8d1e-0f8a52c1d001"';
      const keyed = `mutation { ${ADD.replace(') {', `) @idempotent(key: ${key}) {`)} }`;
      const answers = [await gateway.student(keyed), await gateway.student(keyed)];
      for (const { data } of answers) expect(accessIn(data)).toEqual([{ public: null, userIds: null }]);
    });
  });

  describe('JSON values', () => {
    const put = `mutation ($value: JSON) { setBucketValue(input: { id: "trail-map", key: "probe", value: $value }) { bucket { data(key: "probe") } } }`;

    it.each([
      [0],
      [''],
      [false],
      [[1, [2, { a: null }]]],
      [{ toString: 'x', nested: { 'a.b': 1 } }],
      ['é\u2028🜁'],
    ])('passes %j on unchanged', async (value) => {
      const { data } = await gateway.student(put, { value });
      expect(data.setBucketValue.bucket.data).toEqual(value);
    });

    it('can be literals in the document that contain variables', async () => {
      const { data } = await gateway.student(
        `mutation ($part: JSON) { setBucketValue(input: { id: "trail-map", key: "probe", value: { a: [1.5, true, "x", null], part: $part } }) { bucket { data(key: "probe") } } }`,
        { part: { b: 2 } },
      );
      expect(data.setBucketValue.bucket.data).toEqual({ a: [1.5, true, 'x', null], part: { b: 2 } });
    });

    it('are rejected if a variable inside has no value', async () => {
      const { errors, calls } = await gateway.query(
        `mutation ($part: JSON) { setBucketValue(input: { id: "trail-map", key: "probe", value: { part: $part } }) { extra } }`,
        { as: as.student },
      );
      expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
      expect(calls).toEqual([]);
    });

    it('are rejected with a key that reaches a prototype, in a document or a variable', async () => {
      const literal = await gateway.query(
        `mutation { setBucketValue(input: { id: "trail-map", key: "probe", value: { a: [{ __proto__: { admin: true } }] } }) { extra } }`,
        { as: as.student },
      );
      expect(literal.errors[0]?.message).toContain('__proto__');
      const { errors } = await gateway.post(
        `{"query":${JSON.stringify(put)},"variables":{"value":{"a":{"__proto__":{"admin":true}}}}}`,
        { as: as.student },
      );
      expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
      expect(literal.calls).toEqual([]);
      expect(gateway.requests.at(-1)?.body ?? '').not.toContain('admin');
    });
  });
});
