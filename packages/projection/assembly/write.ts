import { FIELD_NULLABLE, FIELD_OPTIONAL, FIELD_SIZE, PROGRAM_HEAD, Write } from './layout';
import { isDigit, skipSpace, skipValue } from './scan';

/** Characters that a response limit counts for every list item, number and boolean. */
const SCALAR_LENGTH: u32 = 4;
/** Bytes that a copy may write beyond its end. */
const SLACK: usize = 16;

let text: usize = 0;
let words: usize = 0;
let out: usize = 0;
let outEnd: usize = 0;
let isFull: bool = false;

/** Objects and list items that the last call wrote. */
export let objects: u32 = 0;
/** Length of the last call's output, as the response limit counts it. */
export let characters: u32 = 0;

/**
 * Writes recorded rows as a JSON list.
 * @param textAt address of the text's first byte. @param index address of the index's first word.
 * @param records, count the rows: words of their records.
 * @returns the address after what was written; 0: a value is not copied as it is; 1: there is no room.
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
  objects = count;
  characters = count * SCALAR_LENGTH;
  isFull = false;
  if (!hasRoom(2)) return 1;
  store<u8>(out++, 0x5b);
  for (let item: u32 = 0; item < count; item++) {
    if (item != 0) store<u8>(out++, 0x2c);
    if (!writeRow(program, load<u32>(records + ((<usize>item) << 2)))) return isFull ? 1 : 0;
  }
  store<u8>(out++, 0x5d);
  return out;
}

// @ts-expect-error: decorator
@inline
function hasRoom(length: usize): bool {
  if (out + length <= outEnd) return true;
  isFull = true;
  return false;
}

/** Leaves room for two more bytes. */
function writeRow(program: usize, record: u32): bool {
  const fields = load<u32>(program);
  characters += load<u32>(program, 4);
  const row = words + ((<usize>record) << 2);
  if (!hasRoom(4)) return false;
  store<u8>(out++, 0x7b);
  for (let index: u32 = 0; index < fields; index++) {
    const field = program + PROGRAM_HEAD + index * FIELD_SIZE;
    const length = <usize>load<u32>(field, 4);
    if (!hasRoom(length + 8)) return false;
    if (index != 0) store<u8>(out++, 0x2c);
    copy(<usize>load<u32>(field), length);
    const kind: Write = load<u8>(field, 8);
    if (kind == Write.Constant) continue;
    if (kind == Write.Row) {
      objects++;
      if (!writeRow(<usize>load<u32>(field, 16), record)) return false;
      continue;
    }
    const flags = load<u8>(field, 9);
    const guard = load<u32>(field, 20);
    if (guard != 0) {
      const isNull = isTrue(row + ((<usize>guard) << 2));
      if (isNull < 0) return false;
      if (isNull > 0) {
        writeNull();
        continue;
      }
    }
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
      if (kind == Write.Object) {
        objects++;
        if (!writeRow(rows, at)) return false;
      } else if (kind == Write.List) {
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
  return hasRoom(2);
}

function writeRows(program: usize, first: u32, count: u32): bool {
  objects += count;
  characters += count * SCALAR_LENGTH;
  store<u8>(out++, 0x5b);
  let record = first;
  for (let item: u32 = 0; item < count; item++) {
    if (item != 0) store<u8>(out++, 0x2c);
    if (!writeRow(program, record)) return false;
    record = load<u32>(words + ((<usize>record) << 2), 8);
  }
  store<u8>(out++, 0x5d);
  return hasRoom(2);
}

/** 1: a member is `true`. 0: it is `false`, null or absent. -1: it is something else. */
function isTrue(slot: usize): i32 {
  const at = load<u32>(slot);
  if (at == 0) return 0;
  if ((at & 0x80000000) == 0) return -1;
  const first = load<u8>(text + (at & 0x7fffffff));
  if (first == 0x74) return 1;
  return first == 0x66 || first == 0x6e ? 0 : -1;
}

function writeNull(): void {
  store<u32>(out, 0x6c6c756e);
  out += 4;
}

function writeLeaf(kind: Write, from: usize, to: usize): bool {
  const length = to - from;
  if (!hasRoom(length + 8)) return false;
  const first = load<u8>(from);
  switch (kind) {
    case Write.String:
      return first == 0x22 && writeString(from, to);
    case Write.Id:
      return first == 0x22 ? writeString(from, to) : writeNumericId(from, to);
    case Write.Int:
      if (!isInteger(from, to, 9)) return false;
      break;
    case Write.Float: {
      const decimal = decimalLength(from, to);
      if (decimal != 0) copy(from, decimal);
      return decimal != 0;
    }
    case Write.Boolean:
      if (first != 0x74 && first != 0x66) return false;
      break;
    case Write.Strings:
    case Write.Ids:
      return writeList(kind == Write.Ids ? Write.Id : Write.String, from, to);
    default:
      return false;
  }
  copy(from, length);
  return true;
}

function writeList(kind: Write, from: usize, to: usize): bool {
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
  objects += count;
  characters += count * SCALAR_LENGTH;
  store<u8>(out++, 0x5d);
  return hasRoom(2);
}

/** Copies a string, with escapes as `JSON.stringify` writes them, and counts its UTF-16 code units. */
function writeString(from: usize, to: usize): bool {
  const backslash = i8x16.splat(0x5c);
  let p = from;
  const length = to - from;
  while (p < to) {
    const bytes = v128.load(p);
    v128.store(out + (p - from), bytes);
    let found = i8x16.bitmask(v128.or(i8x16.eq(bytes, backslash), bytes));
    if (to - p < 16) found &= (1 << (<i32>(to - p))) - 1;
    if (found != 0) {
      const plain = p + ctz(found) - from;
      out += plain;
      // Without the opening quote, which is always plain.
      characters += <u32>plain - 1;
      return writeRest(from + plain, to);
    }
    p += 16;
  }
  // The string without its quotes.
  characters += <u32>length - 2;
  out += length;
  return true;
}

/**
 * Copies the rest of a string from its first escape or character beyond ASCII. The output is never longer than the input.
 */
function writeRest(from: usize, to: usize): bool {
  let p = from;
  // A code unit each, less what continuation bytes and escapes have too many.
  let units = <i32>(to - from) - 1;
  while (p < to) {
    const byte = load<u8>(p);
    if (byte != 0x5c) {
      // A continuation byte adds no code unit; a character of four bytes has two.
      if ((byte & 0xc0) == 0x80) units--;
      else if (byte >= 0xf0) units++;
      store<u8>(out++, byte);
      p++;
      continue;
    }
    const escape = load<u8>(p + 1);
    if (escape == 0x75) {
      const unit = hexAt(p + 2);
      p += 6;
      units -= 5;
      if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogateAt(p, to)) {
        writeCharacter(0x10000 + ((unit - 0xd800) << 10) + (hexAt(p + 2) - 0xdc00));
        p += 6;
        units -= 5;
      } else writeUnit(unit);
    } else {
      if (escape != 0x2f) store<u8>(out++, 0x5c);
      store<u8>(out++, escape);
      p += 2;
      units--;
    }
  }
  characters += <u32>units;
  return true;
}

function isLowSurrogateAt(at: usize, to: usize): bool {
  if (at + 6 > to || load<u16>(at) != 0x755c) return false;
  const unit = hexAt(at + 2);
  return unit >= 0xdc00 && unit < 0xe000;
}

/** Four hexadecimal digits, which were checked. */
function hexAt(at: usize): u32 {
  let value: u32 = 0;
  for (let digit: usize = 0; digit < 4; digit++) {
    const byte = <u32>load<u8>(at + digit);
    value = (value << 4) | (byte < 0x3a ? byte - 0x30 : (byte | 0x20) - 0x57);
  }
  return value;
}

/** Writes a code unit that is no half of a pair as `JSON.stringify` does. Source: ECMA-262, QuoteJSONString. */
function writeUnit(unit: u32): void {
  if (unit == 0x22 || unit == 0x5c) {
    store<u8>(out++, 0x5c);
    store<u8>(out++, <u8>unit);
  } else if (unit < 0x20) writeControl(unit);
  else if (unit >= 0xd800 && unit < 0xe000) writeHex(unit);
  else writeCharacter(unit);
}

function writeControl(unit: u32): void {
  let letter: u8 = 0;
  if (unit == 8) letter = 0x62;
  else if (unit == 9) letter = 0x74;
  else if (unit == 10) letter = 0x6e;
  else if (unit == 12) letter = 0x66;
  else if (unit == 13) letter = 0x72;
  if (letter == 0) return writeHex(unit);
  store<u8>(out++, 0x5c);
  store<u8>(out++, letter);
}

function writeHex(unit: u32): void {
  store<u16>(out, 0x755c);
  out += 2;
  for (let shift = 12; shift >= 0; shift -= 4) {
    const digit = <u8>((unit >> shift) & 15);
    store<u8>(out++, digit < 10 ? 0x30 + digit : 0x57 + digit);
  }
}

/** Writes a character in UTF-8. */
function writeCharacter(point: u32): void {
  if (point < 0x80) return store<u8>(out++, <u8>point);
  if (point < 0x800) store<u8>(out++, <u8>(0xc0 | (point >> 6)));
  else {
    if (point < 0x10000) store<u8>(out++, <u8>(0xe0 | (point >> 12)));
    else {
      store<u8>(out++, <u8>(0xf0 | (point >> 18)));
      store<u8>(out++, <u8>(0x80 | ((point >> 12) & 0x3f)));
    }
    store<u8>(out++, <u8>(0x80 | ((point >> 6) & 0x3f)));
  }
  store<u8>(out++, <u8>(0x80 | (point & 0x3f)));
}

function writeNumericId(from: usize, to: usize): bool {
  if (!isInteger(from, to, 15)) return false;
  const length = to - from;
  characters += <u32>length;
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

/**
 * Length of a decimal as JavaScript prints it: without trailing zeros. 0: its value may be printed in another form, as it
 * has too many digits to be exact, or an exponent.
 */
function decimalLength(from: usize, to: usize): usize {
  let p = from;
  const isNegative = load<u8>(p) == 0x2d;
  if (isNegative) p++;
  if (to - p > 16 || !isDigit(load<u8>(p))) return 0;
  const whole = p;
  while (p < to && isDigit(load<u8>(p))) p++;
  const point = p;
  let last = to;
  if (p != to) {
    if (load<u8>(p++) != 0x2e) return 0;
    while (p < to && isDigit(load<u8>(p))) p++;
    if (p != to) return 0;
    while (load<u8>(last - 1) == 0x30) last--;
    if (last == point + 1) last = point;
  }
  if (last == point) {
    if (point - whole > 15) return 0;
    // -0 is printed without its sign.
    return isNegative && load<u8>(whole) == 0x30 ? 0 : last - from;
  }
  if (load<u8>(whole) != 0x30) return last - from;
  // From 1e-7 on, JavaScript prints an exponent.
  let zeros = point + 1;
  while (load<u8>(zeros) == 0x30) zeros++;
  return zeros - point - 1 < 6 ? last - from : 0;
}

function copy(from: usize, length: usize): void {
  let index: usize = 0;
  while (index < length) {
    v128.store(out + index, v128.load(from + index));
    index += 16;
  }
  out += length;
}
