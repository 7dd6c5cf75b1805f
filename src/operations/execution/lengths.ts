import { GatewayError } from '../../graph/errors.ts';

/** Characters that the response limit counts for a number or a boolean. */
export const SCALAR_LENGTH = 4;

/** Characters of an error without its path and locations: its code, a request ID, names, and the message of a masked error. */
const ERROR_LENGTH = 300;
const LOCATION_LENGTH = 30;

/** Length of a leaf as JSON, roughly. */
export function lengthOf(leaf: unknown): number {
  if (typeof leaf === 'string') return leaf.length;
  if (typeof leaf !== 'object' || leaf === null) return SCALAR_LENGTH;
  let length = 2;
  if (Array.isArray(leaf)) for (const item of leaf) length += lengthOf(item) + 1;
  else
    for (const [key, value] of Object.entries(leaf)) length += key.length + lengthOf(value) + SCALAR_LENGTH;
  return length;
}

/** Length of an error in a response, roughly. */
export function errorLength(error: unknown, path: readonly (string | number)[], locations: number): number {
  let length = ERROR_LENGTH + locations * LOCATION_LENGTH + lengthOf(path);
  // The messages of other errors are masked.
  if (error instanceof GatewayError) length += error.message.length + lengthOf(error.extensions);
  return length;
}

/** Maximum characters of a text as JSON, per character. */
const LONGEST_ESCAPE = 6;

/** Whether a response within the maximum may exceed it with its escapes. Those of a short one are not counted. */
export const dependsOnEscapes = (characters: number, maximum: number): boolean =>
  characters <= maximum && characters * LONGEST_ESCAPE > maximum;

/** Length of a text as JSON, without its quotes. */
export const escapedLength = (text: string): number => text.length + escapesOf(text);

/** By code unit below 93, characters that its escape adds: two in all for `\n`, six for most control characters. */
const ADDED = Array.from({ length: 0x5d }, (_, code) => JSON.stringify(String.fromCharCode(code)).length - 3);

/** A loop, because a text may consist of escapes: a regular expression would take a hundred times as long for those. */
function escapesOf(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < ADDED.length) count += ADDED[code] ?? 0;
    else if (code >= 0xd800 && code < 0xe000) {
      if ((text.codePointAt(at) ?? 0) > 0xffff) at += 1;
      else count += LONGEST_ESCAPE - 1;
    }
  }
  return count;
}

/** Characters that escapes add to a JSON value. Stops soon after a maximum. */
export function escapesIn(value: unknown, maximum = Number.POSITIVE_INFINITY): number {
  if (typeof value === 'string') return escapesOf(value);
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  const isArray = Array.isArray(value);
  for (const [key, member] of isArray ? value.entries() : Object.entries(value)) {
    if (typeof key === 'string') count += escapesOf(key);
    count += escapesIn(member, maximum - count);
    if (count > maximum) break;
  }
  return count;
}

const BACKSLASH = 0x5c;
const UNICODE = 0x75;

/** Characters that escapes add in a JSON text. */
export function escapesInJson(json: Uint8Array): number {
  let count = 0;
  for (let at = json.indexOf(BACKSLASH); at !== -1; at = json.indexOf(BACKSLASH, at + 2))
    count += json[at + 1] === UNICODE ? LONGEST_ESCAPE - 1 : 1;
  return count;
}
