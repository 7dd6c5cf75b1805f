// @module-tag slow
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

/** docs/cache-rule.md. A platform with whole rows sends nothing that one with partial rows does not. */
describe.each([
  { platform: 'a platform with partial rows', intercept: sendPartialRows },
  { platform: 'the sandbox as it is', intercept: undefined },
])('$platform', ({ intercept }) => {
  describe(`a field of a record has one value for one caller (CACHE_SEED=${SEED})`, () => {
    let investigation: Investigation;
    beforeAll(async () => {
      const options = { seed: SEED, turns: TURNS, thorough: FULL, ...(intercept && { intercept }) };
      investigation = await Investigation.run(options);
    }, TIMEOUT);
    afterAll(() => investigation.close());

    it('whichever operation reads it, over HTTP and in streams', () => {
      expect(investigation.violations.map((field) => investigation.explain(field)).join('\n\n')).toBe('');
    });

    it('so Apollo Client and urql lose nothing when two responses are merged, in either order', () => {
      const { losses, merged, pairs } = investigation;
      expect(losses.slice(0, 3)).toEqual([]);
      expect(merged).toBeGreaterThan(pairs / 4);
    });

    it('and a `@semanticNonNull` field is null only with an error', () => {
      const { unexplainedNulls, coverage, schema } = investigation;
      expect(unexplainedNulls.slice(0, 3)).toEqual([]);
      const marked = new Set(markedFields(schema)).intersection(readableFields(schema));
      expect([...marked.difference(coverage.filled)]).toEqual([]);
    });

    it('in valid operations that select every readable field of the schema', () => {
      const { rejections, coverage, schema } = investigation;
      expect(Object.fromEntries(rejections)).toEqual({});
      expect([...readableFields(schema).difference(coverage.selected)]).toEqual([]);
    });
  });
});
