import { EXAMPLES } from './examples.ts';
import { dataElement, html } from './html.ts';
import { type Link, type Page, renderDocument, SHARED_FILES } from './page.ts';

const SANDBOX_SOURCE = 'https://embeddable-sandbox.cdn.apollographql.com';
const SANDBOX_SCRIPT = `${SANDBOX_SOURCE}/_latest/embeddable-sandbox.umd.production.min.js`;
/** Origin of Apollo Sandbox itself, which runs in a frame. */
const SANDBOX_FRAME = 'https://sandbox.embed.apollographql.com';

/**
 * Apollo Sandbox for this gateway's endpoint, which is derived from the page's URL. It loads from Apollo's CDN; if that
 * fails, the page links to the gateway's own explorer.
 * @param authorization sent with every request. Null: users bring their own credential.
 */
export const sandboxPage = (links: readonly Link[], authorization: string | null): Page => ({
  path: '/',
  label: 'Apollo Sandbox',
  policy: {
    'script-src': [SANDBOX_SOURCE],
    'frame-src': [SANDBOX_FRAME],
    'img-src': [SANDBOX_SOURCE],
    // The embedding script sets the frame's size as an inline style.
    'style-src': ["'unsafe-inline'"],
  },
  render: () =>
    renderDocument({
      title: 'Apollo Sandbox',
      links,
      path: '/',
      libraries: [SANDBOX_SCRIPT],
      script: `${SHARED_FILES}/sandbox.js`,
      body: html`<main id="content" class="fill"></main>
<template id="offline"><div class="message">
<h1>Apollo Sandbox is unavailable</h1>
<p>It loads from Apollo's CDN. The <a href="/explorer">explorer</a> works without internet access, and the GraphQL endpoint
is <code>/graphql</code>.</p>
</div></template>
${dataElement('initial-state', {
  document: EXAMPLES,
  pollForSchemaUpdates: false,
  ...(authorization === null ? {} : { sharedHeaders: { authorization } }),
})}`,
    }),
});
