import type { IncomingMessage, ServerResponse } from 'node:http';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { html } from './html.ts';
import type { HttpAdapter } from './http.ts';
import { type Link, renderDocument } from './page.ts';
import { pageHeaders, sendPage, sendText } from './page-response.ts';
import { REFERENCE } from './reference/addresses.ts';

/** Paths of such pages on other servers. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '/docs': '/schema',
  '/graphiql': '/explorer',
  '/playground': '/explorer',
  '/reference': '/schema',
  '/sandbox.html': '/sandbox',
  '/voyager': '/map',
};
const MOST_SUGGESTIONS = 5;

export interface NotFound {
  path: string;
  links: readonly Link[];
  /** Paths that exist. */
  paths: readonly string[];
  /** Why the page is missing, if it is an optional one. */
  explanation?: string;
}

/** The last part of a path. Similar names rarely differ in the first letter. */
const nameOf = (path: string): string => path.toLowerCase().split('/').at(-1) ?? '';

/** Responds with 404: a page with similar addresses to a browser, a line of text to anything else. */
export function sendNotFound(
  http: HttpAdapter,
  request: IncomingMessage,
  response: ServerResponse,
  { path, links, paths, explanation }: NotFound,
): void {
  if (request.headers.accept?.includes('text/html') !== true) {
    sendText(response, 404, `${explanation ?? 'Not found. The GraphQL endpoint is /graphql.'}\n`);
    return;
  }
  const elsewhere = ELSEWHERE[path.toLowerCase().replace(/\/$/, '')];
  const name = nameOf(path);
  const alike = suggestionList(path, paths).filter((candidate) => nameOf(candidate)[0] === name[0]);
  // An equal name of another kind is the best suggestion.
  const same = paths.filter((candidate) => nameOf(candidate) === name);
  const similar = same.length > 0 ? same : alike.slice(0, MOST_SUGGESTIONS);
  const isKnown =
    elsewhere !== undefined && [...paths, ...links.map((link) => link.path)].includes(elsewhere);
  const found = [...new Set([...(isKnown ? [elsewhere] : []), ...similar])];
  const content = renderDocument({
    title: 'Not found',
    path,
    links,
    body: html`<main id="content" class="message">
<h1>There is no page at this address</h1>
<p><code>${path}</code></p>
${explanation === undefined ? null : html`<p>${explanation}</p>`}
${found.length === 0 ? null : html`<p>Did you mean:</p><ul>${found.map((suggestion) => html`<li><a href="${suggestion}">${suggestion}</a></li>`)}</ul>`}
<p class="quiet">The GraphQL endpoint is <code>/graphql</code>.${links.some((link) => link.path === REFERENCE.path) ? html` The <a href="${REFERENCE.path}">reference</a> has a search over types, fields, guides and errors.` : null}</p>
</main>`,
  });
  sendPage(request, response, 404, pageHeaders(http), content);
}
