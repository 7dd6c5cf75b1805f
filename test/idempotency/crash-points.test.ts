import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../simulation/program.ts';

/** What the program prints. */
interface Ended {
  course: string;
  written: number;
  answered: string | null;
  repeated: string | null;
}

describe('a write under a key', () => {
  it('is never made twice if its instance dies, at whatever moment', async () => {
    const told = (await linesOf<Ended>('crash-points.ts')).map(
      ({ written, repeated }) =>
        `${written} written, ${repeated?.startsWith('n-') ? 'the repeat gets a note' : repeated}`,
    );
    expect(told.filter((step, index) => step !== told[index - 1])).toEqual([
      // Before the attempt is recorded.
      '1 written, the repeat gets a note',
      // Before the call has reached the platform: nobody can know.
      '0 written, OUTCOME_UNKNOWN',
      // Before the outcome is recorded.
      '1 written, OUTCOME_UNKNOWN',
      '1 written, the repeat gets a note',
    ]);
  });

  it('is made twice only as documented if a failover loses its record', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/decisions/idempotency-keys.md'), 'utf8');
    const ended = await linesOf<Ended>('crash-points.ts', '--redis');
    const courses = Object.entries(Object.groupBy(ended, ({ course }) => course));
    expect(courses).toHaveLength(3);
    for (const [course, moments = []] of courses) {
      const cells = moments.map(
        ({ written, answered, repeated }) =>
          `${written === 1 ? 'once' : `${written} times`}, ${repeated === answered ? 'same ID' : 'another ID'}`,
      );
      expect(page).toContain(`| ${course} | ${cells.join(' | ')} |`);
    }
  });
});
