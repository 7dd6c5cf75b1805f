/** Memory of a list or object, and of an item or member, beside their text, in bytes. */
const CONTAINER_BYTES = 64;
const ITEM_BYTES = 16;

/** A byte in each of the four places of a word. */
const inEach = (byte: number): number => Math.imul(byte, 0x01010101);
const ALL_BUT_HIGHEST = inEach(0x7f);
const COMMAS = inEach(0x2c);
const OPEN_OBJECTS = inEach(0x7b);
/** The bit in which the byte that opens a list differs from the one that opens an object. */
const LIST_OR_OBJECT = inEach(0x20);
/** Words whose counts fit into bytes. */
const COUNTABLE = 255;

/**
 * Estimated bytes that the lists and objects of a JSON text take when it is parsed: 30 times its size for `[[],[],…]`. Four bytes
 * at a time, which takes a third of the time. Those within strings count as well: an estimate may be too high.
 */
export function structureBytes(json: Uint8Array): number {
  const { buffer, byteOffset, byteLength } = json;
  // Words start at multiples of four. Each byte before the first and behind the last counts as an item.
  const start = Math.ceil(byteOffset / 4);
  const words = Math.max(0, Math.floor((byteOffset + byteLength) / 4) - start);
  const text = new Int32Array(buffer, words > 0 ? 4 * start : 0, words);
  let containers = 0;
  let items = byteLength - 4 * words;
  for (let from = 0; from < words; from += COUNTABLE) {
    const to = Math.min(from + COUNTABLE, words);
    let opening = 0;
    let commas = 0;
    for (let index = from; index < to; index += 1) {
      const word = text[index] ?? 0;
      opening += zeros((word | LIST_OR_OBJECT) ^ OPEN_OBJECTS);
      commas += zeros(word ^ COMMAS);
    }
    containers += sumOfBytes(opening);
    items += sumOfBytes(commas);
  }
  return CONTAINER_BYTES * containers + ITEM_BYTES * items;
}

/** One in the place of each byte that is zero. Source: Warren, Hacker's Delight, 6-1. */
const zeros = (word: number): number =>
  ~(((word & ALL_BUT_HIGHEST) + ALL_BUT_HIGHEST) | word | ALL_BUT_HIGHEST) >>> 7;

const sumOfBytes = (word: number): number =>
  (word & 0xff) + ((word >>> 8) & 0xff) + ((word >>> 16) & 0xff) + (word >>> 24);
