import type { IncomingMessage, ServerResponse } from 'node:http';
import { pauseUntil } from '../../lib/cancellation.ts';
import type { SocketServer } from '../websocket/socket-server.ts';
import { type BoundedServerOptions, boundedServer, refusalOf } from './bounded-server.ts';
import { applyCors, isExpectedHost, WRONG_HOST } from './cors.ts';
import { GRAPHQL_PATH, type GraphqlEndpoint } from './graphql-endpoint.ts';
import type { MountedHandler } from './mounted-handler.ts';
import type { RawResponse } from './raw-response.ts';
import type { BufferedRequest } from './request-body.ts';
import { ResponseHead } from './response-head.ts';

export interface HttpOptions extends Omit<BoundedServerOptions, 'takesUpgrade' | 'upgrade'> {
  graphql: GraphqlEndpoint;
  sockets: SocketServer;
  /** Other handlers, in order of precedence. */
  mounted: readonly MountedHandler[];
}

/**
 * Milliseconds for which idle connections stay open once no others are accepted: a busy proxy notices a close late, and loses the
 * requests that it sends meanwhile.
 */
const IDLE_PATIENCE = 3000;
/** Milliseconds over which open sockets are closed, so that their clients do not all reconnect at once. */
const SOCKET_DRAIN = 3000;

/** The HTTP server: routes requests to the graph and the mounted handlers. */
export function createHttpServer(options: HttpOptions) {
  const { clock, graphql, sockets, health, clients, boundary } = options;
  const { server, stopListening, closeWithin } = boundedServer(
    {
      ...options,
      // Clients also offer other protocols on ordinary requests, which are then handled as they are.
      takesUpgrade: (request) =>
        request.headers.upgrade?.toLowerCase() === 'websocket' &&
        refusalOf(request) === null &&
        targetOf(request)[0] === GRAPHQL_PATH,
      upgrade: sockets.upgrade,
    },
    (request, response) =>
      boundary.run(
        'http request',
        () => {
          const head = new ResponseHead(response, clients.isSecure(request));
          // Not before: a proxy would replace each connection by a new one, and lose requests on those that are not accepted.
          if (!server.listening) response.shouldKeepAlive = false;
          return route(options, request, head);
        },
        () => fail(response),
      ),
  );
  return {
    server,
    /**
     * Stops without losing responses. Readiness fails and new sockets are refused at once. After `notice` ms, in which load
     * balancers react, no new connection is accepted, open streams and sockets are closed, and each connection closes after its
     * next response. Idle connections stay open for a while: a proxy may have sent a request on one. Requests in flight get their
     * responses; after `deadline` ms in total the rest is cut off (docs/decisions/edge.md).
     */
    async drain(notice: number, deadline: number): Promise<void> {
      const startedAt = clock.monotonic();
      health.readiness = 'draining';
      if (notice > 0) await pauseUntil(clock, notice);
      await stopListening();
      const patience = notice > 0 ? IDLE_PATIENCE : 0;
      graphql.drain();
      const left = deadline - (clock.monotonic() - startedAt);
      await Promise.all([sockets.drain(Math.min(SOCKET_DRAIN, left / 2), left), closeWithin(patience, left)]);
    },
  };
}

/** Ends a request whose handler has failed. */
function fail(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else new ResponseHead(response, false).refuse(FAILED);
}

const FAILED: RawResponse = {
  status: 500,
  code: 'INTERNAL_SERVER_ERROR',
  message: 'The gateway failed. Report the request ID to its operator.',
};

/** @returns a promise if the response follows later. */
function route(
  options: HttpOptions,
  request: BufferedRequest,
  head: ResponseHead,
): Promise<void> | undefined {
  const { graphql, mounted, origins } = options;
  const refusal = refusalOf(request);
  const [path, search] = targetOf(request);
  if (refusal) head.refuse(refusal);
  else if (path === GRAPHQL_PATH) {
    if (isVisit(request, search) && mounted.some((handler) => handler.handles(EXPLORER_PATH)))
      toExplorer(head, search);
    else if (!isExpectedHost(request.headers.host, origins)) head.refuse(WRONG_HOST);
    else if (!applyCors(request, head, origins)) return graphql.respond(request, head, search);
  } else {
    const handler = mounted.find((candidate) => candidate.handles(path));
    if (handler) return handler.respond(path, request, head.handOver());
    head.send(404, NOT_FOUND, 'text/plain; charset=utf-8');
  }
  return undefined;
}

/** Path of the explorer, where there is one. */
const EXPLORER_PATH = '/explorer';

/** Whether the endpoint was opened in a browser, rather than called by a client with an operation. */
const isVisit = ({ method, headers }: IncomingMessage, search: string): boolean =>
  method === 'GET' &&
  (search === '' || headers['sec-fetch-mode'] === 'navigate') &&
  headers.accept?.includes('text/html') === true;

/** Redirects to the explorer, with the operation of the URL in the fragment, which is sent to no server. */
function toExplorer(head: ResponseHead, search: string): void {
  const { query: operation, variables = '' } = Object.fromEntries(new URLSearchParams(search));
  const link = new URLSearchParams({ ...(operation && { operation }), ...(variables && { variables }) });
  head.add('location', link.size === 0 ? EXPLORER_PATH : `${EXPLORER_PATH}#${link}`);
  head.add('vary', 'accept');
  head.send(
    303,
    `This is the GraphQL endpoint. The explorer is at ${EXPLORER_PATH}.\n`,
    'text/plain; charset=utf-8',
  );
}

const NOT_FOUND = `Not found. The GraphQL endpoint is ${GRAPHQL_PATH}.\n`;

/** An absolute URL, without user information: RFC 9110 4.2.4 calls that an error. */
const ABSOLUTE = /^https?:\/\/([^/?#@]+)(.*)$/i;

/** The target of a request. The host of an absolute one replaces the header. Source: RFC 9112 3.2.2. */
function targetOf({ url = '/', headers }: IncomingMessage): [path: string, search: string] {
  const [, host, rest = ''] = url.startsWith('/') ? [] : (ABSOLUTE.exec(url) ?? []);
  if (host === undefined) return splitUrl(url);
  headers.host = host;
  return splitUrl(rest.startsWith('/') ? rest : `/${rest}`);
}

function splitUrl(url: string): [path: string, search: string] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark)];
}
