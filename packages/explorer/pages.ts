import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Demo } from './demo.ts';
import { explorerPage } from './explorer-page.ts';
import { type Files, filesIn, folderOf, type ServedFile } from './files.ts';
import type { Graph } from './graph.ts';
import type { HttpAdapter, Pages } from './http.ts';
import { mapPage } from './map-page.ts';
import { sendNotFound } from './not-found.ts';
import { isOwnHost } from './own-host.ts';
import { type Link, type Page, SHARED_FILES } from './page.ts';
import { pageHeaders, pageResponder, sendFile, sendPage, sendText } from './page-response.ts';
import { PREDICTION, type PredictCalls, predictionFor } from './prediction.ts';
import { REFERENCE } from './reference/addresses.ts';
import { readGuides } from './reference/guides.ts';
import { sandboxPage } from './sandbox-page.ts';
import { startPage } from './start-page.ts';

export interface ExplorerOptions {
  graph: Graph;
  http: HttpAdapter;
  /** Credentials for visitors. Null: they use their own. */
  demo: Demo | null;
  /** Whether the reference is served beside these pages. */
  reference: boolean;
  /** Guides that the reference serves: Markdown by name. */
  guides: ReadonlyMap<string, string>;
  /** Host names besides loopback ones under which pages with demo credentials are served. */
  hosts: readonly string[];
  /** Address of the metrics. Null: not served. */
  metricsUrl(): string | null;
  /** Resolves when the next operation may be predicted. Null: at once. */
  takeTurn(): Promise<void> | null;
  predict: PredictCalls;
  /** Called with the error when a page or file could not be sent. */
  onProblem(problem: unknown): void;
}

/** The explorer pages, and the links that lead to them. */
export interface Explorer extends Pages {
  links: readonly Link[];
}

const STATIC_FOLDER = join(import.meta.dirname, 'static');

/** The pages for exploring the graph, and their files, which are read on first request. */
export function openExplorer({
  graph,
  http,
  demo,
  reference,
  guides,
  hosts,
  metricsUrl,
  takeTurn,
  predict,
  onProblem,
}: ExplorerOptions): Explorer {
  const links: Link[] = [];
  const pages: readonly Page[] = [
    startPage(links, { demo, metricsUrl, guides: readGuides(guides) }),
    explorerPage(links, { schema: graph.schema, demo }),
    mapPage(links, graph),
    sandboxPage(links, demo),
  ];
  links.push(
    ...pages.slice(0, 2),
    ...(reference ? [REFERENCE] : []),
    ...pages.slice(2),
    ...(demo === null ? [] : [{ path: demo.consoleUrl, label: 'Console' }]),
  );
  let files: Promise<Files> | null = null;
  const find = async (path: string): Promise<ServedFile | undefined> => {
    files ??= filesOf(pages);
    return (await files).get(path);
  };

  async function respond(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    // DNS rebinding: a foreign page whose host name resolves to this machine would have the same origin, and could read the
    // credential.
    if (demo !== null && !isOwnHost(http, request.headers.host, hosts))
      return sendText(response, 421, wrongHost(request));
    if (path === PREDICTION) {
      await takeTurn();
      const predicted = predictionFor(request.url ?? '', graph.schema, predict);
      const headers = new Map([['content-type', 'application/json; charset=utf-8']]);
      return sendPage(request, response, 200, headers, JSON.stringify(predicted));
    }
    const page = pages.find((candidate) => candidate.path === path);
    if (page) return respondWithPage(page, request, response);
    const file = await find(path);
    return file === undefined
      ? sendText(response, 404, 'Not found. The GraphQL endpoint is /graphql.\n')
      : sendFile(http, request, response, file);
  }

  function respondWithPage(page: Page, request: IncomingMessage, response: ServerResponse): void {
    const missing = page.requires?.find((name) => folderOf(name) === null);
    if (missing !== undefined) {
      const explanation = `This page requires the package ${missing}, a development dependency that is not installed.`;
      sendNotFound(http, request, response, { path: page.path, links, paths: [], explanation });
      return;
    }
    sendPage(request, response, 200, pageHeaders(http, page.policy), page.render());
  }

  const respondToOwn = pageResponder(respond, onProblem);
  const isFile = (path: string): boolean => path.startsWith(`${SHARED_FILES}/`);
  return {
    links,
    // The last handler: browsers get a page at every other address as well.
    handles: () => true,
    respond: (path, request, response) => {
      if (isFile(path) || pages.some((page) => page.path === path))
        return respondToOwn(path, request, response);
      sendNotFound(http, request, response, { path, links, paths: links.map((link) => link.path) });
      return undefined;
    },
  };
}

const wrongHost = ({ headers, socket }: IncomingMessage): string =>
  `These pages hold demo credentials, so they are served under loopback hosts only: http://127.0.0.1:${socket.localPort}/\n` +
  `To allow the host name ${URL.parse(`http://${headers.host}`)?.hostname ?? 'of this request'} as well, add it to EXPLORER_HOSTS.\n`;

/** The files of all pages, without those of packages that are not installed. */
async function filesOf(pages: readonly Page[]): Promise<Files> {
  const complete = pages.filter(({ requires = [] }) => requires.every((name) => folderOf(name) !== null));
  const folders = [
    await filesIn(STATIC_FOLDER, SHARED_FILES),
    ...complete.map(({ files }) => files?.() ?? []),
  ];
  return new Map(folders.flatMap((files) => [...files]));
}
