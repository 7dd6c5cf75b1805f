// @module-tag slow
// @module-tag redis-server
import { describe, expect, it } from 'vitest';
import { json } from '../support/faults.ts';
import { ask } from '../support/fleet-ask.ts';
import { as, startGateway } from '../support/gateway.ts';
import { listen } from '../support/listen.ts';
import { startProcess } from '../support/process.ts';
import { environmentOf } from '../support/process-environment.ts';
import { startRedis } from '../support/redis.ts';
import { forSuite } from '../support/suite.ts';

const SEND = `mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { streamOutcome streamed } }`;
const ALERT = `mutation ($input: RaiseAtoAlertInput!) { raiseAtoAlert(input: $input) { streamed } }`;
const RECEIVED = `subscription { notificationReceived { gap { reason } notification { text } } }`;

const inputOf = (text: string) => ({ input: { receiverId: 'u-ana', text, persist: false } });
const accepted = json({ notificationId: 'nt-1', receiver: 'u-ana', text: 'pushed', persist: false });
const GAP = { gap: { reason: 'UPSTREAM_INCOMPLETE' }, notification: null };

type Step = () => Promise<unknown>;

describe('a write with an event', () => {
  const redis = forSuite(startRedis);
  // What cannot be stored now is lost soon.
  const environment = () => ({ REDIS_URL: redis.url, PLATFORM_TIMEOUT: '5000' });
  const gateway = forSuite(() => startGateway({ environment: environment() }));
  const send = (text: string) => gateway.query(SEND, { as: as.instructor, variables: inputOf(text) });
  const raise = () =>
    gateway.query(ALERT, {
      as: as.instructor,
      variables: { input: { requestId: 'req', title: 'T', text: 'T' } },
    });
  const setMemory = (bytes: number) => redis.command('CONFIG', 'SET', 'maxmemory', bytes);

  it.each<[string, Step, Step]>([
    ['out of memory', () => setMemory(1), () => setMemory(0)],
    [
      'read-only',
      // A master that does not exist.
      () => redis.command('REPLICAOF', '127.0.0.1', 1),
      () => redis.command('REPLICAOF', 'NO', 'ONE'),
    ],
    ['down', () => redis.kill(), () => redis.start()],
  ])('is refused before the platform is called while Redis is %s', async (_, begin, end) => {
    await begin();
    for (const { errors, calls } of [await send('refused'), await raise()]) {
      expect(errors[0]?.extensions.code).toBe('EVENT_LOG_UNAVAILABLE');
      expect(calls.filter((call) => !call.startsWith('GET '))).toEqual([]);
    }
    await end();
    await expect
      .poll(async () => (await send('accepted')).data?.sendNotification?.streamed, { timeout: 20_000 })
      .toBe(true);
  });

  it('reports an unknown outcome and gives readers a gap if the log fails after the platform accepted it', async () => {
    const stream = listen(gateway.url, RECEIVED, { authorization: as.student.authorization ?? '' });
    await stream.reach(1);
    gateway.faults.set('PUT /notifications/v1', (request, response) => {
      void setMemory(1).then(() => accepted(request, response));
    });
    const { data, errors } = await send('pushed');
    gateway.faults.clear();
    expect(errors).toEqual([]);
    expect(data.sendNotification).toEqual({ streamOutcome: 'UNKNOWN', streamed: false });
    await setMemory(0);
    const [, item] = await stream.reach(2);
    expect(item).toEqual(GAP);
    stream.stop();
  });

  it('gives readers on the other instance a gap if its own is killed halfway', async () => {
    const dying = await startProcess({ ...environmentOf(gateway.sandbox), ...environment() });
    const stream = listen(gateway.url, RECEIVED, { authorization: as.student.authorization ?? '' });
    await stream.reach(1);
    gateway.faults.set('PUT /notifications/v1', (request, response) => {
      dying.child.kill('SIGKILL');
      void dying.ended.then(() => accepted(request, response));
    });
    const authorization = as.instructor.authorization ?? '';
    const sent = ask(dying.url, SEND, { authorization, variables: inputOf('pushed') });
    await expect(sent).rejects.toThrow();
    gateway.faults.clear();
    const [, item] = await stream.reach(2);
    expect(item).toEqual(GAP);
    stream.stop();
  });
});
