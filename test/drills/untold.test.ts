import { describe, expect, it } from 'vitest';
import { untold } from '../support/untold.ts';

describe('what a drill counts as a silent loss', () => {
  /** One after the other. */
  const SENT = ['a', 'b', 'c'].map((text, index) => ({ text, from: 10 * index, to: 10 * index + 5 }));

  it.each([
    ['nothing, if every event arrived', ['a', 'b', 'c'], []],
    ['no event that a gap replaces', ['a', null, 'c'], []],
    ['no event at the end that a gap replaces', ['a', 'b', null], []],
    ['an event without a gap', ['a', 'c'], ['b']],
    ['an event whose gap comes after the next event', ['a', 'c', null], ['b']],
    ['an event whose gap came before the event before', [null, 'a', 'c'], ['b']],
    ['no event, if one gap replaces several', ['a', null], []],
    ['all events of a stream that received nothing', [], ['a', 'b', 'c']],
  ])('%s', (_, items, expected) => {
    expect(untold(SENT, items)).toEqual(expected);
  });

  it('no event whose gap is next to an event that was sent at the same time', () => {
    const sent = [
      { text: 'a', from: 0, to: 20 },
      { text: 'b', from: 10, to: 30 },
    ];
    expect(untold(sent, ['b', null])).toEqual([]);
    expect(untold(sent, [null, 'b'])).toEqual([]);
  });
});
