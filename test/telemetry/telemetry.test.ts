import { describe, expect, it } from 'vitest';
import { driftLog } from '../../src/telemetry/drift.ts';
import { FakeClock } from '../support/fake-clock.ts';

describe('the drift log', () => {
  it('has each route, deviation and member at most once a minute, with its total', () => {
    const clock = new FakeClock();
    const lines: unknown[] = [];
    const onDrift = driftLog({ warn: (...line: unknown[]) => void lines.push(line) }, clock);
    onDrift('GET /a', 'response', '', 1);
    onDrift('GET /a', 'response', '', 2);
    onDrift('GET /b', 'response', '', 1);
    onDrift('GET /a', 'row', 'noteId', 3);
    clock.skip(59_999);
    onDrift('GET /a', 'response', '', 3);
    expect(lines).toEqual([
      [{ route: 'GET /a', deviation: 'response', count: 1 }, 'drift'],
      [{ route: 'GET /b', deviation: 'response', count: 1 }, 'drift'],
      [{ route: 'GET /a', deviation: 'row', member: 'noteId', count: 3 }, 'drift'],
    ]);
    clock.skip(1);
    onDrift('GET /a', 'response', '', 4);
    expect(lines.slice(3)).toEqual([[{ route: 'GET /a', deviation: 'response', count: 4 }, 'drift']]);
  });
});
