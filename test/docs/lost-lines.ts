import { lexer, type Token, type Tokens, walkTokens } from 'marked';

/** A code span that was a block: its fences are on the line of its text. */
const FENCE = /```/;
/** Two or more rows of a table, or its ruler, in one line. */
const RULER = /\|\s*:?-{3,}:?\s*\|/;
/** Two or more items of a list in one paragraph. */
const ITEMS = /(?:^|[.:;])\s+[-*] \S.*\s[-*] \S/s;
const NUMBERS = /(?:^|\s)1\. \S.*\s2\. \S/s;
const HEADING = /\S #{2,} \S/;

/**
 * Finds the places of a Markdown page that lost their line breaks, as a reader would see them: code blocks, lists and
 * tables that are rendered as a paragraph, code blocks whose lines were joined and broken anew or that have no end, and
 * rows of another length than the head of their table.
 */
export function lostLinesIn(markdown: string): string[] {
  const found: string[] = [];
  const report = (what: string, { raw }: Token): void => void found.push(`${what}: ${raw.slice(0, 80)}`);
  // It returns what its callback returns, and this one returns nothing.
  void walkTokens(lexer(markdown), (token) => {
    if (token.type === 'paragraph') {
      const text = withoutCode(token as Tokens.Paragraph);
      if (FENCE.test(token.raw)) report('a code block in a line', token);
      if (RULER.test(text)) report('a table in a line', token);
      if (ITEMS.test(text) || NUMBERS.test(text)) report('a list in a line', token);
      if (HEADING.test(text)) report('a heading in a line', token);
    }
    if (token.type === 'code' && /^```/.test(token.raw) && !/\n```\s*$/.test(token.raw))
      report('a code block without an end', token);
    if (token.type === 'code' && isReflowed(token as Tokens.Code))
      report('a code block reflowed as text', token);
    if (token.type === 'table') for (const row of unequalRows(token as Tokens.Table)) report(row, token);
  });
  return found;
}

/** True for a block of long lines, none of them indented: code and drawings look otherwise. */
function isReflowed({ text }: Tokens.Code): boolean {
  const lines = text.split('\n').slice(0, -1);
  return lines.length >= 3 && lines.every((line) => line.length > 90 && !/^\s|\s\s/.test(line));
}

/** The text of a paragraph, whose code may contain anything. */
const withoutCode = ({ tokens }: Tokens.Paragraph): string =>
  tokens.map((token) => (token.type === 'codespan' ? 'code' : token.raw)).join('');

function unequalRows({ raw, header }: Tokens.Table): string[] {
  const rows = raw.trim().split('\n');
  return rows
    .filter((row) => row.replaceAll('\\|', '').split('|').length - 2 !== header.length)
    .map((row) => `a row of another length than its head (${row.slice(0, 60)})`);
}
