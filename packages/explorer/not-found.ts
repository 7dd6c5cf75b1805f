import type { IncomingMessage, ServerResponse } from 'node:http';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { html } from './html.ts';
import type { HttpAdapter } from './http.ts';
import { contentSecurityPolicy, type Link, renderDocument } from './page.ts';
import { sendText } from './page-response.ts';

/** Names under which other servers have such pages. */
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
  /** Why the page is not there, if it could be. */
  explanation?: string;
}

/** The first letter of the last part: what begins otherwise is rarely what was meant. */
const initialOf = (path: string): string | undefined => path.split('/').at(-1)?.[0]?.toLowerCase();

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
  const similar = suggestionList(path, paths)
    .filter((candidate) => initialOf(candidate) === initialOf(path))
    .slice(0, MOST_SUGGESTIONS);
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
<p class="row">${links.map(({ path: address, label }) => html`<a class="button" href="${address}">${label}</a>`)}</p>
<p class="quiet">The GraphQL endpoint is <code>/graphql</code>.</p>
</main>`,
  });
  response.setHeader('content-security-policy', contentSecurityPolicy({}));
  for (const [name, value] of http.pageHeaders) response.setHeader(name, value);
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(content));
  response.writeHead(404).end(request.method === 'HEAD' ? undefined : content);
}
