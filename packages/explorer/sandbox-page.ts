import type { Demo } from './demo.ts';
import { EXAMPLE_DOCUMENT } from './examples.ts';
import { dataElement, html } from './html.ts';
import { type Link, type Page, renderDocument, SHARED_FILES } from './page.ts';

/** Where Apollo serves the script that embeds Apollo Sandbox. */
export const APOLLO_CDN = 'https://embeddable-sandbox.cdn.apollographql.com';
export const SANDBOX_SCRIPT = `${APOLLO_CDN}/_latest/embeddable-sandbox.umd.production.min.js`;
/** Origin of Apollo Sandbox itself, which runs in a frame. */
const SANDBOX_FRAME = 'https://sandbox.embed.apollographql.com';

/**
 * Apollo Sandbox for this gateway's endpoint, which is derived from the page's URL. It replaces Apollo's own landing page,
 * which accepts no subscription endpoint. If Apollo's network does not deliver it in time, the page says so.
 */
export const sandboxPage = (links: readonly Link[], demo: Demo | null): Page => ({
  path: '/sandbox',
  label: 'Apollo Sandbox',
  policy: {
    'script-src': [APOLLO_CDN],
    'frame-src': [SANDBOX_FRAME],
    'img-src': [APOLLO_CDN],
    // The embedding script sets the frame's size as an inline style.
    'style-src': ["'unsafe-inline'"],
  },
  render: () => {
    const authorization = demo?.identities[0]?.authorization;
    return renderDocument({
      title: 'Apollo Sandbox',
      links,
      path: '/sandbox',
      script: `${SHARED_FILES}/sandbox.js`,
      body: html`<main id="content" class="fill">
<h1 class="unseen">Apollo Sandbox</h1>
<p class="message" id="loading" role="status">Loading Apollo Sandbox from Apollo’s network…</p>
<div class="message" id="unreachable" hidden>
<h2>Apollo Sandbox cannot be reached</h2>
<p>It loads from <code>${new URL(APOLLO_CDN).host}</code>, which this browser cannot reach at the moment. The gateway itself
works.</p>
<p><a class="button primary" href="/explorer">Open the explorer</a> <button class="button" id="retry">Try again</button></p>
<p class="quiet">The explorer runs the same operations and needs no other network.</p>
</div>
<div class="fill" id="sandbox" hidden></div>
</main>
${dataElement('settings', {
  script: SANDBOX_SCRIPT,
  initialState: {
    document: EXAMPLE_DOCUMENT,
    pollForSchemaUpdates: false,
    ...(authorization === undefined ? {} : { sharedHeaders: { authorization } }),
  },
})}`,
    });
  },
});
