/** Checks JSON syntax. Every function returns the address after the text that it has read, and 0 for text that it rejects. */

const MAXIMUM_DEPTH = 64;

// @ts-expect-error: decorator
@inline
export function skipSpace(at: usize, end: usize): usize {
  let p = at;
  while (p < end) {
    const byte = load<u8>(p);
    if (byte != 0x20 && byte != 0x0a && byte != 0x0d && byte != 0x09) break;
    p++;
  }
  return p;
}

/** Whether a byte is the next one of the text. */
// @ts-expect-error: decorator
@inline
export function isAt(at: usize, end: usize, byte: u8): bool {
  return at < end && load<u8>(at) == byte;
}

/** @param at the opening quote. */
export function stringEnd(at: usize, end: usize): usize {
  let p = at + 1;
  const quote = i8x16.splat(0x22);
  const backslash = i8x16.splat(0x5c);
  const control = i8x16.splat(0x20);
  while (p < end) {
    const bytes = v128.load(p);
    const special = v128.or(
      v128.or(i8x16.eq(bytes, quote), i8x16.eq(bytes, backslash)),
      i8x16.lt_u(bytes, control),
    );
    const found = i8x16.bitmask(special);
    if (found == 0) {
      p += 16;
      continue;
    }
    p += ctz(found);
    if (p >= end) return 0;
    const byte = load<u8>(p);
    if (byte == 0x22) return p + 1;
    if (byte != 0x5c) return 0;
    const escape = load<u8>(p + 1);
    if (escape == 0x75) {
      for (let digit: usize = 2; digit < 6; digit++) if (!isHexDigit(load<u8>(p + digit))) return 0;
      p += 6;
    } else if (
      escape == 0x22 ||
      escape == 0x5c ||
      escape == 0x2f ||
      escape == 0x62 ||
      escape == 0x66 ||
      escape == 0x6e ||
      escape == 0x72 ||
      escape == 0x74
    )
      p += 2;
    else return 0;
  }
  return 0;
}

export function skipValue(at: usize, end: usize): usize {
  return skipNested(at, end, 0);
}

function skipNested(at: usize, end: usize, depth: i32): usize {
  if (at >= end) return 0;
  const first = load<u8>(at);
  if (first == 0x22) return stringEnd(at, end);
  if (first == 0x7b) return skipObject(at, end, depth);
  if (first == 0x5b) return skipList(at, end, depth);
  // `true`, `null`, `fals` and `e`.
  if (first == 0x74) return load<u32>(at) == 0x65757274 && at + 4 <= end ? at + 4 : 0;
  if (first == 0x6e) return load<u32>(at) == 0x6c6c756e && at + 4 <= end ? at + 4 : 0;
  if (first == 0x66)
    return load<u32>(at) == 0x736c6166 && load<u8>(at + 4) == 0x65 && at + 5 <= end ? at + 5 : 0;
  return numberEnd(at, end);
}

function skipList(at: usize, end: usize, depth: i32): usize {
  if (depth >= MAXIMUM_DEPTH) return 0;
  let p = skipSpace(at + 1, end);
  if (isAt(p, end, 0x5d)) return p + 1;
  p = at;
  do {
    p = skipNested(skipSpace(p + 1, end), end, depth + 1);
    if (p == 0) return 0;
    p = skipSpace(p, end);
  } while (isAt(p, end, 0x2c));
  return isAt(p, end, 0x5d) ? p + 1 : 0;
}

function skipObject(at: usize, end: usize, depth: i32): usize {
  if (depth >= MAXIMUM_DEPTH) return 0;
  let p = skipSpace(at + 1, end);
  if (isAt(p, end, 0x7d)) return p + 1;
  p = at;
  do {
    p = skipSpace(p + 1, end);
    if (!isAt(p, end, 0x22)) return 0;
    p = stringEnd(p, end);
    if (p == 0) return 0;
    p = skipSpace(p, end);
    if (!isAt(p, end, 0x3a)) return 0;
    p = skipNested(skipSpace(p + 1, end), end, depth + 1);
    if (p == 0) return 0;
    p = skipSpace(p, end);
  } while (isAt(p, end, 0x2c));
  return isAt(p, end, 0x7d) ? p + 1 : 0;
}

/** RFC 8259, section 6. */
function numberEnd(at: usize, end: usize): usize {
  let p = at;
  if (load<u8>(p) == 0x2d) p++;
  if (p >= end) return 0;
  if (load<u8>(p) == 0x30) p++;
  else {
    const digits = digitsEnd(p, end);
    if (digits == p) return 0;
    p = digits;
  }
  if (p < end && load<u8>(p) == 0x2e) {
    const digits = digitsEnd(p + 1, end);
    if (digits == p + 1) return 0;
    p = digits;
  }
  if (p < end && (load<u8>(p) | 0x20) == 0x65) {
    p++;
    if (p < end && (load<u8>(p) == 0x2b || load<u8>(p) == 0x2d)) p++;
    const digits = digitsEnd(p, end);
    if (digits == p) return 0;
    p = digits;
  }
  return p;
}

function digitsEnd(at: usize, end: usize): usize {
  let p = at;
  while (p < end && isDigit(load<u8>(p))) p++;
  return p;
}

// @ts-expect-error: decorator
@inline
export function isDigit(byte: u8): bool {
  return <u8>(byte - 0x30) < 10;
}

// @ts-expect-error: decorator
@inline
function isHexDigit(byte: u8): bool {
  return isDigit(byte) || <u8>((byte | 0x20) - 0x61) < 6;
}
