import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sharedKey } from '../../src/events/redis/keys.ts';
import { Seals } from '../../src/events/seals.ts';
import { SYSTEM_CLOCK } from '../../src/lib/clock.ts';
import { as, startGateway } from '../support/gateway.ts';
import { readMetrics } from '../support/metrics.ts';
import { startRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';

const SECRET = 'the secret of this fleet, of 32 characters';
const SIGN_ON = `mutation ($input: CompleteAtoSignOnInput!) {
  completeAtoSignOn(input: $input) { token { accessToken } bound }
}`;
const REQUEST = 'query ($id: ID!) { atoRequest(id: $id) { id } }';
const REJECTED = 'gateway_stored_values_rejected_total{kind="binding"}';
const HOUR = 3_600_000;

const sealsWith = (secret: string) =>
  new Seals({ clock: SYSTEM_CLOCK, secrets: () => ({ signing: secret, also: null }), rejected: () => {} });

const bindingOf = (token: string): string =>
  `ato-token:${createHash('sha256').update(token).digest('base64url')}`;

describe('a token in a Redis with neighbors', { tags: 'redis-server' }, () => {
  it('is bound to an ATO request by what a gateway has stored under its name, of this release or the next', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const gateway = await startGateway({ environment: { REDIS_URL: redis.url, CURSOR_SECRET: SECRET } });
    onTestFinished(gateway.close);
    await until(
      async () => (await gateway.sandbox.startAtoRequest({ userId: 'u-ana' })).response?.status === 200,
    );
    const { requestId: id } = await gateway.sandbox.startAtoRequest({ userId: 'u-ana' });
    const { code } = gateway.sandbox.signOnToAto(id);
    const { data } = await gateway.query(SIGN_ON, { variables: { input: { code, state: id } } });
    const { accessToken } = data.completeAtoSignOn.token;
    const read = async () => {
      const found = await gateway.query(REQUEST, { as: as.bearer(accessToken), variables: { id } });
      return found.errors[0]?.extensions.code ?? found.data.atoRequest.id;
    };
    const name = bindingOf(accessToken);
    const store = (value: string) => redis.command('SET', sharedKey('gateway', 'value', name), value);

    expect(await read()).toBe(id);
    for (const forged of [
      sealsWith('a guess').seal(name, id, HOUR),
      sealsWith(SECRET).seal(bindingOf('another token'), id, HOUR),
    ]) {
      await store(forged);
      expect(await read()).toBe('FORBIDDEN');
    }
    expect((await readMetrics(gateway)).get(REJECTED)).toBe(2);
    await store(sealsWith(SECRET).seal(name, id, HOUR));
    expect(await read()).toBe(id);
    await store(sealsWith(SECRET).seal(name, id, -HOUR));
    expect(await read()).toBe('FORBIDDEN');
    expect((await readMetrics(gateway)).get(REJECTED)).toBe(2);
  });
});
