import { EXAMPLES } from './examples.ts';
import { dataElement, html } from './html.ts';
import { type Link, type Page, renderDocument, SHARED_FILES } from './page.ts';

const SANDBOX_SOURCE = 'https://embeddable-sandbox.cdn.apollographql.com';
const SANDBOX_SCRIPT = `${SANDBOX_SOURCE}/_latest/embeddable-sandbox.umd.production.min.js`;
/** Where Apollo Sandbox itself runs, in a frame. */
const SANDBOX_FRAME = 'https://sandbox.embed.apollographql.com';

/**
 * Apollo Sandbox on this gateway's own endpoint, which the page finds from its own address. It loads from Apollo's
 * network; without it the page points to the explorer of the gateway.
 * @param authorization sent with every request; null: the reader brings a credential.
 */
export const sandboxPage = (links: readonly Link[], authorization: string | null): Page => ({
  path: '/',
  label: 'Apollo Sandbox',
  policy: {
    'script-src': [SANDBOX_SOURCE],
    'frame-src': [SANDBOX_FRAME],
    'img-src': [SANDBOX_SOURCE],
    // The embedding script writes the frame's size into its style.
    'style-src': ["'unsafe-inline'"],
  },
  render: () =>
    renderDocument({
      title: 'Learning platform graph',
      links,
      path: '/',
      libraries: [SANDBOX_SCRIPT],
      script: `${SHARED_FILES}/sandbox.js`,
      body: html`<main id="sandbox" class="fill"></main>
<template id="offline"><div class="message">
<h1>Apollo Sandbox is out of reach</h1>
<p>It loads from Apollo's network. The <a href="/explorer">explorer</a> of this gateway needs no network, and the graph
itself is at <code>/graphql</code>.</p>
</div></template>
${dataElement('initial-state', {
  document: EXAMPLES,
  pollForSchemaUpdates: false,
  ...(authorization === null ? {} : { sharedHeaders: { authorization } }),
})}`,
    }),
});
