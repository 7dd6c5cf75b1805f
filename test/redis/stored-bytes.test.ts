// @module-tag redis-server
import { expect, it } from 'vitest';
import { as, type TestGateway } from '../support/gateway.ts';
import { know } from '../support/known-users.ts';
import { startRedis } from '../support/redis.ts';
import { forSuite, testGateway } from '../support/suite.ts';
import { until } from '../support/until.ts';

const redis = forSuite(startRedis);

/** What a user may have stored, in bytes, and the operations that fit into it if nothing else than payloads counted. */
const LIMIT = 4_000_000;
const FIELDS = 20;
const AT_MOST = 400;

const usedBytes = async (): Promise<number> =>
  Number(/^used_memory:(\d+)/m.exec(String(await redis.command('INFO', 'memory')))?.[1]);

it.each([
  ['to many receivers', (number: number) => `v-${number}`, 'x'],
  ['to receivers with long IDs', (number: number) => `${'é'.repeat(110)}${number}`, 'x'],
  ['to one receiver', () => 'v', 'x'],
  ['of a size that Redis rounds up, to one receiver', () => 'w', 'x'.repeat(2100)],
  ['in an alphabet of many bytes', () => 'u', '€'.repeat(1000)],
])(
  'a user who sends all that one may store, %s, takes no more of Redis, and is refused everywhere',
  async (_what, receiver, text) => {
    await redis.command('FLUSHALL');
    const start = async (): Promise<TestGateway> => {
      const environment = { REDIS_URL: redis.url, LIMIT_RATE: '0', CURSOR_SECRET: 'x'.repeat(40) };
      const gateway = await testGateway({ environment });
      await know(gateway, as.student);
      return gateway;
    };
    const [gateway, other] = [await start(), await start()];
    let sent = 0;
    const send = async ({ query } = gateway): Promise<{ isRefused: boolean; calls: string[] }> => {
      const fields = Array.from({ length: FIELDS }, () => {
        sent += 1;
        return `f${sent}: sendNotification(input: { receiverId: "${receiver(sent)}", text: $text, persist: false }) { streamed }`;
      });
      const document = `mutation ($text: String!) { ${fields.join(' ')} }`;
      const { errors, calls } = await query(document, { as: as.student, variables: { text } });
      return { isRefused: errors.some(({ extensions }) => extensions.code === 'RATE_LIMITED'), calls };
    };
    await send();
    const before = await usedBytes();
    let isRefused = false;
    for (let number = 0; number < AT_MOST && !isRefused; number += 1) ({ isRefused } = await send());
    expect(isRefused).toBe(true);
    expect((await usedBytes()) - before).toBeLessThan(LIMIT);
    // Each instance counts a fiftieth at a time. Then nothing is sent that could not be stored.
    await until(async () => {
      const refused = await send(other);
      return refused.isRefused && !refused.calls.some((call) => call.startsWith('PUT'));
    });
    expect((await usedBytes()) - before).toBeLessThan(1.1 * LIMIT);
  },
);
