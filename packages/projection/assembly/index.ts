/**
 * Reads rows from a JSON text without parsing it, and writes selected members of them as JSON.
 *
 * `read` checks the whole text and records where each row's members are; `write` copies members of recorded rows. Both
 * give up on anything unusual, and the caller then parses the text instead: giving up is never wrong, only slower.
 * The module has no state between two calls but its memory, which every call fills anew (`../projector.ts`).
 */

import { FLAG_NULLABLE, FLAG_REQUIRED, Kind, MEMBER_SIZE } from './layout';
import { isAt, isDigit, skipSpace, skipValue, stringEnd } from './scan';

/** Rows nested deeper than this are left to the parser. */
const MAXIMUM_DEPTH = 32;
/** Characters of a number that is an ID: all numbers as long are exact. */
const LONGEST_ID: usize = 15;

/** End of the text, its start, and the next free and the last usable word of the index. */
let end: usize = 0;
let start: usize = 0;
let top: usize = 0;
let limit: usize = 0;
let base: usize = 0;

/**
 * Reads a text of one row or a list of rows.
 * @param shape address of the shape. @param isList whether the text is a list.
 * @param from, to the text. The 16 bytes after it are not part of it but can be read.
 * @param index, indexEnd where to record the rows.
 * @returns the length of the index in words; 0: given up.
 */
export function read(shape: usize, isList: bool, from: usize, to: usize, index: usize, indexEnd: usize): u32 {
  start = from;
  end = to;
  base = index;
  top = index;
  limit = indexEnd;
  let p = skipSpace(from, to);
  if (isList) {
    // The list's count is the first word.
    if (top + 4 > limit) return 0;
    top += 4;
    p = readList(p, shape, 0);
    if (p == 0) return 0;
    store<u32>(base, lastCount);
  } else p = readRow(p, shape, 0);
  if (p == 0 || skipSpace(p, to) != to) return 0;
  return <u32>((top - base) >> 2);
}

/** Number of rows of the list that was read last. */
let lastCount: u32 = 0;

function readList(at: usize, shape: usize, depth: i32): usize {
  if (!isAt(at, end, 0x5b)) return 0;
  let p = skipSpace(at + 1, end);
  let count: u32 = 0;
  if (!isAt(p, end, 0x5d)) {
    p = at;
    do {
      p = readRow(skipSpace(p + 1, end), shape, depth);
      if (p == 0) return 0;
      p = skipSpace(p, end);
      count++;
    } while (isAt(p, end, 0x2c));
  }
  lastCount = count;
  return isAt(p, end, 0x5d) ? p + 1 : 0;
}

/** Records a row: its start, its end, the end of its record, and two words for each member of the shape. */
function readRow(at: usize, shape: usize, depth: i32): usize {
  let p = at;
  if (depth > MAXIMUM_DEPTH || !isAt(p, end, 0x7b)) return 0;
  const count = load<u32>(shape);
  const members = shape + 4;
  const row = top;
  const slots = row + 12;
  top = slots + (<usize>count << 3);
  if (top > limit) return 0;
  store<u32>(row, <u32>(p - start));
  for (let slot = slots; slot < top; slot += 8) store<u64>(slot, 0);
  const first = skipSpace(p + 1, end);
  if (isAt(first, end, 0x7d)) p = first;
  else {
    let expected: u32 = 0;
    do {
      p = skipSpace(p + 1, end);
      // Most rows have the members of the shape in its order, without spaces.
      let found = expected;
      const likely = members + expected * MEMBER_SIZE;
      if (expected < count && same(p, <usize>load<u32>(likely), <usize>load<u32>(likely, 4))) {
        p += <usize>load<u32>(likely, 4);
      } else {
        if (!isAt(p, end, 0x22)) return 0;
        const key = p;
        p = stringEnd(p, end);
        if (p == 0) return 0;
        found = memberOf(key, p - key, members, count);
        // An escaped key may be a member's name.
        if (found == count && hasEscape(key, p)) return 0;
        p = skipSpace(p, end);
        if (!isAt(p, end, 0x3a)) return 0;
        p = skipSpace(p + 1, end);
      }
      if (p >= end) return 0;
      if (found == count) p = skipValue(p, end);
      else {
        expected = found + 1;
        const slot = slots + (<usize>found << 3);
        // A member that occurs twice is left to the parser, which takes the last one.
        if (load<u32>(slot) != 0) return 0;
        p = readMember(p, members + found * MEMBER_SIZE, slot, depth);
      }
      if (p == 0) return 0;
      p = skipSpace(p, end);
    } while (isAt(p, end, 0x2c));
  }
  if (!isAt(p, end, 0x7d)) return 0;
  p++;
  for (let member: u32 = 0; member < count; member++) {
    if ((load<u8>(members + member * MEMBER_SIZE, 9) & FLAG_REQUIRED) != 0) {
      if (load<u32>(slots + (<usize>member << 3)) == 0) return 0;
    }
  }
  store<u32>(row, <u32>(p - start), 4);
  store<u32>(row, <u32>((top - base) >> 2), 8);
  return p;
}

