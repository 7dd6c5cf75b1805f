import { html, type Markup } from '../html.ts';
import {
  BASE,
  CHANGES,
  ERRORS,
  GUIDE,
  LLMS,
  linksIn,
  MARKDOWN,
  MIGRATING,
  pathOf,
  SDL,
} from './addresses.ts';
import { capitalized } from './capitalized.ts';
import { type Entry, SECTIONS, type Section } from './catalog.ts';
import { firstSentence } from './entry-page.ts';
import { guide } from './guide.ts';
import { type Guide, pathOfGuide } from './guides.ts';
import { nounsOf, nounTitle } from './noun-titles.ts';
import { quoted } from './parts.ts';
import { headingsIn, inline, prose, withoutLocalLinks } from './prose.ts';
import { RETRY_RULE } from './retry.ts';
import { openerOf, renderPage, type Shell, searchButton } from './shell.ts';

/** The first page: every root field by noun, then the types. */
export const renderHome = (shell: Shell): string =>
  renderPage(shell, {
    title: 'Reference',
    path: BASE,
    section: null,
    body: html`<header class="home"><h1>Reference</h1>
<p class="lead">Every operation, type and error of the graph: what it returns, the credential it requires, the platform calls
it makes and the errors it can give.</p>
${searchButton}
${guideRow(shell.guides)}
<ul class="cards">
<li><a href="${GUIDE}"><strong>Basics</strong><span>Credentials, lists, errors, streams and prices on one page</span></a></li>
<li><a href="${ERRORS}"><strong>Errors</strong><span>Every code, and what a client does about it</span></a></li>
<li><a href="${CHANGES}"><strong>Changes</strong><span>What changed in the graph, newest first</span></a></li>
<li><a href="${MIGRATING}"><strong>Migrating</strong><span>A replacement for each breaking change</span></a></li>
</ul>
<p class="formats">For tools: <a href="${SDL}">SDL</a>, <a href="${MARKDOWN}">Markdown</a>, <a href="${LLMS}">llms.txt</a></p></header>
${(['queries', 'mutations', 'subscriptions'] as const).map((section) => rootSection(shell, section))}
${SECTIONS.slice(3).map((section) => nameSection(shell, section))}`,
  });

const guideRow = (guides: readonly Guide[]): Markup | null =>
  guides.length === 0
    ? null
    : html`<section><h2 id="guides">Guides</h2><p class="row">${guides.map(
        (one) => html`<a class="button" href="${pathOfGuide(one)}">${one.label}</a>`,
      )}</p></section>`;

const rootSection = ({ catalog }: Shell, section: Section): Markup =>
  html`<section><h2 id="${section}">${capitalized(section)}</h2>
<div class="nouns">${nounsOf(catalog.in(section)).map(
    ({ noun, entries }) =>
      html`<section><h3>${nounTitle(noun)}</h3><ul class="list">${entries.map(
        (entry) =>
          html`<li><a href="${pathOf(entry)}"><code>${entry.name}</code></a> <span>${inline(firstSentence(entry.description), linksIn(catalog))}</span></li>`,
      )}</ul></section>`,
  )}</div></section>`;

const nameSection = ({ catalog }: Shell, section: Section): Markup =>
  html`<section><h2 id="${section}">${capitalized(section)}</h2>
<ul class="names">${catalog
    .in(section)
    .map(
      (entry) => html`<li><a href="${pathOf(entry)}"><code>${entry.name}</code></a></li>`,
    )}</ul></section>`;

export const renderGuide = (shell: Shell): string =>
  renderPage(shell, {
    title: 'Basics',
    path: GUIDE,
    section: null,
    body: html`<article class="text">${prose(guide(shell.catalog.source), linksIn(shell.catalog), openerOf(shell))}</article>`,
  });

/** A guide from an empty folder to a page, or the page of the client package. */
export const renderStackGuide = (shell: Shell, one: Guide): string =>
  renderPage(shell, {
    title: one.title,
    path: pathOfGuide(one),
    section: null,
    body: html`${contentsOf(one)}<article class="text">${prose(one.markdown, linksIn(shell.catalog), openerOf(shell))}</article>`,
  });

const contentsOf = ({ markdown }: Guide): Markup =>
  html`<details class="contents"><summary>On this page</summary><ul>${headingsIn(markdown).map(
    ({ text, anchor }) => html`<li><a href="#${anchor}">${text}</a></li>`,
  )}</ul></details>`;

