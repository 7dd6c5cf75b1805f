import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Identity } from '../demo.ts';
import { type Files, fileAt, readOnce, type ServedFile } from '../files.ts';
import type { HttpAdapter, Pages } from '../http.ts';
import { sendNotFound } from '../not-found.ts';
import { isOwnHost } from '../own-host.ts';
import { type Link, SHARED_FILES } from '../page.ts';
import { pageResponder, sendFile, sendText } from '../page-response.ts';
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
  /** Demo users that examples can run as. Empty: examples do not run. */
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
  const files: Files = new Map(
    REFERENCE_FILES.map((name) => [`${SHARED_FILES}/${name}`, fileAt(join(STATIC_FOLDER, name))]),
  );
  let site: Files | null = null;
  const served = ({ extension, render }: Resource): ServedFile =>
    readOnce(extension, async () => {
      // Rendering takes milliseconds, and all pages may be requested at once.
      await takeTurn();
      return Buffer.from(render());
    });
  const openSite = (): Files => {
    const resources = referenceSite(source(), { links, runs: identities.length > 0 });
    return new Map([...resources].map(([path, resource]) => [path, served(resource)]));
  };

  async function respond(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (path === IDENTITIES && identities.length > 0) return sendIdentities(request, response);
    if (!files.has(path)) site ??= openSite();
    const file = files.get(path) ?? site?.get(path);
    if (file) return sendFile(http, request, response, file);
    // Pages have no extension.
    const paths = [...(site?.keys() ?? [])].filter((known) => !known.includes('.'));
    sendNotFound(http, request, response, { path, links, paths });
  }

  /**
   * DNS rebinding: a foreign page whose host name resolves to this machine would have the same origin, and could read the
   * credentials.
   */
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

  return {
    handles: (path) =>
      path === BASE || path.startsWith(`${BASE}/`) || [SDL, MARKDOWN, LLMS].includes(path) || files.has(path),
    respond: pageResponder(respond, onProblem),
  };
}