function readMember(at: usize, member: usize, slot: usize, depth: i32): usize {
  const kind: Kind = load<u8>(member, 8);
  const first = load<u8>(at);
  let p: usize = 0;
  if (first == 0x6e && (load<u8>(member, 9) & FLAG_NULLABLE) != 0) {
    // `null`, or not JSON.
  } else if (kind == Kind.Id || kind == Kind.Ids) {
    p = kind == Kind.Id ? idEnd(at) : idsEnd(at);
    if (p == 0) return 0;
  } else if (kind == Kind.List || kind == Kind.Object || (kind == Kind.Wrapped && first == 0x5b)) {
    const record = <u32>((top - base) >> 2);
    const shape = <usize>load<u32>(member, 12);
    let count: u32 = 1;
    if (kind == Kind.Object) p = readRow(at, shape, depth + 1);
    else {
      p = readList(at, shape, depth + 1);
      count = lastCount;
    }
    // The slot was not moved: the index only grows.
    store<u32>(slot, record);
    store<u32>(slot, count, 4);
    return p;
  }
  if (p == 0) p = first == 0x22 ? stringEnd(at, end) : skipValue(at, end);
  if (p == 0) return 0;
  // Nested rows have the index of their record here; other values their place, marked by the highest bit.
  store<u32>(slot, <u32>(at - start) | 0x80000000);
  store<u32>(slot, <u32>(p - start), 4);
  return p;
}

/** The address after a list of IDs; 0: another value. */
function idsEnd(at: usize): usize {
  if (load<u8>(at) != 0x5b) return 0;
  let p = skipSpace(at + 1, end);
  if (isAt(p, end, 0x5d)) return p + 1;
  p = at;
  do {
    p = idEnd(skipSpace(p + 1, end));
    if (p == 0) return 0;
    p = skipSpace(p, end);
  } while (isAt(p, end, 0x2c));
  return isAt(p, end, 0x5d) ? p + 1 : 0;
}

/** The address after a string or a whole number; 0: another value, or a number that may not be exact. */
function idEnd(at: usize): usize {
  const first = load<u8>(at);
  if (first == 0x22) return stringEnd(at, end);
  if (first != 0x2d && !isDigit(first)) return 0;
  const p = skipValue(at, end);
  if (p == 0 || p - at > LONGEST_ID) return 0;
  for (let digit = at + 1; digit < p; digit++) if (!isDigit(load<u8>(digit))) return 0;
  return p;
}

/** The number of the member with a quoted key; `count` if there is none. */
function memberOf(key: usize, length: usize, members: usize, count: u32): u32 {
  for (let number: u32 = 0; number < count; number++) {
    const member = members + number * MEMBER_SIZE;
    // A shape's keys end with a colon.
    if (<usize>load<u32>(member, 4) == length + 1 && same(key, <usize>load<u32>(member), length)) return number;
  }
  return count;
}

// @ts-expect-error: decorator
@inline
function same(left: usize, right: usize, length: usize): bool {
  let index: usize = 0;
  for (; index + 8 <= length; index += 8) if (load<u64>(left + index) != load<u64>(right + index)) return false;
  for (; index < length; index++) if (load<u8>(left + index) != load<u8>(right + index)) return false;
  return true;
}

function hasEscape(from: usize, to: usize): bool {
  for (let p = from; p < to; p++) if (load<u8>(p) == 0x5c) return true;
  return false;
}

export { characters, objects, write } from './write';
