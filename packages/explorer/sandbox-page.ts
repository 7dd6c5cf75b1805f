import type { Demo } from './demo.ts';
import { EXAMPLE_DOCUMENT } from './examples.ts';
import { dataElement, html } from './html.ts';
import { type Link, type Page, renderDocument, SHARED_FILES } from './page.ts';

/** The hosted Apollo Sandbox. Its scripts run in Apollo's origin, where they cannot read what these pages store. */
const APOLLO_SANDBOX = 'https://studio.apollographql.com/sandbox/explorer';

/** Opens Apollo Sandbox with this gateway's endpoint, which is derived from the page's URL. */
export const sandboxPage = (links: readonly Link[], demo: Demo | null): Page => ({
  path: '/sandbox',
  label: 'Apollo Sandbox',
  policy: {},
  render: () => {
    const authorization = demo?.identities[0]?.authorization;
    return renderDocument({
      title: 'Apollo Sandbox',
      links,
      path: '/sandbox',
      script: `${SHARED_FILES}/sandbox.js`,
      body: html`<main id="content" class="fill">
<div class="message">
<h1>Apollo Sandbox</h1>
<p>It runs on Apollo’s site, and sends operations from your browser to <code id="endpoint">/graphql</code>.</p>
<p><a class="button primary" id="open" href="${APOLLO_SANDBOX}" target="_blank" rel="noreferrer">Open Apollo Sandbox</a>
<a class="button" href="/explorer">Open the explorer</a></p>
${
  authorization === undefined
    ? null
    : html`<p>To run operations as the student, add this header there:</p>
<p class="credential"><code id="credential">authorization: ${authorization}</code>
<button class="button" id="copy">Copy<span class="unseen"> the header</span></button></p>`
}
<p class="quiet">In production, pages of <code>${new URL(APOLLO_SANDBOX).origin}</code> may use the endpoint only if
<code>CORS_ORIGINS</code> names it. The explorer runs the same operations and needs no other network.</p>
</div>
</main>
${dataElement('settings', { document: EXAMPLE_DOCUMENT })}`,
    });
  },
});
