import { Lexer, Parser, Renderer, type Tokens } from 'marked';
import { html, Markup } from '../html.ts';

/** URL of the page of a name in code, as in `Query.course` or `Course`. Null: it has none. */
export type LinkOf = (name: string) => string | null;

/** A link that opens an operation in the explorer. Null: the text cannot be opened there. */
export type OpenerOf = (document: string) => Markup | null;

/** Renders Markdown. HTML in it is shown as text; names in code link to their pages. */
export const prose = (text: string, linkOf: LinkOf, openerOf: OpenerOf = () => null): Markup =>
  new Markup(Parser.parse(Lexer.lex(text), { renderer: new ProseRenderer(linkOf, openerOf) }));

/** Renders Markdown without blocks: code, emphasis and links. */
export const inline = (text: string, linkOf: LinkOf): Markup =>
  new Markup(Parser.parseInline(Lexer.lexInline(text), { renderer: new ProseRenderer(linkOf) }));

class ProseRenderer extends Renderer {
  readonly #linkOf: LinkOf;
  readonly #openerOf: OpenerOf;

  constructor(linkOf: LinkOf, openerOf: OpenerOf = () => null) {
    super();
    this.#linkOf = linkOf;
    this.#openerOf = openerOf;
  }

  override heading({ depth, tokens, text }: Tokens.Heading): string {
    const content = new Markup(this.parser.parseInline(tokens));
    if (depth === 1) return html`<h1>${content}</h1>`.text;
    const id = anchorOf(text);
    return (depth === 2 ? html`<h2 id="${id}">${content}</h2>` : html`<h3 id="${id}">${content}</h3>`).text;
  }

  override code({ text, lang }: Tokens.Code): string {
    const opener = lang === 'graphql' ? this.#openerOf(text) : null;
    return titledCode(TITLES[lang ?? ''] ?? 'Code', codeBlock(text, lang ?? ''), opener).text;
  }

  override codespan({ text }: Tokens.Codespan): string {
    const address = this.#linkOf(text);
    const code = html`<code>${text}</code>`;
    return (address === null ? code : html`<a href="${address}">${code}</a>`).text;
  }

  override link({ href, tokens }: Tokens.Link): string {
    const label = new Markup(this.parser.parseInline(tokens));
    // Links to other files of the repository would be broken here.
    return (/^(https?:|\/|#)/.test(href) ? html`<a href="${href}">${label}</a>` : label).text;
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return html`${text}`.text;
  }
}

/** The anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

/** Titles of code blocks, by the language of their fence. */
const TITLES: Readonly<Record<string, string>> = {
  css: 'CSS',
  graphql: 'GraphQL',
  html: 'HTML',
  js: 'JavaScript',
  json: 'JSON',
  sh: 'Terminal',
  ts: 'TypeScript',
  tsx: 'TypeScript',
};

/** A block of code with its title and a button that copies it. */
export const titledCode = (title: string, code: Markup, opener: Markup | null = null): Markup =>
  html`<div class="code"><p class="code-title"><span>${title}</span>${opener}<button type="button" class="copy" hidden>Copy<span class="unseen"> the ${title === title.toUpperCase() ? title : title.toLowerCase()}</span></button></p>${code}</div>`;

/** The headings of the second level, with their anchors. */
export const headingsIn = (markdown: string): { text: string; anchor: string }[] =>
  Lexer.lex(markdown).flatMap((token) =>
    token.type === 'heading' && token.depth === 2
      ? [{ text: token.text.replaceAll('`', ''), anchor: anchorOf(token.text) }]
      : [],
  );

/** A block of code that can be scrolled with the keyboard. */
export const codeBlock = (code: string, language: string): Markup =>
  html`<pre tabindex="0"><code>${['graphql', 'json'].includes(language) ? colored(code) : code}</code></pre>`;

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

/** Markdown without its links to other files of the repository, which would be broken here. */
export const withoutLocalLinks = (markdown: string): string =>
  markdown.replaceAll(/\s\(\[[^\]]+\]\(\.\.[^)]*\)\)/g, '').replaceAll(/\[([^\]]+)\]\(\.\.[^)]*\)/g, '$1');
