import type { Clock } from '../lib/clock.ts';
import { type Parsed, parsed } from '../lib/exact-json.ts';

/** Minimum size of a text that is parsed in slices, in bytes. */
export const LARGE = 524_288;
/**
 * Levels of nesting, many times those of any documented response. Each large list or object on the way down is remembered: 7.8 MB of
 * brackets took 75 times their size.
 */
const MAXIMUM_DEPTH = 1000;
/** Bytes parsed before yielding to the event loop: one or two milliseconds of work. */
const SLICE = 262_144;

/** A byte range of the text, its end excluded. */
type Range = readonly [from: number, to: number];

/**
 * Parses a large JSON text in slices and yields to the event loop between them: in one go, 10 MB would block every other
 * request for a tenth of a second. The result equals that of `parsed`.
 * @param text in UTF-8: one character outside Latin-1 would make a string of it twice as large.
 * @param slice bytes parsed at once; only a single string may be longer.
 * @throws SyntaxError if `parsed` would, or if it nests deeper than 1,000 levels.
 */
export async function parseInSlices(text: Buffer, clock: Clock, slice = SLICE): Promise<Parsed> {
  let read = 0;
  let isExact = true;
  const parse = (part: string): unknown => {
    const found = parsed(part);
    isExact &&= found.isExact;
    return found.json;
  };
  /** Counts parsed bytes; returns a promise when it is time to yield to the event loop. */
  const pace = (bytes: number): Promise<void> | undefined => {
    read += bytes;
    if (read < slice) return undefined;
    read = 0;
    return new Promise((resolve) => clock.setImmediate(resolve));
  };
  const layout = new Layout(text, slice);
  while (layout.at < text.length) {
    const from = layout.at;
    layout.scanTo(Math.min(from + slice, text.length));
    const turn = pace(layout.at - from);
    if (turn) await turn;
  }
  const valueIn = async (range: Range): Promise<unknown> => {
    const [from, to] = trimmed(text, range);
    const groups = layout.groupsOf([from, to]);
    const isList = text[from] === OPEN_LIST && text[to - 1] === CLOSE_LIST;
    const isObject = text[from] === OPEN_OBJECT && text[to - 1] === CLOSE_OBJECT;
    if (!groups || !(isList || isObject)) {
      await pace(to - from);
      return parse(text.toString('utf8', from, to));
    }
    if (groups.length === 1 && isBlank(text, [from + 1, to - 1])) return isList ? [] : {};
    return isList ? listOf(groups) : objectOf(groups);
  };
  const listOf = async (groups: readonly Range[]): Promise<unknown[]> => {
    const list: unknown[] = [];
    for (const group of groups) {
      if (isLarge(group, slice)) list.push(await valueIn(group));
      else {
        await pace(group[1] - group[0]);
        const items = parse(`[${contentOf(text, group)}]`);
        if (Array.isArray(items)) for (const item of items) list.push(item);
      }
    }
    return list;
  };
  const objectOf = async (groups: readonly Range[]): Promise<Record<string, unknown>> => {
    const members: [string, unknown][] = [];
    for (const group of groups) {
      if (isLarge(group, slice)) {
        const [from, to] = trimmed(text, group);
        if (text[from] !== QUOTE) throw new SyntaxError('missing key');
        const afterKey = endOfString(text, from);
        const colon = text.indexOf(COLON, afterKey);
        if (!isBlank(text, [afterKey, colon])) throw new SyntaxError('missing colon after a key');
        members.push([JSON.parse(text.toString('utf8', from, afterKey)), await valueIn([colon + 1, to])]);
      } else {
        await pace(group[1] - group[0]);
        for (const member of Object.entries(parse(`{${contentOf(text, group)}}`) ?? {})) members.push(member);
      }
    }
    // Not by assignment: `__proto__` would set the prototype instead of a property.
    return Object.fromEntries(members);
  };
  const json = await valueIn([0, text.length]);
  return { json, isExact };
}

const isLarge = ([from, to]: Range, slice: number): boolean => to - from > slice;

function contentOf(text: Buffer, [from, to]: Range): string {
  // In brackets, white space alone would parse as an empty list or object.
  if (isBlank(text, [from, to])) throw new SyntaxError('missing value');
  return text.toString('utf8', from, to);
}

