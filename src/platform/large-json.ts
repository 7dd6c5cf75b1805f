/** Bytes from which a text is parsed in slices. */
export const LARGE = 524_288;
/** Bytes that are read before the event loop goes on: one or two milliseconds. */
const SLICE = 262_144;

/** Lets the event loop go on whenever enough was read since it last did. */
type Pace = (bytes: number) => Promise<void> | undefined;

/** A stretch of the text, its end excluded. */
type Stretch = readonly [from: number, to: number];

/**
 * Parses a large JSON text slice by slice, and lets the event loop go on between them: parsed in one go, 10 MB hold
 * every other request up for a tenth of a second. The value is that of `JSON.parse`.
 * @param text in UTF-8: as one string it would be all of two bytes a character for the sake of a few.
 * @param slice bytes that are parsed at once, unless they are one text.
 * @throws SyntaxError where `JSON.parse` does.
 */
export async function parseInSlices(text: Buffer, slice = SLICE): Promise<unknown> {
  let read = 0;
  const pace: Pace = (bytes) => {
    read += bytes;
    if (read < slice) return undefined;
    read = 0;
    return new Promise((resolve) => setImmediate(resolve));
  };
  const layout = new Layout(text, slice);
  while (layout.at < text.length) {
    const before = layout.at;
    layout.goOn(Math.min(before + slice, text.length));
    const turn = pace(layout.at - before);
    if (turn) await turn;
  }
  return new Parsing(text, slice, layout, pace).value([0, text.length]);
}

class Parsing {
  readonly #text: Buffer;
  readonly #slice: number;
  readonly #layout: Layout;
  readonly #pace: Pace;

  constructor(text: Buffer, slice: number, layout: Layout, pace: Pace) {
    this.#text = text;
    this.#slice = slice;
    this.#layout = layout;
    this.#pace = pace;
  }

  async value(stretch: Stretch): Promise<unknown> {
    const text = this.#text;
    const [from, to] = trimmed(text, stretch);
    const parts = this.#layout.partsOf([from, to]);
    const isList = text[from] === OPEN_LIST && text[to - 1] === CLOSE_LIST;
    const isObject = text[from] === OPEN_OBJECT && text[to - 1] === CLOSE_OBJECT;
    if (!parts || !(isList || isObject)) {
      await this.#pace(to - from);
      return JSON.parse(text.toString('utf8', from, to));
    }
    if (parts.length === 1 && isBlank(text, [from + 1, to - 1])) return isList ? [] : {};
    return isList ? this.#list(parts) : this.#object(parts);
  }

