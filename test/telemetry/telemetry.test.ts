import { describe, expect, it } from 'vitest';
import { Drift } from '../../src/telemetry/drift.ts';
import { FakeClock } from '../support/fake-clock.ts';

describe('the drift counter', () => {
  it('counts by route, deviation and member, and logs each at most once a minute with its total', () => {
    const clock = new FakeClock();
    const lines: unknown[] = [];
    const drift = new Drift({ warn: (...line: unknown[]) => void lines.push(line) }, clock);
    for (const route of ['GET /a', 'GET /a', 'GET /b']) drift.count(route, 'response', '');
    drift.count('GET /a', 'row', 'noteId', 3);
    clock.skip(59_999);
    drift.count('GET /a', 'response', '');
    expect(lines).toEqual([
      [{ route: 'GET /a', deviation: 'response', count: 1 }, 'drift'],
      [{ route: 'GET /b', deviation: 'response', count: 1 }, 'drift'],
      [{ route: 'GET /a', deviation: 'row', member: 'noteId', count: 3 }, 'drift'],
    ]);
    clock.skip(1);
    drift.count('GET /a', 'response', '');
    expect(lines.slice(3)).toEqual([[{ route: 'GET /a', deviation: 'response', count: 4 }, 'drift']]);
    expect([...drift.counts]).toEqual([
      ['GET /a response', 4],
      ['GET /b response', 1],
      ['GET /a row noteId', 3],
    ]);
  });
});
