import { CLIENTS } from './clients.ts';
import type { Demo, Identity } from './demo.ts';
import { dataElement, html, type Markup } from './html.ts';
import { EXPLORER, type Link, type Page, renderDocument, SHARED_FILES } from './page.ts';
import { type Guide, pathOfGuide } from './reference/guides.ts';

export interface StartPageOptions {
  /** Empty: they are not served. */
  guides: readonly Guide[];
  demo: Demo | null;
  /** Null: metrics are not served. */
  metricsUrl(): string | null;
}

/** The start page: guides, a first request as a demo user, and links to every other page. */
export const startPage = (links: readonly Link[], { demo, metricsUrl, guides }: StartPageOptions): Page => ({
  path: '/',
  label: 'Start',
  policy: {},
  render: () =>
    renderDocument({
      title: null,
      links,
      path: '/',
      styles: [`${SHARED_FILES}/start.css`],
      script: `${SHARED_FILES}/start.js`,
      body: html`<main id="content" class="start">
<section class="hero">
<h1>Learning platform graph</h1>
<p class="lead">One GraphQL endpoint over the platform’s REST API: queries, mutations, and event streams that resume.</p>
<p class="endpoint"><span class="quiet">Endpoint</span> <code id="endpoint">/graphql</code>
<button class="button" data-copy="endpoint">Copy<span class="unseen"> the endpoint</span></button></p>
</section>
${guides.length === 0 ? null : guideSection(guides)}
<h2 id="try">Try it</h2>
<section class="try" aria-labelledby="try">
${demo === null ? realPlatform : identityChoice(demo.identities)}
<div class="snippet">
<div class="choices" role="group" aria-label="Client">
${CLIENTS.map(
  ([name, label], index) =>
    html`<button aria-pressed="${index === 0 ? 'true' : 'false'}" data-client="${name}">${label}</button>
`,
)}<span class="grow"></span>
<a class="button" id="open" href="${EXPLORER}">Open in explorer</a>
<button class="button" data-copy="snippet">Copy<span class="unseen"> the code</span></button>
</div>
<pre id="snippet" tabindex="0" aria-label="Code"></pre>
${demo === null ? null : html`<div class="answer"><p class="quiet" id="timing" role="status">Waiting for the response…</p><pre id="answer" tabindex="0" aria-label="Response"></pre></div>`}
</div>
</section>
<section aria-labelledby="explore">
<h2 id="explore">Explore</h2>
<ul class="cards">${cards(demo, metricsUrl()).map(card)}</ul>
</section>
</main>
${dataElement('settings', { identities: demo?.identities ?? [] })}`,
    }),
});

const guideSection = (guides: readonly Guide[]): Markup => html`<section aria-labelledby="guides">
<h2 id="guides">Build a front end</h2>
<p>From an empty folder to something that runs, in less than ten minutes; <code>npm start -- --new ../my-app</code> in the gateway's repository writes a larger app at once:</p>
<p class="row">${guides.filter(({ isFirst }) => isFirst).map((guide) => html`<a class="button" href="${pathOfGuide(guide)}">${guide.label}</a>`)}</p>
<ul class="further">${guides.filter(({ isFirst }) => !isFirst).map((guide) => html`<li><a href="${pathOfGuide(guide)}">${guide.label}</a>: ${guide.summary}</li>`)}</ul>
</section>`;

const identityChoice = (identities: readonly Identity[]): Markup => html`<div class="who">
<fieldset><legend>Signed in as</legend>${identities.map(
  ({ id, role }, index) =>
    html`<label><input type="radio" name="identity" value="${id}"${index === 0 ? html` checked` : null}><span>${role}</span></label>`,
)}</fieldset>
<p id="about"></p>
<p class="credential"><code id="credential"></code>
<button class="button" data-copy="credential">Copy<span class="unseen"> the header</span></button></p>
<p class="quiet">These credentials work on the embedded sandbox platform only. To sign in as anyone else, use
the password <code>demo</code>.</p>
</div>`;

const realPlatform = html`<div class="who">
<h3>Bring your own credential</h3>
<p>This gateway calls a real platform. Call <code>beginSignIn</code>, open the returned URL, exchange the code that comes
back, and send the access token as <code>authorization: Bearer …</code>.</p>
<p><a class="button" href="/schema/mutations/beginSignIn">How to sign in</a></p>
</div>`;

interface Card {
  href: string;
  title: string;
  text: string;
}

const cards = (demo: Demo | null, metricsUrl: string | null): readonly Card[] => [
  {
    href: '/explorer',
    title: 'Explorer',
    text: 'Run queries, mutations and live streams, with examples to start from. Works without internet access.',
  },
  {
    href: '/schema',
    title: 'Reference',
    text: 'Every type and field, with the credential it requires and the platform calls it costs.',
  },
  { href: '/map', title: 'Map', text: 'The types of the graph and how they lead to one another.' },
  {
    href: '/sandbox',
    title: 'Apollo Sandbox',
    text: 'Apollo’s explorer for this endpoint, on Apollo’s site.',
  },
  ...(demo === null
    ? []
    : [
        {
          href: demo.consoleUrl,
          title: 'Console',
          text: 'The sandbox platform’s own page: send a notification, start an ATO request, search as a mission planner.',
        },
      ]),
  ...(metricsUrl === null
    ? []
    : [
        {
          href: metricsUrl,
          title: 'Metrics',
          text: 'Operations, platform calls, streams and limits, in the format of Prometheus.',
        },
      ]),
];

const card = ({ href, title, text }: Card): Markup =>
  html`<li><a href="${href}"><strong>${title}</strong></a>
<p>${text}</p></li>
`;
