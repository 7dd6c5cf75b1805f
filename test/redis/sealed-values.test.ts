import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sharedKey } from '../../src/events/redis/keys.ts';
import { Seals } from '../../src/events/seals.ts';
import { SYSTEM_CLOCK } from '../../src/lib/clock.ts';
import { as, type TestGateway } from '../support/gateway.ts';
import { readMetrics } from '../support/metrics.ts';
import type { RedisServer } from '../support/redis.ts';
import { signOnToAto } from '../support/sign-in.ts';
import { testGateway } from '../support/suite.ts';
import { testRedis } from '../support/test-redis.ts';
import { until } from '../support/until.ts';

const SECRET = 'the secret of this fleet, of 32 characters';
const REQUEST = 'query ($id: ID!) { atoRequest(id: $id) { id } }';
const CREATE = `mutation {
  createNote(input: { text: "Cold", lessonId: "l-tourniquet" }) @idempotent(key: "the same one") { noteId }
}`;
const rejected = (kind: string) => `gateway_stored_values_rejected_total{kind="${kind}"}`;
const HOUR = 3_600_000;

const sealsWith = (secret: string) =>
  new Seals({ clock: SYSTEM_CLOCK, secrets: () => ({ signing: secret, also: null }), rejected: () => {} });

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
const bindingOf = (token: string): string => `ato-binding:${hashOf(token)}`;
const keyOf = (name: string): string => sharedKey('gateway', 'value', name);

async function startWithRedis(): Promise<{ redis: RedisServer; gateway: TestGateway }> {
  const redis = await testRedis();
  const gateway = await testGateway({ environment: { REDIS_URL: redis.url, CURSOR_SECRET: SECRET } });
  return { redis, gateway };
}

async function startRequest(gateway: TestGateway): Promise<string> {
  await until(
    async () => (await gateway.sandbox.startAtoRequest({ userId: 'u-ana' })).response?.status === 200,
  );
  return (await gateway.sandbox.startAtoRequest({ userId: 'u-ana' })).requestId;
}

/** The ID of a request as a token reads it, or the code of the error. */
const readerOf = (gateway: TestGateway, id: string) => async (token: string) => {
  const { data, errors } = await gateway.query(REQUEST, { as: as.bearer(token), variables: { id } });
  return errors[0]?.extensions.code ?? data.atoRequest.id;
};

describe('a value in a Redis with neighbors', { tags: 'redis-server' }, () => {
  it('binds a token to an ATO request only if a gateway has stored it under its name', async () => {
    const { redis, gateway } = await startWithRedis();
    const id = await startRequest(gateway);
    const { token } = await signOnToAto(gateway, id);
    const readAs = readerOf(gateway, id);
    const name = bindingOf(token);
    const store = (value: string) => redis.command('SET', keyOf(name), value);
    const stored = String(await redis.command('GET', keyOf(name)));

    expect(stored).toMatch(/^v2 \d+ \S{43} /);
    expect(await readAs(token)).toBe(id);
    await redis.command('DEL', keyOf(`ato-token:${hashOf(token)}`));
    for (const forged of [
      id,
      sealsWith('a guess').seal(name, id, HOUR),
      sealsWith(SECRET).seal(bindingOf('another token'), id, HOUR),
    ]) {
      await store(forged);
      expect(await readAs(token)).toBe('FORBIDDEN');
    }
    expect((await readMetrics(gateway)).get(rejected('binding'))).toBe(3);
    await store(sealsWith(SECRET).seal(name, id, -HOUR));
    expect(await readAs(token)).toBe('FORBIDDEN');
    await store(stored);
    expect(await readAs(token)).toBe(id);
    expect((await readMetrics(gateway)).get(rejected('binding'))).toBe(3);
  });

  it('binds a token in the form of 0.2.0 if it is the requester’s, whoever stored it', async () => {
    const { redis, gateway } = await startWithRedis();
    const id = await startRequest(gateway);
    const readAs = readerOf(gateway, id);
    const [own, other] = ['u-ana', 'u-priya'].map((user) => gateway.sandbox.issueToken(user));
    for (const token of [own, other]) {
      expect(await readAs(token ?? '')).toBe('FORBIDDEN');
      await redis.command('SET', keyOf(`ato-token:${hashOf(token ?? '')}`), id);
    }
    expect(await readAs(own ?? '')).toBe(id);
    expect(await readAs(other ?? '')).toBe('FORBIDDEN');
  });

  it('leaves a token bound for an instance of 0.2.0 as well', async () => {
    const { redis, gateway } = await startWithRedis();
    const id = await startRequest(gateway);
    const { token } = await signOnToAto(gateway, id);
    const name = keyOf(`ato-token:${hashOf(token)}`);
    expect(String(await redis.command('GET', name))).toBe(id);
  });

  it('answers a write with a key only if a gateway has stored it, and makes no token that of another user', async () => {
    const { redis, gateway } = await startWithRedis();
    const create = () => gateway.query(CREATE, { as: as.student });
    await until(async () => (await create()).errors.length === 0);
    const { data } = await create();
    const record = String(await redis.command('KEYS', 'gateway:{writes*'));
    const stored = String(await redis.command('GET', record));
    expect(stored).toMatch(/^1 \S+ \S+ \d+ v2 \d+ \S{43} \{/);
    await redis.command('SET', record, stored.replace(/v2 \d+ \S{43} .*/, '{"noteId":"n-forged"}'));
    expect((await create()).errors[0]?.extensions.code).toBe('OUTCOME_UNKNOWN');
    await redis.command('SET', record, stored);

    const caller = keyOf(`caller:${hashOf('demo-student-token')}`);
    expect(String(await redis.command('GET', caller))).toMatch(/^v2 \d+ \S{43} \S{22}$/);
    await redis.command('SET', caller, 'a'.repeat(22));
    const { data: again, calls } = await create();
    expect(again).toEqual(data);
    expect(calls).toContain('GET /user/v1/my/profile');
    const series = await readMetrics(gateway);
    expect([series.get(rejected('write')), series.get(rejected('caller'))]).toEqual([1, 1]);
  });
});
