import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markedFields } from '../nullability/semantic-non-null.ts';
import { FULL } from '../support/fleet-form.ts';
import { readableFields } from './coverage.ts';
import { Investigation } from './investigation.ts';
import { sendPartialRows } from './partial-platform.ts';

/** Selects other operations, as in `CACHE_SEED=7 npx vitest run test/cache`. */
const SEED = Number(process.env.CACHE_SEED ?? 1);
/** Each gives three pairs of operations for each of the five callers. */
const TURNS = FULL ? 400 : 1;
const TIMEOUT = 3_600_000;

/** docs/cache-rule.md */
describe(`a field of a record has one value for one caller (CACHE_SEED=${SEED})`, () => {
  const investigations: Investigation[] = [];
  beforeAll(async () => {
    const options = { seed: SEED, turns: TURNS, thorough: FULL };
    investigations.push(await Investigation.run(options));
    investigations.push(await Investigation.run({ ...options, intercept: sendPartialRows }));
  }, TIMEOUT);
  afterAll(async () => {
    for (const investigation of investigations) await investigation.close();
  });

  it(
    'whichever operation reads it, over HTTP and in streams, also on a platform with partial rows',
    async () => {
      const explanations: string[] = [];
      for (const investigation of investigations) {
        for (const coordinate of investigation.violations) {
          explanations.push(await investigation.explain(coordinate));
        }
      }
      expect(explanations.join('\n\n')).toBe('');
    },
    TIMEOUT,
  );

  it('so Apollo Client and urql lose nothing when two responses are merged, in either order', () => {
    for (const { losses, merged, pairs } of investigations) {
      expect(losses.slice(0, 3)).toEqual([]);
      expect(merged).toBeGreaterThan(pairs / 4);
    }
  });

  it('and a `@semanticNonNull` field is null only with an error', () => {
    for (const { unexplainedNulls, coverage, schema } of investigations) {
      expect(unexplainedNulls.slice(0, 3)).toEqual([]);
      const marked = new Set(markedFields(schema)).intersection(readableFields(schema));
      expect([...marked.difference(coverage.filled)]).toEqual([]);
    }
  });

  it('in valid operations that select every readable field of the schema', () => {
    for (const { rejections, coverage, schema } of investigations) {
      expect(Object.fromEntries(rejections)).toEqual({});
      expect([...readableFields(schema).difference(coverage.selected)]).toEqual([]);
    }
  });
});
