import {
  addressOf,
  anchorOf,
  Catalog,
  ERRORS,
  type Found,
  GUIDE,
  openSearch,
  pathOf,
  pathOfGuide,
  type ReferenceSource,
  type Resource,
  referenceSite,
} from 'learning-platform-explorer/reference';
import { answer, pagesOf } from './answer.ts';

/** Results of a search. */
const MOST_FOUND = 12;
/** Tokens that a page of a text leaves for its heading and its source. */
const HEAD = 120;

/** The reference of the graph for agents: the texts of the pages at `/schema`, and their search. */
export class Reference {
  readonly catalog: Catalog;
  readonly version: string;
  readonly #site: ReadonlyMap<string, Resource>;
  readonly #find: (text: string) => readonly Found[];
  readonly #guides: readonly string[];

  constructor(source: ReferenceSource, version: string) {
    this.catalog = new Catalog(source);
    this.version = version;
    this.#site = referenceSite(source, { links: [], runs: false });
    this.#find = openSearch(source);
    this.#guides = [...source.guides.keys()];
  }

  /** What is found by a text, best first. Only what can be read. */
  find(text: string): readonly Found[] {
    return this.#find(text).filter(([, , address]) => this.#site.has(fileOf(address)));
  }

  search(text: string, limit: number = MOST_FOUND): string {
    const found = this.find(text).slice(0, limit);
    const lines = found.map(lineOf);
    const body =
      found.length === 0
        ? `Nothing matches “${text.slice(0, 80)}”. Use other words: what it is, or what a user does with it.`
        : `${lines.join('\n')}\n\nUse \`read\` with the address in parentheses.`;
    return answer(body, this.source('/schema'), 'Search with more words.');
  }

  /** The Markdown of something, in pages. @param name an address, a schema coordinate, a root field, an error code or a guide. */
  read(name: string, page: number): string {
    const address = this.#addressOf(name.trim());
    const text = address === null ? null : this.#textAt(address);
    if (address === null || text === null)
      return answer(
        [
          `Nothing is called “${name.slice(0, 80)}”. Closest:`,
          ...this.find(name).slice(0, 5).map(lineOf),
        ].join('\n'),
        this.source('/schema'),
        'Use `search`.',
      );
    const pages = pagesOf(text, HEAD);
    const shown = pages[page - 1];
    if (shown === undefined) return answer(`There are ${pages.length} pages.`, this.source(address), '');
    const rest =
      page < pages.length ? `\n\nPage ${page} of ${pages.length}: read page ${page + 1} for more.` : '';
    return answer(`${shown}${rest}`, this.source(address), '');
  }

  source(address: string): string {
    return `${address} of the reference, gateway ${this.version}`;
  }

  #addressOf(name: string): string | null {
    if (name.startsWith('/')) return name.replace(/\.md(?=#|$)/, '');
    if (Object.hasOwn(this.catalog.source.errorCodes, name)) return `${ERRORS}#${name}`;
    const [guide = '', anchor] = name
      .toLowerCase()
      .replace(/^guides?[ /:]+/, '')
      .split('#');
    if (this.#guides.includes(guide)) return `${pathOfGuide({ name: guide })}${anchor ? `#${anchor}` : ''}`;
    if (guide === 'basics') return GUIDE;
    if (guide === 'errors') return ERRORS;
    const rootField = this.catalog.entries.find((entry) => entry.field && entry.name === name);
    return rootField ? pathOf(rootField) : addressOf(this.catalog, name.replace(/\(.*$/, ''));
  }

  /** The Markdown at an address: a whole page, or the part at its anchor. Null: there is none. */
  #textAt(address: string): string | null {
    const [, anchor] = address.split('#');
    const text = this.#site.get(fileOf(address))?.render() ?? null;
    return text === null || anchor === undefined ? text : partOf(text, anchor);
  }
}

const fileOf = (address: string): string => `${address.split('#')[0]}.md`;

const lineOf = ([name, kind, address, description, owner]: Found): string =>
  `- ${kind} ${owner === '' ? name : `${owner}${kind === 'guide' ? ' › ' : '.'}${name}`}${description === '' ? '' : `: ${description}`} (${address})`;

/** The part of a Markdown text at an anchor: a section, the entry of a list, or the row of a table. Null: there is none. */
function partOf(text: string, anchor: string): string | null {
  const lines = text.split('\n');
  const start = lines.findIndex(
    (line) =>
      (line.startsWith('#') && anchorOf(line.replace(/^#+ /, '').replaceAll('`', '')) === anchor) ||
      (line.startsWith(`- \`${anchor}`) && !/^\w/.test(line.slice(anchor.length + 3))) ||
      line.startsWith(`| \`${anchor}\` |`),
  );
  const first = lines[start];
  if (first === undefined) return null;
  const [title = ''] = lines;
  const isOther = isHeading(first) ? isHeadingAbove(first) : (line: string) => !line.startsWith('  ');
  const length = lines.slice(start + 1).findIndex(isOther);
  const part = lines.slice(start, length < 0 ? undefined : start + 1 + length);
  return `${start === 0 ? '' : `${title}\n\n`}${part.join('\n')}`;
}

const isHeading = (line: string): boolean => /^#+ /.test(line);
const levelOf = (line: string): number => line.indexOf(' ');
const isHeadingAbove =
  (heading: string) =>
  (line: string): boolean =>
    isHeading(line) && levelOf(line) <= levelOf(heading);
