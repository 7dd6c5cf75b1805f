// @module-tag redis-server
import { describe, expect, it } from 'vitest';
import { json } from '../support/faults.ts';
import { startFleet } from '../support/fleet.ts';
import { ask } from '../support/fleet-ask.ts';
import { note } from '../support/fleet-form.ts';
import { freePort } from '../support/free-port.ts';
import { listen } from '../support/listen.ts';
import { forSuite } from '../support/suite.ts';

const SEND = `mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { streamOutcome streamed } }`;
const ALERT = `mutation ($input: RaiseAtoAlertInput!) { raiseAtoAlert(input: $input) { streamed } }`;
const RECEIVED = `subscription { notificationReceived { gap { reason } notification { text } } }`;

describe('a write with an event', { tags: 'full', timeout: 60_000 }, () => {
  const fleet = forSuite(startFleet);

  const send = (text: string) =>
    ask(fleet.instances[0].url, SEND, {
      authorization: fleet.sandbox.credentials.instructor,
      variables: { input: { receiverId: 'u-ana', text, persist: false } },
    });
  const raise = () =>
    ask(fleet.instances[0].url, ALERT, {
      authorization: fleet.sandbox.credentials.instructor,
      variables: { input: { requestId: 'req', title: 'T', text: 'T' } },
    });

  const faults: readonly [string, () => Promise<() => Promise<unknown>>][] = [
    [
      'out of memory',
      async () => {
        await fleet.redis.command('CONFIG', 'SET', 'maxmemory', 1);
        return () => fleet.redis.command('CONFIG', 'SET', 'maxmemory', 0);
      },
    ],
    [
      'read-only',
      async () => {
        await fleet.redis.command('REPLICAOF', '127.0.0.1', await freePort());
        return () => fleet.redis.command('REPLICAOF', 'NO', 'ONE');
      },
    ],
    [
      'down',
      async () => {
        await fleet.redis.kill();
        return () => fleet.redis.start();
      },
    ],
  ];
  it.each(faults)('is refused before the platform is called while Redis is %s', async (_, start) => {
    const end = await start();
    const callsBefore = fleet.requests.length;
    for (const { errors } of [await send('refused'), await raise()]) {
      expect(errors[0]?.extensions.code).toBe('EVENT_LOG_UNAVAILABLE');
    }
    const writes = fleet.requests.slice(callsBefore).filter(({ method }) => method !== 'GET');
    expect(writes).toEqual([]);
    await end();
    await expect
      .poll(async () => (await send('accepted')).data?.sendNotification.streamed, { timeout: 20_000 })
      .toBe(true);
  });

  it('reports an unknown outcome and gives readers a gap if the log fails after the platform accepted it', async () => {
    const { redis, faults, sandbox, instances } = fleet;
    const stream = listen(instances[1].url, RECEIVED, { authorization: sandbox.credentials.student });
    await stream.reach(1);
    faults.set('PUT /notifications/v1', (request, response) => {
      const respond = json({ notificationId: 'nt-1', receiver: 'u-ana', text: 'pushed', persist: false });
      void redis.command('CONFIG', 'SET', 'maxmemory', 1).then(() => respond(request, response));
    });
    const { data, errors } = await send('pushed');
    faults.clear();
    expect(errors).toEqual([]);
    expect(data.sendNotification).toEqual({ streamOutcome: 'UNKNOWN', streamed: false });
    await redis.command('CONFIG', 'SET', 'maxmemory', 0);
    const [, item] = await stream.reach(2);
    expect(item).toEqual({ gap: { reason: 'UPSTREAM_INCOMPLETE' }, notification: null });
    stream.stop();
  });

  it('gives readers on the other instance a gap if its own is killed halfway', async () => {
    const { faults, sandbox, instances } = fleet;
    const [dying, other] = instances;
    const stream = listen(other.url, RECEIVED, { authorization: sandbox.credentials.student });
    await stream.reach(1);
    faults.set('PUT /notifications/v1', (request, response) => {
      const respond = json({ notificationId: 'nt-2', receiver: 'u-ana', text: 'pushed', persist: false });
      void dying.kill().then(() => respond(request, response));
    });
    const startedAt = performance.now();
    await expect(send('pushed')).rejects.toThrow();
    faults.clear();
    const [, item] = await stream.reach(2);
    note('an instance is killed between the platform and the log', {
      reported: Math.round(performance.now() - startedAt),
    });
    expect(item).toEqual({ gap: { reason: 'UPSTREAM_INCOMPLETE' }, notification: null });
    stream.stop();
    await dying.start();
  });
});
