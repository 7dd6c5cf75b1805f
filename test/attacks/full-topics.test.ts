import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEach } from '../support/describe-each.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { knownUsers } from '../support/known-users.ts';
import { listen } from '../support/listen.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { STORES } from '../support/stores.ts';

const RECEIVED = `subscription ($after: String) {
  notificationReceived(after: $after) { cursor gap { reason } notification { text } }
}`;
const SEND = `mutation ($text: String!) {
  ${Array.from(
    { length: 20 },
    (_, number) =>
      `f${number}: sendNotification(input: { receiverId: "u-marcus", text: $text, textParameters: $text, persist: false }) { streamed }`,
  ).join(' ')}
}`;
const IMPORTANT =
  'mutation { sendNotification(input: { receiverId: "u-marcus", text: "Bring a rope", persist: false }) { streamed } }';
/** Each of them takes six characters of JSON. */
const CONTROL_CHARACTERS = '\u0001'.repeat(4000);

describeEach(STORES)('a notification that only the log has, in %s', {}, (store) => {
  let redis: RedisServer | null = null;
  let gateway: TestGateway;
  beforeAll(async () => {
    redis = store === 'Redis' ? await startRedis() : null;
    const environment = { LIMIT_RATE: '0', ...(redis ? { REDIS_URL: redis.url } : {}) };
    gateway = await startGateway({ environment });
  });
  afterAll(async () => {
    await gateway.close();
    await redis?.stop();
  });

  /** Sends until nothing more is accepted. @returns the calls to the platform after that. */
  const flood = async (sender: Record<string, string>): Promise<string[]> => {
    for (let number = 0; number < 20; number += 1) {
      const { errors } = await gateway.query(SEND, { as: sender, variables: { text: CONTROL_CHARACTERS } });
      if (errors.length === 0) continue;
      expect(new Set(errors.map(({ extensions }) => extensions.code))).toEqual(new Set(['RATE_LIMITED']));
      if (errors.length < 20) continue;
      return (await gateway.query(SEND, { as: sender, variables: { text: 'x' } })).calls;
    }
    throw new Error('everything was accepted');
  };
  const pushes = (calls: readonly string[]): string[] => calls.filter((call) => call.startsWith('PUT'));

  it('is not pushed out by those of others, however many they are', async () => {
    const receiver = `Bearer ${gateway.sandbox.issueToken('u-marcus')}`;
    const live = listen(gateway.url, RECEIVED, { authorization: receiver });
    const [{ cursor: after }] = await live.reach(1);
    live.stop();
    const [friend = {}, ...attackers] = await knownUsers(gateway);
    await gateway.query(IMPORTANT, { as: friend });
    // A caller that is not proven is refused first, and nothing is sent that could not be stored.
    expect(pushes(await flood(as.bearer(gateway.sandbox.issueToken('u-mina'))))).toEqual([]);
    const { data } = await gateway.query(IMPORTANT, { as: friend });
    expect(data.sendNotification.streamed).toBe(true);
    for (const attacker of attackers) expect(pushes(await flood(attacker))).toEqual([]);
    const resumed = listen(gateway.url, RECEIVED, { authorization: receiver, variables: { after } });
    const [, first] = await resumed.reach(2);
    expect(first).toMatchObject({ gap: null, notification: { text: 'Bring a rope' } });
    resumed.stop();
    // What the platform stores still arrives.
    expect((await gateway.query(IMPORTANT.replace('false', 'true'), { as: friend })).errors).toEqual([]);
  });
});
