import fc from 'fast-check';

/** Several code points that are one character, as people see it. */
const GRAPHEMES = ['e\u0301', '🇧🇷', '👩‍🚀', '👍🏽', 'ก็', '\r\n'];

/**
 * Any character, as the `unit` of fast-check's texts. Its own units build a table of a million characters in each process of
 * tests, which takes a second and 140 MB.
 */
export const ANY_CHARACTER: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: 0, max: 0xd7ff }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0xe000, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
  fc.constantFrom(...GRAPHEMES),
);
