import { html, type Markup } from '../html.ts';
import { EXPLORER, type Link, renderDocument, SHARED_FILES } from '../page.ts';
import { BASE, CHANGES, ERRORS, GUIDE, IDENTITIES, MIGRATING, pathOf, SEARCH_INDEX } from './addresses.ts';
import { capitalized } from './capitalized.ts';
import { type Catalog, SECTIONS, type Section } from './catalog.ts';
import { type Guide, pathOfGuide } from './guides.ts';

/** Names of the kinds of entries, by section. */
export const SECTION_KINDS: Readonly<Record<Section, string>> = {
  queries: 'query',
  mutations: 'mutation',
  subscriptions: 'subscription',
  types: 'type',
  inputs: 'input',
  enums: 'enum',
  scalars: 'scalar',
  directives: 'directive',
};

/** The link that opens an operation in the explorer. Null: there is none, or the text is no operation. */
export const openerOf =
  ({ links }: Shell) =>
  (
    document: string,
    variables: Readonly<Record<string, unknown>> = {},
    identity: string | null = null,
  ): Markup | null => {
    const explorer = links.find(({ path }) => path === EXPLORER);
    if (!explorer || !/^\s*(#.*\n\s*)*(query|mutation|subscription|\{)/.test(document)) return null;
    const parts = new URLSearchParams({ operation: document.trimEnd() });
    if (Object.keys(variables).length > 0) parts.set('variables', JSON.stringify(variables, null, 2));
    if (identity !== null) parts.set('identity', identity);
    return html`<a class="open" href="${EXPLORER}#${parts.toString()}">Open in explorer</a>`;
  };

const TOPICS = [
  [BASE, 'Overview'],
  [GUIDE, 'Basics'],
  [ERRORS, 'Errors'],
  [CHANGES, 'Changes'],
  [MIGRATING, 'Migrating'],
] as const;

/** The parts that the pages of the reference share. */
export interface Shell {
  catalog: Catalog;
  guides: readonly Guide[];
  /** The pages of the gateway, for the navigation. */
  links: readonly Link[];
  /** Whether examples can be run as a demo user. */
  runs: boolean;
}

export interface ShellPage {
  title: string;
  path: string;
  /** Null: a page about no single entry. */
  section: Section | null;
  body: Markup;
}

/** A page of the reference: the frame, the search, the list of pages, and the body. */
export const renderPage = (
  { catalog, guides, links, runs }: Shell,
  { title, path, section, body }: ShellPage,
): string =>
  renderDocument({
    title,
    links,
    path: BASE,
    styles: [`${SHARED_FILES}/reference.css`],
    libraries: [`${SHARED_FILES}/search.js`, `${SHARED_FILES}/reference.js`],
    ...(runs ? { script: `${SHARED_FILES}/run.js` } : {}),
    body: html`<div class="reference" data-index="${SEARCH_INDEX}"${runs ? html` data-identities="${IDENTITIES}"` : null}>
<aside>${searchButton}<nav aria-label="Reference">
<ul class="topics">${TOPICS.map(([address, label]) => html`<li>${navLink(address, label, path)}</li>`)}</ul>
${guideList(guides, path)}
${SECTIONS.map(
  (
    candidate,
  ) => html`<details${candidate === section || (section === null && candidate === 'queries') ? html` open` : null}><summary>${capitalized(candidate)} <span class="count">${catalog.in(candidate).length}</span></summary>
<ul>${catalog
    .in(candidate)
    .map((entry) => html`<li>${navLink(pathOf(entry), entry.name, path)}</li>`)}</ul></details>`,
)}
</nav></aside>
<main id="content" tabindex="-1">
${section === null && path === BASE ? null : trail(section)}
${body}
</main>
</div>
${searchDialog}`,
  });

const guideList = (guides: readonly Guide[], current: string): Markup | null =>
  guides.length === 0
    ? null
    : html`<details open><summary>Guides <span class="count">${guides.length}</span></summary>
<ul class="guides">${guides.map((one) => html`<li>${navLink(pathOfGuide(one), one.label, current)}</li>`)}</ul></details>`;

const navLink = (address: string, label: string, current: string): Markup =>
  html`<a href="${address}"${address === current ? html` aria-current="page"` : null}>${label.split(/(?<=[a-z])(?=[A-Z])/).map((word, index) => (index === 0 ? word : html`<wbr>${word}`))}</a>`;

/** The breadcrumb of a page, and on a phone the navigation. */
const trail = (section: Section | null): Markup =>
  html`<div class="trail"><nav aria-label="Breadcrumb"><a href="${BASE}">Reference</a>${
    section === null
      ? null
      : html` <span aria-hidden="true">/</span> <a href="${BASE}#${section}">${capitalized(section)}</a>`
  }</nav>${searchButton}<button type="button" class="contents-open" aria-expanded="false" hidden>Contents</button></div>`;

/** Works once its script has run. */
export const searchButton = html`<button type="button" class="search-open" hidden><svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 4 4"/></svg><span>Search</span><kbd>Ctrl K</kbd></button>`;

const searchDialog = html`<dialog class="search" aria-label="Search the reference">
<input type="search" placeholder="Search fields, types, errors…" aria-label="Search the reference" role="combobox" aria-expanded="true" aria-controls="found" aria-autocomplete="list" autocomplete="off" autocapitalize="off" spellcheck="false">
<ul id="found" role="listbox" aria-label="Results"></ul>
<p class="none" role="status"></p>
<p class="keys" aria-hidden="true"><kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>↵</kbd> open <kbd>Esc</kbd> close</p>
</dialog>`;
