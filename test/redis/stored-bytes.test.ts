// @module-tag redis-server
import { expect, it, onTestFinished } from 'vitest';
import { as, startGateway } from '../support/gateway.ts';
import { know } from '../support/known-users.ts';
import { startRedis } from '../support/redis.ts';
import { forSuite } from '../support/suite.ts';

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
])('a user who sends all that one may store, %s, takes no more of Redis', async (_what, receiver, text) => {
  await redis.command('FLUSHALL');
  const gateway = await startGateway({ environment: { REDIS_URL: redis.url, LIMIT_RATE: '0' } });
  onTestFinished(gateway.close);
  await know(gateway, as.student);
  let sent = 0;
  const send = async (): Promise<boolean> => {
    const fields = Array.from({ length: FIELDS }, () => {
      sent += 1;
      return `f${sent}: sendNotification(input: { receiverId: "${receiver(sent)}", text: $text, persist: false }) { streamed }`;
    });
    const document = `mutation ($text: String!) { ${fields.join(' ')} }`;
    const { errors } = await gateway.query(document, { as: as.student, variables: { text } });
    return errors.some(({ extensions }) => extensions.code === 'RATE_LIMITED');
  };
  await send();
  const before = await usedBytes();
  let isRefused = false;
  for (let number = 0; number < AT_MOST && !isRefused; number += 1) isRefused = await send();
  expect(isRefused).toBe(true);
  expect((await usedBytes()) - before).toBeLessThan(LIMIT);
});
