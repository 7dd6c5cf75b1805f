/** The most tokens of an answer. */
const MOST_TOKENS = 2000;

/** What tokenizers rarely cut further: pieces of words, of numbers and of space, and each other character. */
const TOKEN = /[A-Za-z]{1,6}|\d{1,3}|\s{1,16}|[^\sA-Za-z\d]/g;
/** Most characters of one token. */
const LONGEST_TOKEN = 16;

/** An upper estimate of the tokens of a text, for any model. Space before a word belongs to it. */
const tokensIn = (text: string): number =>
  (text.match(TOKEN) ?? []).filter((piece) => piece !== ' ').reduce((sum, piece) => sum + sizeOf(piece), 0);

/** At least a token for every four letters, and for every two bytes of other alphabets. */
const sizeOf = (piece: string): number =>
  Math.max(1, Buffer.byteLength(piece) / (/^[\0-\x7f]/.test(piece) ? 4 : 2));

/** The text as pages of lines that each fit an answer beside other tokens. Lines that are too long are cut. */
export function pagesOf(text: string, besides: number): string[] {
  const limit = MOST_TOKENS - besides;
  const pages: string[] = [];
  let page = '';
  let size = 0;
  for (const line of text.split('\n').map((whole) => shortened(whole, limit))) {
    const added = tokensIn(line) + 1;
    if (size > 0 && size + added > limit) {
      pages.push(page);
      page = '';
      size = 0;
    }
    page += `${line}\n`;
    size += added;
  }
  return [...pages, page].map((each) => each.trim());
}

/** The start of a line that has at most so many tokens. */
function shortened(line: string, limit: number): string {
  let size = 0;
  for (const { 0: piece, index } of line.matchAll(TOKEN)) {
    size += sizeOf(piece);
    if (size > limit - CUT) return `${line.slice(0, index)} … (${line.length - index} more characters)`;
  }
  return line;
}

/** Tokens for what says that an answer is cut. */
const CUT = 40;

/** An answer that says where it is from, cut to what fits. @param more what to do about a part that is left out. */
export function answer(text: string, source: string, more: string): string {
  const foot = `\n\nSource: ${source}`;
  const shown = text.trim().slice(0, MOST_TOKENS * LONGEST_TOKEN * 4);
  const [first = '', ...others] = pagesOf(shown, tokensIn(foot) + CUT);
  const left = others.reduce((sum, page) => sum + page.split('\n').length, 0);
  return `${first}${left === 0 ? '' : `\n… ${left} more lines. ${more}`}${foot}`;
}

/** Longest list and text of a value that is shown, from the most to the least. */
const DETAIL = [
  [1000, 10_000],
  [20, 1000],
  [5, 300],
  [2, 80],
] as const;

/** JSON with as many items and characters as fit in so many tokens; what is left out is counted where it was. */
export function shownJson(value: unknown, tokens: number): string {
  let text = '';
  for (const [items, characters] of DETAIL) {
    text = JSON.stringify(abridged(value, items, characters), null, 1);
    if (text.length <= tokens * LONGEST_TOKEN && tokensIn(text) <= tokens) break;
  }
  return text;
}

function abridged(value: unknown, items: number, characters: number): unknown {
  if (typeof value === 'string')
    return value.length <= characters
      ? value
      : `${value.slice(0, characters)}… (${value.length - characters} more characters)`;
  if (Array.isArray(value)) {
    const shown = value.slice(0, items).map((item) => abridged(item, items, characters));
    return value.length <= items ? shown : [...shown, `… ${value.length - items} more items`];
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, abridged(member, items, characters)]),
  );
}