const codeOf = (character: string): number => character.charCodeAt(0);
const [QUOTE, BACKSLASH, COMMA, COLON] = [codeOf('"'), codeOf('\\'), codeOf(','), codeOf(':')];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  codeOf('['),
  codeOf(']'),
  codeOf('{'),
  codeOf('}'),
];

/** A list or an object that is larger than a slice. */
interface Container {
  /** Offset of its closing bracket. */
  end: number;
  /** Offsets of the commas between its own items. */
  commas: readonly number[];
}

/** Offsets of the commas in a text's large lists and objects, found in one scan. */
class Layout {
  /** Offset that the scan has reached. */
  at = 0;
  readonly #text: Buffer;
  readonly #slice: number;
  /** By the offset of their opening bracket. */
  readonly #large = new Map<number, Container>();
  /** Offsets of the open brackets, each followed by the number of commas before it. */
  readonly #open: number[] = [];
  /** Commas inside open brackets; entries from `#count` on are stale. */
  readonly #commas: number[] = [];
  #count = 0;

  constructor(text: Buffer, slice: number) {
    this.#text = text;
    this.#slice = slice;
  }

  /**
   * Scans up to an offset, or to the end of a string that spans it. A separate function: in one that awaits, V8 would
   * have to optimise the loop again after each turn.
   */
  scanTo(to: number): void {
    const text = this.#text;
    let { at } = this;
    for (; at < to; at += 1) {
      const code = text[at];
      if (code === QUOTE) at = endOfString(text, at) - 1;
      else if (code === COMMA) this.#commas[this.#count++] = at;
      else if (code === OPEN_LIST || code === OPEN_OBJECT) {
        if (this.#open.push(at, this.#count) > 2 * MAXIMUM_DEPTH) throw new SyntaxError('nested too deeply');
      } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) this.#close(at);
    }
    this.at = at;
    if (at >= text.length && this.#open.length > 0) throw new SyntaxError('missing bracket');
  }

  #close(end: number): void {
    const [before, start] = [this.#open.pop(), this.#open.pop()];
    if (before === undefined || start === undefined) throw new SyntaxError('unexpected bracket');
    if (end - start >= this.#slice)
      this.#large.set(start, { end, commas: this.#commas.slice(before, this.#count) });
    this.#count = before;
  }

  /**
   * Ranges of a list or an object, from one of its commas to another: neighbouring items up to the size of a slice, or one that is
   * larger. Null: it is not a large one.
   */
  groupsOf([from, to]: Range): Range[] | null {
    const container = this.#large.get(from);
    if (container?.end !== to - 1) return null;
    const { commas, end: close } = container;
    const groups: Range[] = [];
    let start = from + 1;
    let last: number | null = null;
    for (let index = 0; index <= commas.length; index += 1) {
      const end = commas[index] ?? close;
      if (last !== null && end - start > this.#slice) {
        groups.push([start, last]);
        start = last + 1;
      }
      last = end;
    }
    groups.push([start, close]);
    return groups;
  }
}

/** Bytes of a string that are read one by one: most strings end within them, and a call of `indexOf` costs more. */
const SHORT_STRING = 64;

/** Offset after the closing quote of the string whose opening quote is at `from`. */
function endOfString(text: Buffer, from: number): number {
  for (let at = from + 1; at < from + SHORT_STRING; at += 1) {
    const code = text[at];
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) break;
  }
  for (let at = text.indexOf(QUOTE, from + 1); at !== -1; at = text.indexOf(QUOTE, at + 1)) {
    let before = at - 1;
    while (text[before] === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at + 1;
  }
  throw new SyntaxError('unterminated string');
}

const SPACES: ReadonlySet<number | undefined> = new Set([...' \t\n\r'].map(codeOf));

/** The range without leading and trailing JSON white space. */
function trimmed(text: Buffer, [from, to]: Range): Range {
  let [start, end] = [from, to];
  while (start < end && SPACES.has(text[start])) start += 1;
  while (end > start && SPACES.has(text[end - 1])) end -= 1;
  return [start, end];
}

/** True if the range contains only JSON white space. */
export function isBlank(text: Buffer, range: Range = [0, text.length]): boolean {
  const [from, to] = trimmed(text, range);
  return from >= to;
}
