import { type GraphQLSchema, printSchema } from 'graphql';
import { clientOptions } from './clients.ts';
import type { Demo } from './demo.ts';
import { bundleModule } from './editor/bundle.ts';
import { EXAMPLES } from './examples.ts';
import { readOnce } from './files.ts';
import { dataElement, html, type Markup } from './html.ts';
import { EXPLORER, type Link, type Page, renderDocument, SHARED_FILES } from './page.ts';

/** The schema with its descriptions, which the editor completes by. */
const SCHEMA = `${SHARED_FILES}/schema.graphql`;

/** Runs operations against the gateway: queries, mutations, and event streams that resume. Needs no other network. */
export const explorerPage = (
  links: readonly Link[],
  { schema, demo }: { schema: GraphQLSchema; demo: Demo | null },
): Page => ({
  path: EXPLORER,
  label: 'Explorer',
  // The editor creates inline styles.
  policy: { 'style-src': ["'unsafe-inline'"] },
  requires: ['@codemirror/view'],
  /** The bundles are made on the first request for them. */
  files: () =>
    new Map([
      [`${SHARED_FILES}/editor.js`, readOnce('.js', () => bundleModule('editor.js'))],
      [`${SHARED_FILES}/format.js`, readOnce('.js', () => bundleModule('format.js'))],
      [SCHEMA, readOnce('.graphql', async () => Buffer.from(printSchema(schema)))],
    ]),
  render: () =>
    renderDocument({
      title: 'Explorer',
      links,
      path: EXPLORER,
      styles: [`${SHARED_FILES}/explorer.css`],
      script: `${SHARED_FILES}/explorer.js`,
      body: html`<main id="content" class="fill">
<h1 class="unseen">Explorer</h1>
<div class="explorer" id="explorer" inert>
<div class="tabs"><ul class="scrolls" id="tabs" aria-label="Operations"></ul>
<button class="tool" id="new-tab" title="New operation (Alt+N)"><span aria-hidden="true">+</span><span class="unseen">New operation</span></button>
</div>
${toolbar(demo)}
${PANELS}
${REQUEST}
<div class="split" id="response-split" data-size="response" role="separator" tabindex="0" aria-orientation="vertical" aria-label="Width of the response"></div>
${RESPONSE}
</div>
<div class="notices" id="notices" role="status"></div>
${SHORTCUTS}
</main>
${dataElement('settings', { examples: EXAMPLES, schema: SCHEMA, identities: demo?.identities ?? [] })}`,
    }),
});

const toolbar = (demo: Demo | null): Markup => html`<div class="toolbar scrolls">
<button class="button primary" id="run" title="Ctrl+Enter or ⌘Enter">Run</button>
${
  demo === null
    ? null
    : html`<label class="identity"><span>Signed in as</span> <select class="field" id="identity">${demo.identities.map(
        ({ id, role }) => html`<option value="${id}">${role}</option>`,
      )}<option value="">Nobody</option></select><span id="own-header" hidden>your own header instead</span></label>
`
}<button class="button" id="toggle-docs" aria-expanded="false" aria-controls="docs" title="Alt+D">Docs</button>
<button class="button" id="toggle-library" aria-expanded="false" aria-controls="library" title="Saved operations, history and examples (Alt+H)">Library</button>
<span class="grow"></span>
<button class="button" id="format" title="Alt+Shift+F">Format</button>
<button class="button" id="save" title="Ctrl+S">Save</button>
<button class="button" id="share" title="A link with operation, variables and identity. It holds no credential.">Share</button>
<button class="button" id="copy">Copy as</button><select class="field" id="copy-client" aria-label="Client that the copied code is for">${clientOptions()}</select>
<button class="button" id="shortcuts-open" aria-haspopup="dialog">Shortcuts</button>
</div>`;

const PANELS = html`<aside class="panel" id="docs" aria-label="Documentation" hidden>
<div class="panel-head"><input class="field" id="docs-search" type="search" placeholder="Search fields, types, errors…" aria-label="Search the documentation" autocomplete="off" spellcheck="false">
<button class="icon" id="close-docs" aria-label="Close the documentation">×</button></div>
<nav aria-label="Place of the cursor"><ol class="way" id="docs-way"></ol></nav>
<div class="panel-body" id="docs-content"></div>
</aside>
<aside class="panel" id="library" aria-label="Library" hidden>
<div class="panel-head"><input class="field" id="library-search" type="search" placeholder="Filter operations…" aria-label="Filter operations" autocomplete="off" spellcheck="false">
<button class="icon" id="close-library" aria-label="Close the library">×</button></div>
<div class="panel-body" id="library-content"></div>
<p class="panel-foot"><button class="button" id="open-examples">Open all examples</button></p>
</aside>
<div class="split" id="panel-split" data-size="panel" role="separator" tabindex="0" aria-orientation="vertical" aria-label="Width of the panel" hidden></div>`;

