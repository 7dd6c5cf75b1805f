// @module-tag redis-server
// @module-tag linux
import { describe, expect, it, onTestFinished } from 'vitest';
import { deliver, pluginCredential } from '../support/fleet-ask.ts';
import { note, pause } from '../support/fleet-form.ts';
import { openEventsLine, openSocketLine } from '../support/fleet-line.ts';
import { percentile } from '../support/percentile.ts';
import { startProduction } from '../support/production.ts';
import { startRedis } from '../support/redis.ts';
import { forSuite } from '../support/suite.ts';
import { until } from '../support/until.ts';

const CHANGED = `subscription ($after: String) {
  atoRequestChanged(after: $after) { cursor gap { reason } requestId distributions { name } extra }
}`;
/** So large that a topic retains about 65 events, of which the slow clients miss more. */
const EVENT_BYTES = 60_000;
/** Milliseconds between events, so that sending all takes as long as the slow clients pause: 20 s. */
const [EVENTS, PACE] = [600, 40];
/** Milliseconds after which the gateway disconnects a client that reads nothing. */
const STALL_TIMEOUT = 30_000;
const MEGABYTE = 1_000_000;

/** A large event of a request; its members are among those that are stored. */
const event = (requestId: string, number: number) => ({
  requestId,
  status: 'in-progress',
  providerId: number,
  distributions: [{ id: 'filling', name: 'x'.repeat(EVENT_BYTES) }],
});

const hasLast = (received: readonly { number: number }[]): boolean => received.at(-1)?.number === EVENTS;

describe('clients that stop reading', { tags: 'full', timeout: 180_000 }, () => {
  const redis = forSuite(startRedis);
  const gateway = forSuite(() =>
    startProduction({ environment: { REDIS_URL: redis.url, LIMIT_LAG: '60000', PLATFORM_TIMEOUT: '60000' } }),
  );

  it('cost little memory, do not delay others, and get a gap for what is no longer retained', async () => {
    const arrivals: { number: number; latency: number }[][] = [];
    const gaps: string[][] = [];
    const lines = Array.from({ length: 8 }, (_, index) => {
      const received: { number: number; latency: number }[] = [];
      arrivals.push(received);
      const told: string[] = [];
      gaps.push(told);
      // Both transports are among the slow clients and among the others.
      const open = index % 2 === 0 ? openSocketLine : openEventsLine;
      return open({
        urls: [gateway.url],
        query: CHANGED,
        authorization: pluginCredential(gateway.sandbox),
        onItem: ({ gap, extra }) => {
          if (gap) told.push(gap.reason);
          if (extra)
            received.push({
              number: extra.providerId,
              latency: Date.now() - Date.parse(extra.updatedDate),
            });
        },
      });
    });
    await until(() => lines.every(({ cursor }) => cursor !== null), { within: 30_000 });
    const [slow, others] = [lines.slice(0, 6), arrivals.slice(6)];

    let number = 0;
    const sendTo = async (last: number): Promise<void> => {
      for (number += 1; number <= last; number += 1) {
        const body = { ...event('slow', number), updatedDate: new Date().toISOString() };
        expect(await deliver(gateway.url, gateway.sandbox, body)).toBe(200);
        await pause(PACE);
      }
      number = last;
    };
    const atStart = gateway.memory();
    // This traffic creates garbage regardless of readers, so the baseline is measured under traffic.
    await sendTo(EVENTS / 5);
    const before = gateway.memory();
    let highest = before;
    const sampling = setInterval(() => {
      highest = Math.max(highest, gateway.memory());
    }, 100);
    onTestFinished(() => clearInterval(sampling));
    for (const line of slow) line.pause();
    const paused = performance.now();
    await sendTo(EVENTS);
    await until(() => others.every(hasLast), { within: 30_000 });
    const latencies = others.flat().map(({ latency }) => latency);
    for (const line of slow) line.resume();
    const resumed = performance.now();
    const stalled = Math.round(resumed - paused);
    await until(() => arrivals.every(hasLast), { within: 120_000 });
    const caughtUp = Math.round(performance.now() - resumed);
    for (const line of lines) line.stop();

    const p99 = percentile(latencies, 0.99);
    note('slow consumers', {
      rssAtStart: Math.round(atStart / MEGABYTE),
      rssBefore: Math.round(before / MEGABYTE),
      rssHighest: Math.round(highest / MEGABYTE),
      p99,
      stalled,
      caughtUp,
      connections: lines.map(({ connections }) => connections),
      closeCodes: lines.map(({ closeCodes }) => closeCodes),
    });
    for (const received of others) expect(received).toHaveLength(EVENTS);
    for (const received of arrivals.slice(0, slow.length)) expect(received.length).toBeLessThan(EVENTS);
    for (const [index, received] of arrivals.entries()) {
      const jumps = received.filter(({ number }, at) => number !== (received[at - 1]?.number ?? 0) + 1);
      expect(gaps[index]).toEqual(jumps.map(() => 'TRIMMED'));
    }
    // No client is disconnected within the stall timeout. On a busy machine the pause may last longer than that.
    const connected = stalled < STALL_TIMEOUT ? lines : lines.slice(slow.length);
    expect(connected.map(({ connections }) => connections)).toEqual(connected.map(() => 1));
    expect(highest - before).toBeLessThan(250 * MEGABYTE);
    expect(p99).toBeLessThan(1000);
  });
});
