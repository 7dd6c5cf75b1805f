import { expect, it } from 'vitest';
import { createHeartbeat } from '../../src/transports/websocket/heartbeat.ts';
import { FakeClock } from '../support/fake-clock.ts';

const INTERVAL = 12_000;

it('pings each open connection once per interval, however many others open and close', async () => {
  const clock = new FakeClock();
  let opened = 0;
  const pings: number[][] = [];
  const newConnection = () => {
    const times: number[] = [];
    pings.push(times);
    const number = opened;
    opened += 1;
    return { number, ping: () => void times.push(clock.monotonic()) };
  };
  const lasting = Array.from({ length: 20 }, newConnection);
  const open = new Set(lasting);
  createHeartbeat(clock, open, INTERVAL)();
  for (let second = 0; second < 120; second += 1) {
    // Most of the time a few, then suddenly many, then none.
    const brief = Array.from({ length: second % 5 === 0 ? 100 : 1 }, newConnection);
    for (const connection of brief) open.add(connection);
    await clock.advance(500);
    for (const connection of brief.slice(0, 50)) open.delete(connection);
    await clock.advance(500);
    for (const connection of brief) open.delete(connection);
  }
  for (const times of pings.slice(0, lasting.length)) {
    expect(times).toHaveLength(120_000 / INTERVAL);
    expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual(
      Array.from({ length: 9 }, () => INTERVAL),
    );
  }
});
