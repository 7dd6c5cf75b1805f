import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../chaos/checker.ts';
import { RecordedHistory } from '../chaos/history.ts';
import { Chaos } from '../chaos/run.ts';
import { note } from '../support/fleet-form.ts';
import {
  findPreviousRelease,
  type InstalledRelease,
  installRelease,
  type PreviousRelease,
} from '../support/previous-release.ts';
import { startQueries } from '../support/steady-queries.ts';
import { until } from '../support/until.ts';

/** Events that are sent between two steps. */
const STEP = 60;

/**
 * The previous release and this one on one Redis and one platform, under load, with streams that move between the two and
 * resume with the cursors of the other.
 */
describe('a rolling upgrade from the previous release', {
  tags: ['full', 'redis-server', 'tar'],
  timeout: 300_000,
}, () => {
  const history = new RecordedHistory();
  let previous: PreviousRelease | string;
  let release: InstalledRelease;
  let chaos: Chaos;
  beforeAll(async () => {
    previous = findPreviousRelease();
    if (typeof previous === 'string') return;
    release = installRelease(previous);
    chaos = await Chaos.start(
      {
        seed: 18,
        redis: 'single',
        instances: 2,
        subscribers: 8,
        rate: 20,
        users: 3,
        userInterval: 200,
        main: release.main,
        // The previous release needs clocks that are right.
        skews: [0],
      },
      history,
    );
  }, 180_000);
  afterAll(async () => {
    await chaos?.close();
    release?.remove();
  });

  it('and back loses, repeats and refuses nothing', async ({ skip }) => {
    if (typeof previous === 'string') return skip(previous);
    const { world, subscribers, traffic } = chaos;
    const reads = startQueries(world.gateways, world.platform.sender);
    /** Whether Redis has a key of a kind. */
    const isStored = async (pattern: string): Promise<boolean> =>
      String(await world.redis.masters[0]?.command('KEYS', `gateway:${pattern}`)) !== '';
    const receiveMore = async (): Promise<void> => {
      const { accepted } = traffic;
      await until(() => traffic.accepted >= accepted + STEP);
      await chaos.drain();
    };
    await receiveMore();

    // Forward one by one, with a time of both releases between; then back.
    for (const [index, main, isMixed] of [
      [0, undefined, true],
      [1, undefined, false],
      [0, release.main, true],
      [1, release.main, false],
    ] as const) {
      const instance = world.gateways[index] ?? expect.fail();
      const { status } = await instance.terminate();
      expect(status).toBe(0);
      await instance.start(main);
      // Where a load balancer must ask while both releases run: 0.2.0 does not answer on METRICS_PORT.
      const { status: readiness } = await fetch(`${instance.url}/health/ready`);
      expect(readiness).toBe(200);
      // Half of the clients move first: for a while, the same users have streams on both instances.
      await subscribers.move(0);
      // The previous release polls under a lease of its own, this one under a claim.
      if (isMixed) await until(async () => (await isStored('lease:*')) && (await isStored('*:owner')));
      await receiveMore();
      // Everybody resumes, and receives events of both instances, before the next step.
      await subscribers.move(1);
      await receiveMore();
    }

    await reads.stop();
    await chaos.finish();
    const { violations, examples, deliveries, gaps } = check(history.records);
    const { refusals } = subscribers;
    note('upgrade', { deliveries, gaps, violations, refusals, queries: reads.sent, slowest: reads.slowest });
    expect({ violations, examples, gaps, refusals }).toEqual({
      violations: {},
      examples: [],
      gaps: {},
      refusals: {},
    });
    expect(reads.failures).toEqual([]);
  });
});
