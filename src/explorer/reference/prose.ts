import { html, type Markup } from '../html.ts';

/** URL of the page of a name in code, as in `Query.course` or `Course`. Null: it has none. */
export type LinkOf = (name: string) => string | null;

/**
 * Renders the Markdown that this project writes: headings, paragraphs, lists, code blocks, code, bold text and links.
 * Everything else is shown as it is. Names in code link to their pages.
 */
export const prose = (text: string, linkOf: LinkOf): Markup => html`${blocks(text.split('\n'), linkOf)}`;

const FENCE = /^```(\w*)/;
const ITEM = /^- /;
const HEADING = /^(#{1,4}) (.*)/;

function blocks(lines: readonly string[], linkOf: LinkOf): Markup[] {
  const found: Markup[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const heading = HEADING.exec(line);
    if (line.trim() === '') at += 1;
    else if (heading) {
      found.push(headingOf(heading[1]?.length ?? 2, heading[2] ?? '', linkOf));
      at += 1;
    } else if (FENCE.test(line)) {
      const end = lines.findIndex((other, index) => index > at && FENCE.test(other));
      const close = end < 0 ? lines.length : end;
      found.push(codeBlock(lines.slice(at + 1, close).join('\n'), FENCE.exec(line)?.[1] ?? ''));
      at = close + 1;
    } else if (ITEM.test(line)) {
      const end = endOf(lines, at, (other) => !ITEM.test(other) && !/^(\s|$)/.test(other));
      found.push(
        html`<ul>${itemsOf(lines.slice(at, end)).map((item) => html`<li>${blocks(item, linkOf)}</li>`)}</ul>`,
      );
      at = end;
    } else {
      const end = endOf(lines, at, (other) => other.trim() === '' || FENCE.test(other) || ITEM.test(other));
      found.push(html`<p>${inline(lines.slice(at, end).join('\n'), linkOf)}</p>`);
      at = end;
    }
  }
  return found;
}

function endOf(lines: readonly string[], start: number, ends: (line: string) => boolean): number {
  const found = lines.findIndex((line, index) => index > start && ends(line));
  return found < 0 ? lines.length : found;
}

/** The items of a list, without their marks and indentation. */
function itemsOf(lines: readonly string[]): string[][] {
  const items: string[][] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push([line.slice(2)]);
    else items.at(-1)?.push(line.replace(/^ {2}/, ''));
  }
  return items;
}

/** The anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

function headingOf(level: number, text: string, linkOf: LinkOf): Markup {
  const content = inline(text, linkOf);
  const id = anchorOf(text);
  if (level === 1) return html`<h1>${content}</h1>`;
  return level === 2 ? html`<h2 id="${id}">${content}</h2>` : html`<h3 id="${id}">${content}</h3>`;
}

/** Code, bold text and links within a paragraph. */
export const inline = (text: string, linkOf: LinkOf): Markup =>
  html`${text.split(/(`` .+? ``|`[^`]+`)/).map((part) => {
    const code = /^(`+) ?(.+?) ?\1$/.exec(part)?.[2];
    return code === undefined ? emphasized(part) : codeOf(code, linkOf);
  })}`;

const emphasized = (text: string): Markup =>
  html`${text.split(/(\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/).map((part) => {
    const [, bold] = /^\*\*(.+)\*\*$/.exec(part) ?? [];
    if (bold !== undefined) return html`<strong>${bold}</strong>`;
    const [, label, target] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
    if (label === undefined || target === undefined) return part;
    // Links to other files of the repository lead nowhere from here.
    return /^(https?:|\/|#)/.test(target) ? html`<a href="${target}">${label}</a>` : label;
  })}`;

function codeOf(code: string, linkOf: LinkOf): Markup {
  const address = linkOf(code);
  return address === null ? html`<code>${code}</code>` : html`<a href="${address}"><code>${code}</code></a>`;
}

/** A block of code that can be copied and scrolled with the keyboard. */
export const codeBlock = (code: string, language: string): Markup =>
  html`<pre tabindex="0"><code>${['graphql', 'json', 'ts'].includes(language) ? colored(code) : code}</code></pre>`;

const TOKENS =
  /(?<comment>#.*$|\/\/.*$)|(?<string>"(?:[^"\\]|\\.)*")|(?<variable>\$\w+)|(?<keyword>\b(?:query|mutation|subscription|fragment|on|type|input|enum|scalar|directive|true|false|null)\b)|(?<type>\b[A-Z]\w*\b)/gm;

/** Marks the parts of GraphQL and JSON for the style sheet. */
function colored(code: string): Markup {
  const parts: (Markup | string)[] = [];
  let end = 0;
  for (const match of code.matchAll(TOKENS)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] ?? '';
    parts.push(code.slice(end, match.index), html`<span class="${kind}">${match[0]}</span>`);
    end = match.index + match[0].length;
  }
  return html`${[...parts, code.slice(end)]}`;
}

/** Markdown without its links to other files of the repository, which lead nowhere from here. */
export const withoutLocalLinks = (markdown: string): string =>
  markdown.replaceAll(/\s\(\[[^\]]+\]\(\.\.[^)]*\)\)/g, '').replaceAll(/\[([^\]]+)\]\(\.\.[^)]*\)/g, '$1');