  async #list(parts: readonly Stretch[]): Promise<unknown[]> {
    const list: unknown[] = [];
    for (const group of grouped(parts, this.#slice)) {
      if (isLarge(group, this.#slice)) list.push(await this.value(group));
      else {
        await this.#pace(group[1] - group[0]);
        const items: unknown[] = JSON.parse(`[${contentOf(this.#text, group)}]`);
        for (const item of items) list.push(item);
      }
    }
    return list;
  }

  async #object(parts: readonly Stretch[]): Promise<Record<string, unknown>> {
    const text = this.#text;
    const members: [string, unknown][] = [];
    for (const group of grouped(parts, this.#slice)) {
      if (isLarge(group, this.#slice)) {
        const [from, to] = trimmed(text, group);
        if (text[from] !== QUOTE) throw new SyntaxError('no key');
        const afterKey = endOfText(text, from);
        const colon = text.indexOf(COLON, afterKey);
        if (!isBlank(text, [afterKey, colon])) throw new SyntaxError('no colon after a key');
        members.push([JSON.parse(text.toString('utf8', from, afterKey)), await this.value([colon + 1, to])]);
      } else {
        await this.#pace(group[1] - group[0]);
        for (const member of Object.entries<unknown>(JSON.parse(`{${contentOf(text, group)}}`)))
          members.push(member);
      }
    }
    // As properties of its own, whatever their names: assigned, `__proto__` would be none.
    return Object.fromEntries(members);
  }
}

const isLarge = ([from, to]: Stretch, slice: number): boolean => to - from > slice;

/** Neighbours together, as long as they are no more than a slice; what is larger stays alone. */
function grouped(parts: readonly Stretch[], slice: number): Stretch[] {
  const groups: Stretch[] = [];
  for (const [from, to] of parts) {
    const last = groups.at(-1);
    if (last && to - last[0] <= slice) groups[groups.length - 1] = [last[0], to];
    else groups.push([from, to]);
  }
  return groups;
}

function contentOf(text: Buffer, [from, to]: Stretch): string {
  // Between brackets of its own it would be an empty list.
  if (isBlank(text, [from, to])) throw new SyntaxError('nothing where a value should be');
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
  /** Where its closing bracket stands. */
  end: number;
  /** Where the commas stand between its own items. */
  commas: readonly number[];
}

/** Where the large lists and objects of a text have their commas, found in one walk over it. */
class Layout {
  /** How far the walk has come. */
  at = 0;
  readonly #text: Buffer;
  readonly #slice: number;
  /** By the place of their opening bracket. */
  readonly #large = new Map<number, Container>();
  /** Places of the brackets that are open, each followed by how many commas there were before it. */
  readonly #open: number[] = [];
  /** Commas of what is open; those from `#count` on are left from what was closed. */
  readonly #commas: number[] = [];
  #count = 0;

  constructor(text: Buffer, slice: number) {
    this.#text = text;
    this.#slice = slice;
  }

  /**
   * Walks up to a place, or to the end of the text that stands there. No part of what awaits: V8 would have to optimise
   * the loop anew after each turn.
   */
  goOn(to: number): void {
    const text = this.#text;
    let { at } = this;
    for (; at < to; at += 1) {
      const code = text[at];
      if (code === QUOTE) at = endOfText(text, at) - 1;
      else if (code === COMMA) this.#commas[this.#count++] = at;
      else if (code === OPEN_LIST || code === OPEN_OBJECT) this.#open.push(at, this.#count);
      else if (code === CLOSE_LIST || code === CLOSE_OBJECT) this.#close(at);
    }
    this.at = at;
    if (at >= text.length && this.#open.length > 0) throw new SyntaxError('a bracket too few');
  }

  #close(end: number): void {
    const [before, start] = [this.#open.pop(), this.#open.pop()];
    if (before === undefined || start === undefined) throw new SyntaxError('a bracket too many');
    if (end - start >= this.#slice)
      this.#large.set(start, { end, commas: this.#commas.slice(before, this.#count) });
    this.#count = before;
  }

  /** What stands between the commas of a list or an object. Null: the stretch is no large one. */
  partsOf([from, to]: Stretch): Stretch[] | null {
    const container = this.#large.get(from);
    if (container?.end !== to - 1) return null;
    const ends = [...container.commas, container.end];
    return ends.map((end, index) => [index === 0 ? from + 1 : (ends[index - 1] ?? from) + 1, end]);
  }
}

/** Bytes of a text that are looked at one by one: most end within, and calling for a search costs more. */
const SHORT_TEXT = 64;

/** Where the text that begins with the quote at `from` ends, its closing quote included. */
function endOfText(text: Buffer, from: number): number {
  for (let at = from + 1; at < from + SHORT_TEXT; at += 1) {
    const code = text[at];
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) break;
  }
  for (let at = text.indexOf(QUOTE, from + 1); at !== -1; at = text.indexOf(QUOTE, at + 1)) {
    let before = at - 1;
    while (text[before] === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at + 1;
  }
  throw new SyntaxError('a text without an end');
}

const SPACES: ReadonlySet<number | undefined> = new Set([...' \t\n\r'].map(codeOf));

/** Without the white space of JSON around it. */
function trimmed(text: Buffer, [from, to]: Stretch): Stretch {
  let [start, end] = [from, to];
  while (start < end && SPACES.has(text[start])) start += 1;
  while (end > start && SPACES.has(text[end - 1])) end -= 1;
  return [start, end];
}

/** Whether there is nothing but the white space of JSON. */
export function isBlank(text: Buffer, stretch: Stretch = [0, text.length]): boolean {
  const [from, to] = trimmed(text, stretch);
  return from >= to;
}
