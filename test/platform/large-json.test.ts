import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/lib/clock.ts';
import { parseExactly } from '../../src/lib/exact-json.ts';
import { parseInSlices } from '../../src/platform/large-json.ts';

/** Bytes per slice: small enough to split everything. */
const SLICE = 8;
const inSlices = async (text: string): Promise<unknown> => {
  const { json, isExact } = await parseInSlices(Buffer.from(text), SYSTEM_CLOCK, SLICE);
  if (isExact) expect(json).toEqual(JSON.parse(text));
  return json;
};
const outcome = async (parse: () => unknown): Promise<unknown> => {
  try {
    return { value: await parse() };
  } catch (error) {
    return error instanceof SyntaxError ? 'rejected' : error;
  }
};

describe('JSON parsed in slices', () => {
  it('equals the result of parsing at once', async () => {
    const layouts = fc.constantFrom(undefined, 1, '\t');
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), layouts, async (value, layout) => {
        const text = JSON.stringify(value, null, layout);
        expect(await inSlices(text)).toEqual(parseExactly(text));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['[1,2,3,4,5,6,7,8,1234567890]', true],
    ['[1,2,3,12345678901234567890,4,5,6,7,8]', false],
  ])('says whether doubles can hold the numbers of %s', async (text, isExact) => {
    expect(await parseInSlices(Buffer.from(text), SYSTEM_CLOCK, SLICE)).toMatchObject({ isExact });
  });

  it('is rejected if parsing at once rejects it', async () => {
    const change = fc.record({
      value: fc.jsonValue(),
      at: fc.nat(),
      instead: fc.constantFrom('', ',', '"', '[', ']', '{', '}', ':', '\\', ' ', '\u00a0', ',,', 'x'),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ value, at, instead }) => {
        const text = JSON.stringify(value);
        const place = at % (text.length + 1);
        const changed = text.slice(0, place) + instead + text.slice(place + 1);
        expect(await outcome(() => inSlices(changed))).toEqual(await outcome(() => parseExactly(changed)));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    '[1,2,3,4,5,6,7,8,]',
    '[,1,2,3,4,5,6,7,8]',
    '[1111111111,,2222222222]',
    '{"a":111111111,}',
    '[1111111111],[2222222222]',
    '{"__proto__":{"a":1111111111},"b":1111111111}',
    '{"a":1,"b":2222222222,"a":3333333333}',
    '["\\\\","\\"","a\\\\\\"b,]"]',
    '[1,2,3,12345678901234567890,4,5]',
    '[          ]',
    '{          }',
    '[\u00a0\u00a0\u00a0\u00a0\u00a0]',
    '{"\u00e9\ud83d\ude00,]":["\u00e9\u00e9\u00e9\u00e9\u00e9","\ud83d\ude00\ud83d\ude00"]}',
  ])('%s', async (text) => {
    expect(await outcome(() => inSlices(text))).toEqual(await outcome(() => parseExactly(text)));
  });
});