const REQUEST = html`<section class="request" aria-label="Request">
<div class="pane editor" id="document"></div>
<div class="split" id="below-split" data-size="below" role="separator" tabindex="0" aria-orientation="horizontal" aria-label="Height of variables and headers"></div>
<div class="below-panes">
<details class="prediction" id="prediction" hidden><summary id="prediction-summary"></summary><ul id="prediction-calls" aria-label="Predicted platform calls"></ul></details>
<button class="problems" id="problems" title="Ctrl+Shift+M" hidden></button>
<details class="pane" id="variables-pane" name="below"><summary>Variables <span id="variables-note"></span></summary><div class="editor below" id="variables"></div></details>
<details class="pane" id="headers-pane" name="below"><summary>Headers <span id="headers-note"></span></summary>
<p class="preset" id="preset" hidden></p>
<div class="editor below" id="headers"></div></details>
</div>
</section>`;

const RESPONSE = html`<section class="response" aria-label="Response">
<div class="response-bar">
<p class="meta" id="meta" role="status"></p>
<button class="button" id="run-action" hidden></button>
<span class="grow"></span>
<div class="views" id="views" role="group" aria-label="View of the response" hidden>
<button id="view-json" aria-pressed="true">JSON</button>
<button id="view-table" aria-pressed="false">Table</button>
<button id="view-calls" aria-pressed="false">Calls</button>
</div>
<div class="log-controls" id="log-controls" hidden>
<span class="quiet" id="log-summary"></span>
<input class="field" id="log-filter" type="search" placeholder="Filter items…" aria-label="Filter items" autocomplete="off">
<button class="button" id="log-pause" aria-pressed="false">Pause</button>
</div>
<select class="field" id="list-choice" aria-label="List" hidden></select>
<button class="button" id="search-response" title="Ctrl+Shift+F, or Ctrl+F in the response" hidden>Search</button>
<button class="button" id="copy-response" hidden>Copy<span class="unseen"> the response</span></button>
<button class="button" id="download-response" hidden>Download</button>
</div>
<div class="errors" id="errors" role="region" aria-label="Errors" tabindex="0" hidden></div>
<div class="pane editor" id="result" hidden></div>
<div class="pane scroll" id="table" tabindex="0" role="region" aria-label="Response as a table" hidden></div>
<div class="pane scroll" id="calls" tabindex="0" role="region" aria-label="Platform calls" hidden></div>
<ol class="events" id="events" hidden tabindex="0" aria-label="Events, newest first"></ol>
<div class="empty" id="empty"><p><strong>The response appears here.</strong></p>
<p class="for-keyboards">Press <kbd>Ctrl</kbd> <kbd>Enter</kbd> to run the operation at the cursor. <kbd>Ctrl</kbd> <kbd>Space</kbd> suggests fields;
<kbd>Alt</kbd> <kbd>D</kbd> opens their documentation, in which a click adds a field.</p>
<p class="for-fingers">Run runs the operation at the cursor. Docs has a button that adds each field.</p></div>
</section>`;

const KEYS: readonly (readonly [keys: string, action: string])[] = [
  ['Ctrl Enter', 'Run the operation at the cursor, or stop its stream'],
  ['Ctrl Space', 'Suggest fields, arguments and variables'],
  ['Ctrl S', 'Save the operation'],
  ['Ctrl K', 'Search the documentation'],
  ['Alt D', 'Open or close the documentation'],
  ['Alt H', 'Open or close the library: saved operations, history and examples'],
  ['Ctrl Shift M', 'List the problems of the operation'],
  ['Ctrl F', 'Search in the editor that has the focus'],
  ['Ctrl Shift F', 'Search in the response'],
  ['Alt Shift F', 'Format operation, variables and headers'],
  ['Alt N', 'New tab'],
  ['Alt W', 'Close the tab'],
  ['Alt PageUp / PageDown', 'Previous or next tab'],
  ['F2 / Delete', 'On a tab: rename it, or close it'],
  ['F6 / Shift F6', 'Next or previous pane'],
  ['Arrow keys', 'On a separator: resize the panes'],
  ['Ctrl click', 'In an operation: documentation of the name'],
];

const SHORTCUTS = html`<dialog class="shortcuts" id="shortcuts" aria-labelledby="shortcuts-title">
<h2 id="shortcuts-title">Shortcuts</h2>
<button class="icon" id="shortcuts-close" aria-label="Close the shortcuts">×</button>
<dl>${KEYS.map(
  ([keys, action]) =>
    html`<div><dt>${keys.split(' ').map((key) => (/^(\/|Arrow|keys|click)$/.test(key) ? html`${key} ` : html`<kbd>${key}</kbd> `))}</dt><dd>${action}</dd></div>`,
)}</dl>
</dialog>`;
