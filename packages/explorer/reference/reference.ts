import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Identity } from '../demo.ts';
import { EncodedContent, sendEncoded } from '../encoded-content.ts';
import type { HttpAdapter, Pages } from '../http.ts';
import { sendNotFound } from '../not-found.ts';
import { isOwnHost } from '../own-host.ts';
import { contentSecurityPolicy, type Link, SHARED_FILES } from '../page.ts';
import { pageResponder, sendText } from '../page-response.ts';
import { BASE, IDENTITIES, LLMS, MARKDOWN, SDL } from './addresses.ts';
import type { ReferenceSource } from './catalog.ts';
import { type Resource, referenceSite } from './site.ts';

export interface ReferenceOptions {
  http: HttpAdapter;
  /** Resolves when the next page may be rendered. Null: at once. */
  takeTurn(): Promise<void> | null;
  /** Called on first request. */
  source(): ReferenceSource;
  /** The pages of the gateway, for the navigation. */
  links: readonly Link[];
  /** Demo users as whom examples run. Empty: examples do not run. */
  identities: readonly Pick<Identity, 'id' | 'authorization'>[];
  /** Host names besides loopback ones under which these credentials are served. */
  hosts: readonly string[];
  /** Called with the error when a page could not be sent. */
  onProblem(problem: unknown): void;
}

export const STATIC_FOLDER = join(import.meta.dirname, '../static');
/** Files that the pages load, with their content types. The explorer serves the same ones. */
export const REFERENCE_FILES: readonly (readonly [name: string, contentType: string])[] = [
  ['frame.css', 'text/css; charset=utf-8'],
  ['icon.svg', 'image/svg+xml'],
  ['reference.css', 'text/css; charset=utf-8'],
  ['json-view.js', 'text/javascript; charset=utf-8'],
  ['reference.js', 'text/javascript; charset=utf-8'],
  ['run.js', 'text/javascript; charset=utf-8'],
  ['search.js', 'text/javascript; charset=utf-8'],
];

/** Serves the reference. Each page is rendered and compressed once, on its first request. */
export function openReference({
  http,
  takeTurn,
  source,
  links,
  identities,
  hosts,
  onProblem,
}: ReferenceOptions): Pages {
  let site: ReadonlyMap<string, Resource> | null = null;
  /** Bounded by the pages of the reference. */
  const rendered = new Map<Resource, Promise<EncodedContent>>();

  const find = (path: string): Resource | undefined => {
    site ??= new Map([...staticFiles(), ...referenceSite(source(), { links, runs: identities.length > 0 })]);
    return site.get(path);
  };

  async function respond(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (path === IDENTITIES && identities.length > 0) return sendIdentities(request, response);
    const resource = find(path);
    if (resource) return send(resource, request, response);
    // Pages have no extension.
    const paths = [...(site?.keys() ?? [])].filter((known) => !known.includes('.'));
    sendNotFound(http, request, response, { path, links, paths });
  }

  /** DNS rebinding: a foreign page under its own name would be of the same origin, and could read the credentials. */
  function sendIdentities(request: IncomingMessage, response: ServerResponse): void {
    if (!isOwnHost(http, request.headers.host, hosts)) {
      sendText(
        response,
        421,
        'Demo credentials are served under loopback hosts only, such as 127.0.0.1. To allow another host name, set EXPLORER_HOSTS.\n',
      );
      return;
    }
    const authorizations = Object.fromEntries(identities.map(({ id, authorization }) => [id, authorization]));
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(authorizations));
  }

  function renderOnce(resource: Resource): Promise<EncodedContent> {
    // Rendering takes milliseconds, and somebody may request all pages at once.
    const page = (takeTurn() ?? Promise.resolve()).then(() => render(resource));
    rendered.set(resource, page);
    page.catch(() => rendered.delete(resource));
    return page;
  }

  async function send(resource: Resource, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const page = await (rendered.get(resource) ?? renderOnce(resource));
    const headers = new Map([['content-type', resource.contentType]]);
    if (resource.contentType.startsWith('text/html')) {
      headers.set('content-security-policy', contentSecurityPolicy({}));
      for (const [name, value] of http.pageHeaders) headers.set(name, value);
    }
    await sendEncoded(http, request, response, page, headers);
  }

  return {
    handles: (path) =>
      path === BASE ||
      path.startsWith(`${BASE}/`) ||
      [SDL, MARKDOWN, LLMS].includes(path) ||
      REFERENCE_FILES.some(([name]) => path === `${SHARED_FILES}/${name}`),
    respond: pageResponder(respond, onProblem),
  };
}

const staticFiles = (): [string, Resource][] =>
  REFERENCE_FILES.map(([name, contentType]) => [
    `${SHARED_FILES}/${name}`,
    { contentType, render: () => readFile(join(STATIC_FOLDER, name), 'utf8') },
  ]);

const render = async (resource: Resource): Promise<EncodedContent> =>
  new EncodedContent(Buffer.from(await resource.render()));