/** Codes that refuse a whole operation, before any field runs. */
export const OF_ANY_OPERATION = [
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_REQUEST',
  'BAD_USER_INPUT',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'OPERATION_TOO_EXPENSIVE',
  'RATE_LIMITED',
  'INTERNAL_SERVER_ERROR',
] as const;

/** Maximum operations that an error lists without a click. */
const MOST_NAMED = 12;

export function renderErrors(shell: Shell): string {
  const { catalog } = shell;
  return renderPage(shell, {
    title: 'Errors',
    path: ERRORS,
    section: null,
    body: html`<article class="text"><h1>Errors</h1>
<p class="lead">A failed field is null and has an entry in <code>errors</code>; the rest of the response is unaffected.
<code>extensions.code</code> says what happened, <code>extensions.retryable</code> whether the same request may succeed later,
<code>extensions.retryAfterMs</code> how long to wait, and <code>extensions.requestId</code> what to report.</p>
${prose(RETRY_RULE, linksIn(catalog))}
<dl class="members">${Object.entries(catalog.source.errorCodes).map(([code, error]) => {
      const fields = catalog.entries.filter(
        ({ field, coordinate }) => field && catalog.errorsOf(coordinate).some((error) => error.code === code),
      );
      return html`<div id="${code}"><dt><code><a class="name" href="#${code}">${code}</a></code>${html` <span class="badge${error.retryable ? '' : ' kind'}">${error.retryable ? 'retryable' : 'not retryable'}</span>${error.mayBeWritten ? html` <span class="quiet">unless a mutation may have taken effect</span>` : null}`}</dt><dd><p>${inline(error.meaning, linksIn(catalog))}</p>${returnedBy(fields)}</dd></div>`;
    })}</dl>
<h2 id="any-operation">Any operation</h2>
<p>These refuse an operation as a whole, whatever it selects: ${OF_ANY_OPERATION.map(
      (code, index) => html`${index === 0 ? '' : ', '}<a href="#${code}"><code>${code}</code></a>`,
    )}.</p></article>`,
  });
}

/** The operations that can return an error. */
function returnedBy(fields: readonly Entry[]): Markup | null {
  if (fields.length === 0) return null;
  const links = fields.map(
    (entry, index) =>
      html`${index === 0 ? '' : ', '}<a href="${pathOf(entry)}"><code>${entry.name}</code></a>`,
  );
  if (fields.length <= MOST_NAMED) return html`<p class="quiet">Returned by ${links}.</p>`;
  return html`<details class="errors"><summary>${fields.length} operations can return it</summary><p>${links}</p></details>`;
}

export function renderChanges(shell: Shell): string {
  const { history } = shell.catalog.source;
  const linkOf = linksIn(shell.catalog);
  return renderPage(shell, {
    title: 'Changes',
    path: CHANGES,
    section: null,
    body: html`<article class="text"><h1>Changes</h1>
<p class="lead">What changed in the graph since <time datetime="${history.since}">${history.since}</time>, newest first.
<a href="${MIGRATING}">Migrating</a> has a replacement for what each breaking change removed.</p>
${history.days.map(
  ({
    date,
    changes,
  }) => html`<section class="day"><h2 id="${date}"><time datetime="${date}">${date}</time></h2>
<ul class="changes">${changes.map(
    ({ kind, breaking, message }) =>
      html`<li><span class="badge ${kind}">${kind}</span> <span>${inline(quoted(message), linkOf)}${breaking ? html` <span class="badge breaking">breaking</span>` : null}</span></li>`,
  )}</ul></section>`,
)}</article>`,
  });
}

export const renderMigrating = (shell: Shell): string =>
  renderPage(shell, {
    title: 'Migrating',
    path: MIGRATING,
    section: null,
    body: html`<article class="text">${prose(
      withoutLocalLinks(shell.catalog.source.migrationGuide).replace(
        /^# .*\n[\s\S]*?(?=^## )/m,
        MIGRATION_INTRODUCTION,
      ),
      linksIn(shell.catalog),
    )}</article>`,
  });

const MIGRATION_INTRODUCTION = `# Migrating

Changes that can break client documents, with their replacements, newest first.

`;
