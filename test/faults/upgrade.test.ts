import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { note } from '../support/fleet-form.ts';
import {
  callCounter,
  hasReached,
  newTraffic,
  openReceivers,
  type Receiver,
  type Traffic,
} from '../support/fleet-traffic.ts';
import {
  findPreviousRelease,
  type InstalledRelease,
  installRelease,
  type PreviousRelease,
} from '../support/previous-release.ts';
import { startQueries } from '../support/steady-queries.ts';
import { until } from '../support/until.ts';

/** Events per source before, between and after the steps. */
const STEP = 20;
/** Milliseconds between two events of a source during a step. */
const PACE = 80;
const CLIENTS = 8;

/**
 * The previous release and this one on one Redis and one platform, under load, with streams that move between the two and
 * resume with the cursors of the other.
 */
describe('a rolling upgrade from the previous release', {
  tags: ['full', 'redis-server', 'tar'],
  timeout: 300_000,
}, () => {
  let previous: PreviousRelease | string;
  let release: InstalledRelease;
  let fleet: Fleet;
  beforeAll(async () => {
    previous = findPreviousRelease();
    if (typeof previous === 'string') return;
    release = installRelease(previous);
    fleet = await startFleet({ main: release.main });
  }, 180_000);
  afterAll(async () => {
    await fleet?.close();
    release?.remove();
  });

  it('and back loses, repeats and refuses nothing', async ({ skip }) => {
    if (typeof previous === 'string') return skip(previous);
    const traffic = newTraffic(fleet, 'upgrade', 'u-kofi');
    const receivers = await openReceivers(fleet, traffic.credentials, CLIENTS);
    const reads = startQueries(fleet.instances, fleet.sandbox.credentials.student);
    await traffic.sendTo(STEP);

    const [one, two] = fleet.instances;
    // Forward one by one, with a time of both releases between; then back.
    for (const [instance, main, isMixed] of [
      [one, undefined, true],
      [two, undefined, false],
      [one, release.main, true],
      [two, release.main, false],
    ] as const) {
      await whileSending(traffic, async () => {
        const { status } = await instance.terminate();
        expect(status).toBe(0);
        await instance.start(main);
        // Where a load balancer must ask while both releases run: 0.2.0 does not answer on METRICS_PORT.
        const { status: readiness } = await fetch(`${instance.url}/health/ready`);
        expect(readiness).toBe(200);
      });
      // Half of the clients move first: for a while, the same users have streams on both instances.
      const half = receivers.slice(0, receivers.length / 2);
      await moveAll(half);
      // The previous release polls under a lease of its own, this one under a claim.
      if (isMixed)
        await until(async () => (await isStored(fleet, 'lease:*')) && (await isStored(fleet, '*:owner')));
      await traffic.sendTo(Math.max(...traffic.sources.map(({ sent }) => sent)) + STEP);
      await allReceived(receivers, traffic);
      // Everybody resumes, and receives events of both instances, before the next step.
      await moveAll(receivers.slice(receivers.length / 2));
      await traffic.sendTo(Math.max(...traffic.sources.map(({ sent }) => sent)) + STEP);
      await allReceived(receivers, traffic);
    }

    await reads.stop();
    for (const receiver of receivers) receiver.stop();
    const result = callCounter(receivers, traffic.sources);
    const errors = receivers.flatMap(({ lines }) => lines.flatMap((line) => line.errors));
    note('upgrade', {
      ...result,
      events: traffic.sources.map(({ sent }) => sent),
      retries: traffic.retries,
      connections: receivers.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.connections, 0),
      queries: reads.sent,
      slowest: Math.round(reads.slowest),
      errors: errors.map(({ message }) => message),
    });
    expect(result).toEqual({ lost: 0, duplicated: 0, outOfOrder: 0 });
    expect(receivers.flatMap(({ gaps }) => gaps)).toEqual([]);
    expect(reads.failures).toEqual([]);
    expect(errors.map(({ extensions }) => extensions?.code)).toEqual([]);
  });
});

/** Whether Redis has a key of a kind. */
const isStored = async ({ redis }: Fleet, pattern: string): Promise<boolean> =>
  String(await redis.command('KEYS', `gateway:${pattern}`)) !== '';

/** Sends events before, during and after a step. */
async function whileSending(traffic: Traffic, step: () => Promise<void>): Promise<void> {
  let hasEnded = false;
  const sending = traffic.sendWhile(() => !hasEnded, PACE);
  try {
    await step();
  } finally {
    hasEnded = true;
    await sending;
  }
}

/** Cuts every connection, so that each client resumes on the next instance in its list. */
async function moveAll(receivers: readonly Receiver[]): Promise<void> {
  const lines = receivers.flatMap((receiver) => receiver.lines);
  const before = lines.map(({ connections }) => connections);
  for (const receiver of receivers) receiver.reset();
  await until(() => lines.every(({ connections }, index) => connections > (before[index] ?? 0)), {
    within: 30_000,
  });
}

const allReceived = (receivers: readonly Receiver[], { sources }: Traffic): Promise<void> =>
  until(() => hasReached(receivers, new Map(sources.map(({ name, sent }) => [name, sent]))), {
    within: 60_000,
  });
