import { type GraphQLSchema, printSchema } from 'graphql';
import type { Demo } from './demo.ts';
import { bundleEditor } from './editor/bundle.ts';
import { EXAMPLES } from './examples.ts';
import { type Files, packageFolder, readOnce } from './files.ts';
import { dataElement, html } from './html.ts';
import { type Link, type Page, renderDocument, SHARED_FILES } from './page.ts';

const PATH = '/explorer';

/** Runs operations against the gateway: queries, mutations, and event streams that resume. Needs no other network. */
export const explorerPage = (
  links: readonly Link[],
  { schema, demo }: { schema: GraphQLSchema; demo: Demo | null },
): Page => ({
  path: PATH,
  label: 'Explorer',
  // The editor creates inline styles.
  policy: { 'style-src': ["'unsafe-inline'"] },
  files: editorFiles,
  render: () => {
    editorFiles();
    return renderDocument({
      title: 'Explorer',
      links,
      path: PATH,
      styles: [`${SHARED_FILES}/explorer.css`],
      script: `${SHARED_FILES}/explorer.js`,
      body: html`<main id="content" class="explorer fill">
<h1 class="unseen">Explorer</h1>
<div class="tabs"><ul id="tabs" aria-label="Operations"></ul>
<button class="tool" id="new-tab" title="New operation"><span aria-hidden="true">+</span><span class="unseen">New operation</span></button>
</div>
<div class="toolbar">
<button class="button primary" id="run" title="Ctrl+Enter or ⌘Enter">Run</button>
${
  demo === null
    ? null
    : html`<label class="identity"><span>Signed in as</span> <select class="field" id="identity">${demo.identities.map(
        ({ id, role }) => html`<option value="${id}">${role}</option>`,
      )}<option value="">Nobody</option></select></label>
`
}<span class="grow"></span>
<button class="button" id="format">Format</button>
<button class="button" id="copy">Copy as curl</button>
<button class="button" id="reset">Restore examples</button>
</div>
<section class="request" aria-label="Request">
<div class="pane editor" id="document"></div>
<details class="pane" id="variables-pane"><summary>Variables</summary><div class="editor small" id="variables"></div></details>
<details class="pane" id="headers-pane"><summary>Headers</summary>
<p class="preset" id="preset" hidden></p>
<div class="editor small" id="headers"></div></details>
</section>
<section class="response" aria-label="Response">
<p class="meta" id="meta" role="status"></p>
<div class="pane editor" id="result" hidden></div>
<ol class="events" id="events" hidden tabindex="0" aria-label="Events, newest first"></ol>
<div class="empty" id="empty"><p><strong>The response appears here.</strong></p>
<p>Press <kbd>Ctrl</kbd> <kbd>Enter</kbd> to run the operation at the cursor. <kbd>Ctrl</kbd> <kbd>Space</kbd> suggests fields.
The <a href="/schema">reference</a> describes each of them.</p></div>
</section>
</main>
${dataElement('settings', { examples: EXAMPLES, sdl: printSchema(schema), identities: demo?.identities ?? [] })}`,
    });
  },
});

/** The bundle is made on the first request for it. */
function editorFiles(): Files {
  // Throws if the packages of the editor are not installed.
  packageFolder('@codemirror/view');
  return new Map([[`${SHARED_FILES}/editor.js`, readOnce('.js', bundleEditor)]]);
}
