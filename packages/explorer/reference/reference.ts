import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Identity } from '../demo.ts';
import { EncodedContent, sendEncoded } from '../encoded-content.ts';
import { type Files, fileAt, sendFile } from '../files.ts';
import type { HttpAdapter, Pages } from '../http.ts';
import { sendNotFound } from '../not-found.ts';
import { isOwnHost } from '../own-host.ts';
import { type Link, SHARED_FILES } from '../page.ts';
import { pageHeaders, pageResponder, sendText } from '../page-response.ts';
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
/** Files that the pages load. The explorer serves the same ones. */
export const REFERENCE_FILES: readonly string[] = [
  'dom.js',
  'execution.js',
  'frame.css',
  'icon.svg',
  'json-view.js',
  'reference.css',
  'reference.js',
  'run.js',
  'search.js',
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

  const files: Files = new Map(
    REFERENCE_FILES.map((name) => [`${SHARED_FILES}/${name}`, fileAt(join(STATIC_FOLDER, name))]),
  );

  async function respond(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (path === IDENTITIES && identities.length > 0) return sendIdentities(request, response);
    const file = files.get(path);
    if (file) return sendFile(http, request, response, file);
    site ??= referenceSite(source(), { links, runs: identities.length > 0 });
    const resource = site.get(path);
    if (resource) return send(resource, request, response);
    // Pages have no extension.
    const paths = [...site.keys()].filter((known) => !known.includes('.'));
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
    const isPage = resource.contentType.startsWith('text/html');
    const headers = isPage ? pageHeaders(http) : new Map([['content-type', resource.contentType]]);
    await sendEncoded(http, request, response, page, headers);
  }

  return {
    handles: (path) =>
      path === BASE || path.startsWith(`${BASE}/`) || [SDL, MARKDOWN, LLMS].includes(path) || files.has(path),
    respond: pageResponder(respond, onProblem),
  };
}

const render = async (resource: Resource): Promise<EncodedContent> =>
  new EncodedContent(Buffer.from(await resource.render()));
