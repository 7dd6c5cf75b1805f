import {
  FIELD_NULLABLE,
  FIELD_OPTIONAL,
  FIELD_SIZE,
  PROGRAM_HEAD,
  WRITE_BOOLEAN,
  WRITE_CONSTANT,
  WRITE_FLOAT,
  WRITE_ID,
  WRITE_IDS,
  WRITE_INT,
  WRITE_LIST,
  WRITE_OBJECT,
  WRITE_STRING,
  WRITE_STRINGS,
} from './layout';
import { isDigit, skipSpace, skipValue } from './scan';

/** Characters that a response limit counts for every list item, number and boolean. */
const SCALAR_LENGTH: u32 = 4;
/** Bytes that a copy may write beyond its end. */
const SLACK: usize = 16;

let text: usize = 0;
let words: usize = 0;
let out: usize = 0;
let outEnd: usize = 0;
let objectCount: u32 = 0;
let characterCount: u32 = 0;

/** Objects and list items that the last call wrote. */
export function objects(): u32 {
  return objectCount;
}

/** Length of what the last call wrote, as the response limit counts it. */
export function characters(): u32 {
  return characterCount;
}

/**
 * Writes recorded rows as a JSON list.
 * @param textAt address of the text's first byte. @param index address of the index's first word.
 * @param records, count the rows: words of their records.
 * @returns the address after what was written; 0: given up.
 */
export function write(
  program: usize,
  textAt: usize,
  index: usize,
  records: usize,
  count: u32,
  to: usize,
  toEnd: usize,
): usize {
  text = textAt;
  words = index;
  out = to;
  outEnd = toEnd - SLACK;
  objectCount = count;
  characterCount = count * SCALAR_LENGTH;
  if (out + 2 > outEnd) return 0;
  store<u8>(out++, 0x5b);
  for (let item: u32 = 0; item < count; item++) {
    if (item != 0) store<u8>(out++, 0x2c);
    if (!writeRow(program, load<u32>(records + ((<usize>item) << 2)))) return 0;
  }
  store<u8>(out++, 0x5d);
  return out;
}

/** Leaves room for two more bytes. */
function writeRow(program: usize, record: u32): bool {
  const fields = load<u32>(program);
  characterCount += load<u32>(program, 4);
  const row = words + ((<usize>record) << 2);
  if (out + 4 > outEnd) return false;
  store<u8>(out++, 0x7b);
  for (let index: u32 = 0; index < fields; index++) {
    const field = program + PROGRAM_HEAD + index * FIELD_SIZE;
    const length = <usize>load<u32>(field, 4);
    if (out + length + 8 > outEnd) return false;
    if (index != 0) store<u8>(out++, 0x2c);
    copy(<usize>load<u32>(field), length);
    const kind = load<u8>(field, 8);
    if (kind == WRITE_CONSTANT) continue;
    const flags = load<u8>(field, 9);
    const slot = row + ((<usize>load<u32>(field, 12)) << 2);
    const at = load<u32>(slot);
    if (at == 0) {
      if ((flags & FIELD_OPTIONAL) == 0) return false;
      writeNull();
      continue;
    }
    const second = load<u32>(slot, 4);
    if ((at & 0x80000000) == 0) {
      const rows = <usize>load<u32>(field, 16);
      if (kind == WRITE_OBJECT) {
        objectCount++;
        if (!writeRow(rows, at)) return false;
      } else if (kind == WRITE_LIST) {
        if (!writeRows(rows, at, second)) return false;
      } else return false;
      continue;
    }
    const from = text + (at & 0x7fffffff);
    const to = text + second;
    if (load<u8>(from) == 0x6e) {
      if ((flags & FIELD_NULLABLE) == 0) return false;
      writeNull();
      continue;
    }
    if (!writeLeaf(kind, from, to)) return false;
  }
  store<u8>(out++, 0x7d);
  return out + 2 <= outEnd;
}

function writeRows(program: usize, first: u32, count: u32): bool {
  objectCount += count;
  characterCount += count * SCALAR_LENGTH;
  store<u8>(out++, 0x5b);
  let record = first;
  for (let item: u32 = 0; item < count; item++) {
    if (item != 0) store<u8>(out++, 0x2c);
    if (!writeRow(program, record)) return false;
    record = load<u32>(words + ((<usize>record) << 2), 8);
  }
  store<u8>(out++, 0x5d);
  return out + 2 <= outEnd;
}

function writeNull(): void {
  store<u32>(out, 0x6c6c756e);
  out += 4;
}

