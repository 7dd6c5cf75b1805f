import { expect, it } from 'vitest';
import { Heartbeat } from '../../src/transports/websocket/heartbeat.ts';
import { FakeClock } from '../support/fake-clock.ts';

const INTERVAL = 12_000;

it('pings the open connections in time while many others open and close', async () => {
  const clock = new FakeClock();
  const open = new Set<{ ping(): void }>();
  let pings = 0;
  const ping = (): void => {
    pings += 1;
  };
  for (let index = 0; index < 20; index += 1) open.add({ ping });
  new Heartbeat(clock, open, INTERVAL).start();
  for (let second = 0; second < 120; second += 1) {
    const brief = Array.from({ length: 40 }, () => ({ ping: () => {} }));
    for (const connection of brief) open.add(connection);
    await clock.advance(500);
    for (const connection of brief.slice(0, 20)) open.delete(connection);
    await clock.advance(500);
    for (const connection of brief) open.delete(connection);
  }
  expect(pings).toBeGreaterThanOrEqual(20 * (120_000 / INTERVAL));
});
