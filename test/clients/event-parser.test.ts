import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventParser, type ServerSentEvent } from '../../packages/client/src/stream/event-parser.ts';
import { ANY_CHARACTER } from '../support/any-character.ts';

const parse = (pieces: readonly Uint8Array[]): ServerSentEvent[] => {
  const parser = new EventParser();
  return pieces.flatMap((piece) => [...parser.push(piece)]);
};
const encoder = new TextEncoder();

describe('server-sent events', () => {
  const line = fc
    .string({ unit: ANY_CHARACTER, maxLength: 12 })
    .map((text) => text.replace(/[\r\n\ufeff\ud800-\udfff]/g, ''));
  const event = fc.record({
    id: line.filter((id) => !id.startsWith(' ')),
    type: fc.constantFrom('next', 'complete', 'message'),
    data: fc.array(line, { minLength: 1, maxLength: 3 }),
    comment: fc.option(line),
  });

  it('are read with every end of line, in pieces of every size', () => {
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 4 }),
        fc.array(fc.constantFrom('\n', '\r', '\r\n'), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        (events, ends, size) => {
          let written = 0;
          const end = (): string => {
            written += 1;
            return ends[written % ends.length] ?? '\n';
          };
          const lines = events.flatMap(({ id, type, data, comment }) => [
            ...(comment === null ? [] : [`:${comment}`]),
            `id: ${id}`,
            `event: ${type}`,
            ...data.map((each) => `data: ${each}`),
            '',
          ]);
          // A CR before an LF would be one end: a comment separates lines that end with different ones.
          const isMixed = ends.length > 1;
          const text = lines.map((each) => (isMixed && each === '' ? `:\n\n` : each + end())).join('');
          const bytes = encoder.encode(`${text}id: 1\ndata: cut off`);
          const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
            bytes.subarray(index * size, (index + 1) * size),
          );
          expect(parse(pieces)).toEqual(
            events.map(({ id, type, data }) => ({ id, type, data: data.join('\n') })),
          );
        },
      ),
      { numRuns: 200, seed: 20_261_127 },
    );
  });
});
