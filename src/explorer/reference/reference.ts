import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Clock } from '../../lib/clock.ts';
import { Turns } from '../../lib/turns.ts';
import { readAcceptEncoding } from '../../transports/http/accept-encoding.ts';
import type { MountedHandler } from '../../transports/http/mounted-handler.ts';
import { PAGE_HEADERS } from '../../transports/http/security-headers.ts';
import type { Identity } from '../demo.ts';
import { isOwnHost } from '../own-host.ts';
import { contentSecurityPolicy, type Link, SHARED_FILES } from '../page.ts';
import { pageResponder, sendText } from '../page-response.ts';
import { BASE, IDENTITIES, LLMS, MARKDOWN, SDL } from './addresses.ts';
import type { ReferenceSource } from './catalog.ts';
import { type Resource, referenceSite } from './site.ts';

export interface ReferenceOptions {
  clock: Clock;
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
  ['reference.js', 'text/javascript; charset=utf-8'],
  ['run.js', 'text/javascript; charset=utf-8'],
];

type Encoding = 'br' | 'gzip' | 'identity';

const ENCODERS: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify(gzip),
  identity: async (content) => content,
};

/** A rendered resource in the encodings that were requested so far. */
interface Rendered {
  tag: string;
  contents: Map<Encoding, Promise<Buffer>>;
}

/** Serves the reference. Each page is rendered and compressed once, on its first request. */
export function openReference({
  clock,
  source,
  links,
  identities,
  hosts,
  onProblem,
}: ReferenceOptions): MountedHandler {
  let site: ReadonlyMap<string, Resource> | null = null;
  /** Bounded by the pages of the reference. */
  const rendered = new Map<Resource, Promise<Rendered>>();
  /** Rendering takes milliseconds, and somebody may request all pages at once. */
  const turns = new Turns(clock, 1);

  const find = (path: string): Resource | undefined => {
    site ??= new Map([...staticFiles(), ...referenceSite(source(), { links, runs: identities.length > 0 })]);
    return site.get(path);
  };

  async function respond(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (path === IDENTITIES && identities.length > 0) return sendIdentities(request, response);
    const resource = find(path);
    return resource
      ? send(resource, request, response)
      : sendText(response, 404, `Not found. The reference starts at ${BASE}.\n`);
  }

  /** DNS rebinding: a foreign page under its own name would be of the same origin, and could read the credentials. */
  function sendIdentities(request: IncomingMessage, response: ServerResponse): void {
    if (!isOwnHost(request.headers.host, hosts)) {
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

  function renderOnce(resource: Resource): Promise<Rendered> {
    const page = (turns.take() ?? Promise.resolve()).then(() => render(resource));
    rendered.set(resource, page);
    page.catch(() => rendered.delete(resource));
    return page;
  }

  async function send(resource: Resource, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const page = await (rendered.get(resource) ?? renderOnce(resource));
    const { encoding } = readAcceptEncoding(request.headers['accept-encoding'], ['br', 'gzip']);
    response.setHeader('vary', 'accept-encoding');
    response.setHeader('cache-control', 'no-cache');
    response.setHeader('etag', `W/"${page.tag}"`);
    if (request.headers['if-none-match'] === `W/"${page.tag}"`) {
      response.writeHead(304).end();
      return;
    }
    const content = await encoded(page, encoding ?? 'identity');
    if (resource.contentType.startsWith('text/html')) {
      response.setHeader('content-security-policy', contentSecurityPolicy({}));
      for (const [name, value] of PAGE_HEADERS) response.setHeader(name, value);
    }
    if (encoding !== null) response.setHeader('content-encoding', encoding);
    response.setHeader('content-type', resource.contentType);
    response.setHeader('content-length', content.length);
    response.writeHead(200).end(request.method === 'HEAD' ? undefined : content);
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

async function render(resource: Resource): Promise<Rendered> {
  const content = Buffer.from(await resource.render());
  return {
    tag: createHash('sha256').update(content).digest('base64url'),
    contents: new Map([['identity', Promise.resolve(content)]]),
  };
}

async function encoded({ contents }: Rendered, encoding: Encoding): Promise<Buffer> {
  const plain = (await contents.get('identity')) ?? Buffer.alloc(0);
  const known = contents.get(encoding) ?? ENCODERS[encoding](plain);
  contents.set(encoding, known);
  return known;
}
