import { describe, expect, it } from 'vitest';
import { Drift } from '../../src/telemetry/drift.ts';
import { FakeClock } from '../support/fake-clock.ts';

describe('the drift counter', () => {
  it('counts by route, and logs each route at most once a minute with its total', () => {
    const clock = new FakeClock();
    const lines: unknown[] = [];
    const drift = new Drift({ warn: (...line: unknown[]) => void lines.push(line) }, clock);
    for (const route of ['GET /a', 'GET /a', 'GET /b']) drift.count(route);
    clock.skip(59_999);
    drift.count('GET /a');
    expect(lines).toEqual([
      [{ route: 'GET /a', count: 1 }, 'drift'],
      [{ route: 'GET /b', count: 1 }, 'drift'],
    ]);
    clock.skip(1);
    drift.count('GET /a');
    expect(lines.slice(2)).toEqual([[{ route: 'GET /a', count: 4 }, 'drift']]);
    expect([...drift.counts]).toEqual([
      ['GET /a', 4],
      ['GET /b', 1],
    ]);
  });
});
