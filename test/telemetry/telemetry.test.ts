import { describe, expect, it } from 'vitest';
import { Drift } from '../../src/telemetry/drift.ts';

describe('the drift counter', () => {
  it('counts by route, and logs each route at most once a minute with its total', () => {
    let now = 0;
    const lines: unknown[] = [];
    const drift = new Drift({ warn: (...line: unknown[]) => void lines.push(line) }, () => now);
    for (const route of ['GET /a', 'GET /a', 'GET /b']) drift.count(route);
    now = 59_999;
    drift.count('GET /a');
    expect(lines).toEqual([
      [{ route: 'GET /a', count: 1 }, 'drift'],
      [{ route: 'GET /b', count: 1 }, 'drift'],
    ]);
    now = 60_000;
    drift.count('GET /a');
    expect(lines.slice(2)).toEqual([[{ route: 'GET /a', count: 4 }, 'drift']]);
    expect([...drift.counts]).toEqual([
      ['GET /a', 4],
      ['GET /b', 1],
    ]);
  });
});