function writeLeaf(kind: u8, from: usize, to: usize): bool {
  const length = to - from;
  if (out + length + 8 > outEnd) return false;
  const first = load<u8>(from);
  switch (kind) {
    case WRITE_STRING:
      return first == 0x22 && writeString(from, to);
    case WRITE_ID:
      return first == 0x22 ? writeString(from, to) : writeNumericId(from, to);
    case WRITE_INT:
      if (!isInteger(from, to, 9)) return false;
      break;
    case WRITE_FLOAT:
      if (!isDecimal(from, to)) return false;
      break;
    case WRITE_BOOLEAN:
      if (first != 0x74 && first != 0x66) return false;
      break;
    case WRITE_STRINGS:
    case WRITE_IDS:
      return writeList(kind == WRITE_IDS ? WRITE_ID : WRITE_STRING, from, to);
    default:
      return false;
  }
  copy(from, length);
  return true;
}

function writeList(kind: u8, from: usize, to: usize): bool {
  if (load<u8>(from) != 0x5b) return false;
  store<u8>(out++, 0x5b);
  let p = skipSpace(from + 1, to);
  let count: u32 = 0;
  while (load<u8>(p) != 0x5d) {
    if (count != 0) {
      store<u8>(out++, 0x2c);
      p = skipSpace(p + 1, to);
    }
    const value = p;
    p = skipValue(value, to);
    if (p == 0 || !writeLeaf(kind, value, p)) return false;
    p = skipSpace(p, to);
    count++;
  }
  objectCount += count;
  characterCount += count * SCALAR_LENGTH;
  store<u8>(out++, 0x5d);
  return out + 2 <= outEnd;
}

/** Copies a string whose escapes are those that `JSON.stringify` writes, and counts its UTF-16 code units. */
function writeString(from: usize, to: usize): bool {
  const backslash = i8x16.splat(0x5c);
  let p = from;
  const length = to - from;
  // The string without its quotes.
  let units = <i32>length - 2;
  while (p < to) {
    const bytes = v128.load(p);
    v128.store(out + (p - from), bytes);
    let found = i8x16.bitmask(v128.or(i8x16.eq(bytes, backslash), bytes));
    if (to - p < 16) found &= (1 << (<i32>(to - p))) - 1;
    if (found != 0) {
      const rest = p + ctz(found);
      const less = shorterBy(rest, to);
      if (less < 0) return false;
      memory.copy(out + (rest - from), rest, to - rest);
      units -= less;
      break;
    }
    p += 16;
  }
  characterCount += <u32>units;
  out += length;
  return true;
}

/** How many code units fewer than bytes a part of a string has. -1: it has an escape of another form. */
function shorterBy(from: usize, to: usize): i32 {
  let p = from;
  let less = 0;
  while (p < to) {
    const byte = load<u8>(p);
    if (byte == 0x5c) {
      const escape = load<u8>(p + 1);
      if (escape == 0x75 || escape == 0x2f) return -1;
      less++;
      p += 2;
    } else {
      // A continuation byte adds no code unit; a character of four bytes has two.
      if ((byte & 0xc0) == 0x80) less++;
      else if (byte >= 0xf0) less--;
      p++;
    }
  }
  return less;
}

function writeNumericId(from: usize, to: usize): bool {
  if (!isInteger(from, to, 15)) return false;
  const length = to - from;
  characterCount += <u32>length;
  store<u8>(out++, 0x22);
  copy(from, length);
  store<u8>(out++, 0x22);
  return true;
}

/** Whether a number is an integer as JavaScript prints it. */
function isInteger(from: usize, to: usize, maximumDigits: usize): bool {
  let p = from;
  if (load<u8>(p) == 0x2d) {
    p++;
    if (load<u8>(p) == 0x30) return false;
  }
  if (to - p > maximumDigits || p == to) return false;
  while (p < to) if (!isDigit(load<u8>(p++))) return false;
  return true;
}

/** Whether a number is a decimal as JavaScript prints it: short enough to be exact, and no trailing zero. */
function isDecimal(from: usize, to: usize): bool {
  let p = from;
  const isNegative = load<u8>(p) == 0x2d;
  if (isNegative) p++;
  if (to - p > 16 || !isDigit(load<u8>(p))) return false;
  const whole = p;
  while (p < to && isDigit(load<u8>(p))) p++;
  const isZero = load<u8>(whole) == 0x30;
  if (p == to) return p - whole <= 15 && !(isNegative && isZero);
  if (load<u8>(p) != 0x2e) return false;
  const fraction = ++p;
  while (p < to && isDigit(load<u8>(p))) p++;
  if (p != to || load<u8>(to - 1) == 0x30) return false;
  if (!isZero) return true;
  // From 1e-7 on, JavaScript prints an exponent.
  let zeros: usize = fraction;
  while (load<u8>(zeros) == 0x30) zeros++;
  return zeros - fraction < 6;
}

function copy(from: usize, length: usize): void {
  let index: usize = 0;
  while (index < length) {
    v128.store(out + index, v128.load(from + index));
    index += 16;
  }
  out += length;
}
