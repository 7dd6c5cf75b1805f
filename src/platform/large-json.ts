/** Characters from which a text is parsed in slices. */
export const LARGE = 524_288;
/** Characters that are read before the event loop goes on: about three milliseconds. */
const SLICE = 262_144;

/** Lets the event loop go on whenever enough was read since it last did. */
type Pace = (characters: number) => Promise<void> | undefined;

/** A stretch of the text, its end excluded. */
type Stretch = readonly [from: number, to: number];

/**
 * Parses a large JSON text slice by slice, and lets the event loop go on between them: parsed in one go, 10 MB hold
 * every other request up for a tenth of a second. The value is that of `JSON.parse`.
 * @param slice characters that are parsed at once, unless they are one text.
 * @throws SyntaxError where `JSON.parse` does.
 */
export function parseInSlices(text: string, slice = SLICE): Promise<unknown> {
  let read = 0;
  const pace: Pace = (characters) => {
    read += characters;
    if (read < slice) return undefined;
    read = 0;
    return new Promise((resolve) => setImmediate(resolve));
  };
  return parseStretch(text, [0, text.length], slice, pace);
}

async function parseStretch(text: string, stretch: Stretch, slice: number, pace: Pace): Promise<unknown> {
  const [from, to] = trimmed(text, stretch);
  const brackets = `${text[from]}${text[to - 1]}`;
  if (to - from <= slice || (brackets !== '[]' && brackets !== '{}')) {
    await pace(to - from);
    return JSON.parse(text.slice(from, to));
  }
  const parts = await partsOf(text, [from + 1, to - 1], pace);
  if (parts.length === 1 && text.slice(...parts[0]).trim() === '') return brackets === '[]' ? [] : {};
  return brackets === '[]' ? parseList(text, parts, slice, pace) : parseObject(text, parts, slice, pace);
}

async function parseList(
  text: string,
  parts: readonly Stretch[],
  slice: number,
  pace: Pace,
): Promise<unknown[]> {
  const list: unknown[] = [];
  for (const group of grouped(parts, slice)) {
    if (isLarge(group, slice)) list.push(await parseStretch(text, group, slice, pace));
    else {
      await pace(group[1] - group[0]);
      const items: unknown[] = JSON.parse(`[${contentOf(text, group)}]`);
      for (const item of items) list.push(item);
    }
  }
  return list;
}

async function parseObject(
  text: string,
  parts: readonly Stretch[],
  slice: number,
  pace: Pace,
): Promise<Record<string, unknown>> {
  const members: [string, unknown][] = [];
  for (const group of grouped(parts, slice)) {
    if (isLarge(group, slice)) {
      const [from, to] = trimmed(text, group);
      const afterKey = endOfText(text, from);
      const colon = text.indexOf(':', afterKey);
      if (text[from] !== '"' || text.slice(afterKey, colon).trim() !== '') throw new SyntaxError('no key');
      members.push([
        JSON.parse(text.slice(from, afterKey)),
        await parseStretch(text, [colon + 1, to], slice, pace),
      ]);
    } else {
      await pace(group[1] - group[0]);
      members.push(...Object.entries<unknown>(JSON.parse(`{${contentOf(text, group)}}`)));
    }
  }
  // As properties of its own, whatever their names: assigned, `__proto__` would be none.
  return Object.fromEntries(members);
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

function contentOf(text: string, [from, to]: Stretch): string {
  const content = text.slice(from, to);
  // Between brackets of its own it would be an empty list.
  if (content.trim() === '') throw new SyntaxError('nothing where a value should be');
  return content;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];

/** What stands between the commas of a list or an object, those inside of its items left aside. */
async function partsOf(text: string, [from, to]: Stretch, pace: Pace): Promise<[Stretch, ...Stretch[]]> {
  const parts: Stretch[] = [];
  let depth = 0;
  let start = from;
  let paced = from;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at) - 1;
    else if (code === COMMA && depth === 0) {
      parts.push([start, at]);
      start = at + 1;
    } else if (code === 0x5b || code === 0x7b) depth += 1;
    else if ((code === 0x5d || code === 0x7d) && --depth < 0) throw new SyntaxError('a bracket too many');
    if (at - paced > SLICE) {
      const turn = pace(at - paced);
      paced = at;
      if (turn) await turn;
    }
  }
  if (depth !== 0) throw new SyntaxError('a bracket too few');
  const [first = [start, to], ...others] = [...parts, [start, to] as const];
  return [first, ...others];
}

/** Where the text that begins with the quote at `from` ends, its closing quote included. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at + 1;
  }
  throw new SyntaxError('a text without an end');
}

/** Without the white space of JSON around it. */
function trimmed(text: string, [from, to]: Stretch): Stretch {
  let [start, end] = [from, to];
  while (start < end && ' \t\n\r'.includes(text.charAt(start))) start += 1;
  while (end > start && ' \t\n\r'.includes(text.charAt(end - 1))) end -= 1;
  return [start, end];
}
