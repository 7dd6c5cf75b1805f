import fc from 'fast-check';
import { expect, it } from 'vitest';
import { structureBytes } from '../../src/lib/structure-bytes.ts';

/** Bytes at the edges of a text that may be estimated. */
const EDGES = 6;
const CONTAINER = 64;
const ITEM = 16;

it('a list or object counts as 64 bytes, an item or member as 16, at whatever address the text is', () => {
  const byte = fc.oneof(fc.constantFrom(...Buffer.from('[],{}\\\x0c\xac\xdb\xfb', 'latin1')), fc.nat(255));
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 3000 }), fc.nat(7), (bytes, at) => {
      const text = new Uint8Array(at + bytes.length);
      text.set(bytes, at);
      const count = (name: string): number => bytes.filter((each) => each === name.charCodeAt(0)).length;
      const exact = CONTAINER * (count('[') + count('{')) + ITEM * count(',');
      const estimate = structureBytes(text.subarray(at));
      expect(Math.abs(estimate - exact)).toBeLessThanOrEqual(EDGES * CONTAINER);
    }),
    { examples: [[Array(3000).fill(','.charCodeAt(0)), 1]] },
  );
});
