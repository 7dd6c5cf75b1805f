import { describe, expect, it, onTestFinished } from 'vitest';
import { FakeClock } from '../support/fake-clock.ts';
import { as, type TestGateway } from '../support/gateway.ts';
import { readMetrics } from '../support/metrics.ts';
import { testGateway } from '../support/suite.ts';
import { until } from '../support/until.ts';

const MINUTE = 60_000;

/** A gateway whose platform's clock differs from its own. */
async function startSkewed(clock: { skew: number }): Promise<TestGateway> {
  const time = new FakeClock();
  const gateway = await testGateway({
    clock: time,
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
