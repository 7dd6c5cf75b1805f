import { describe, expect, it, onTestFinished } from 'vitest';
import { FakeClock } from '../support/fake-clock.ts';
import { as, type TestGateway } from '../support/gateway.ts';
import { listen } from '../support/listen.ts';
import { readMetrics } from '../support/metrics.ts';
import { testGateway } from '../support/suite.ts';
import { until } from '../support/until.ts';

const RECEIVED = `subscription ($after: String) {
  notificationReceived(after: $after) { cursor gap { reason } notification { text } }
}`;
const STUDENT = as.student.authorization ?? '';
const MINUTE = 60_000;

interface Item {
  cursor: string;
  gap: { reason: string } | null;
  notification: { text: string } | null;
}

/** A gateway whose platform's clock differs from its own. */
async function startSkewed(clock: { skew: number }): Promise<TestGateway> {
  const time = new FakeClock();
  const gateway = await testGateway({
    clock: time,
    environment: { NOTIFICATION_POLL_INTERVAL: '100' },
    sandbox: { now: () => time.now() + clock.skew },
  });
  onTestFinished(time.flow());
  return gateway;
}

const clockLines = ({ logLines }: TestGateway): string[] =>
  logLines.map((line) => JSON.parse(line).msg).filter((msg) => msg.startsWith('platform clock'));

describe.each([
  ['behind', -5 * MINUTE],
  ['ahead of', 5 * MINUTE],
])("a platform's clock five minutes %s the gateway's", (_, skew) => {
  it('loses and repeats no notification, on a new stream and on a resumed one', async () => {
    const gateway = await startSkewed({ skew });
    const receive = (after: string | null) =>
      listen<Item>(gateway.url, RECEIVED, { authorization: STUDENT, variables: { after } });
    const send = (text: string) => gateway.sandbox.sendNotification({ receiver: 'u-ana', text });

    // Older than the stream by the platform's clock, though not by the gateway's if the platform is ahead.
    send('before the stream');
    const stream = receive(null);
    await stream.reach(1);
    send('first');
    await stream.reach(2);
    send('second');
    const items = await stream.reach(3);
    expect(items.map(({ notification }) => notification?.text)).toEqual([undefined, 'first', 'second']);
    stream.stop();

    send('while away');
    const resumed = receive(items.at(-1)?.cursor ?? null);
    await resumed.reach(2);
    send('last');
    const rest = await resumed.reach(3);
    expect(rest.map(({ notification }) => notification?.text)).toEqual([undefined, 'while away', 'last']);
    expect([...items, ...rest].map(({ gap }) => gap)).toEqual(Array(6).fill(null));
    resumed.stop();
  });

  it('is shown as a metric and logged once', async () => {
    const gateway = await startSkewed({ skew });
    for (let call = 0; call < 5; call++) await gateway.query('{ me { handle } }', { as: as.student });
    const offset = (await readMetrics(gateway)).get('gateway_upstream_clock_offset_seconds');
    expect(Math.abs((offset ?? 0) - skew / 1000)).toBeLessThan(3);
    expect(clockLines(gateway)).toEqual(['platform clock differs']);
  });
});

describe("a platform's clock", () => {
  it('is not mentioned while it agrees', async () => {
    const gateway = await startSkewed({ skew: 1000 });
    await gateway.query('{ me { handle } }', { as: as.student });
    expect(clockLines(gateway)).toEqual([]);
  });

  it('is logged again when it agrees again', async () => {
    const clock = { skew: 5 * MINUTE };
    const gateway = await startSkewed(clock);
    await gateway.query('{ me { handle } }', { as: as.student });
    clock.skew = 0;
    await until(async () => {
      await gateway.query('{ me { handle } }', { as: as.student });
      return clockLines(gateway).length > 1;
    });
    expect(clockLines(gateway)).toEqual(['platform clock differs', 'platform clock agrees']);
  });
});
