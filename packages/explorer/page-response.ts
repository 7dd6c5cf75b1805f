import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendEncoded } from './encoded-content.ts';
import type { ServedFile } from './files.ts';
import type { HttpAdapter, Pages } from './http.ts';
import { type ContentPolicy, contentSecurityPolicy } from './page.ts';

type Send = (path: string, request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/**
 * Responds to GET and HEAD with `send`, to other methods with 405, and with 500 if `send` fails.
 * @param onProblem called with that failure.
 */
export function pageResponder(send: Send, onProblem: (problem: unknown) => void): Pages['respond'] {
  const respond = async (...[path, request, response]: Parameters<Send>): Promise<void> => {
    if (request.method === 'GET' || request.method === 'HEAD') return send(path, request, response);
    response.setHeader('allow', 'GET, HEAD');
    sendText(response, 405, 'Method not allowed. The GraphQL endpoint is /graphql.\n');
  };
  return (path, request, response) => {
    respond(path, request, response).catch((problem: unknown) => {
      onProblem(problem);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'The page could not be rendered.\n');
    });
  };
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(text));
  response.writeHead(status).end(text);
}

/** The headers of a page. */
export const pageHeaders = (http: HttpAdapter, policy: ContentPolicy = {}): Map<string, string> =>
  new Map([
    ['content-security-policy', contentSecurityPolicy(policy)],
    ...http.pageHeaders,
    ['content-type', 'text/html; charset=utf-8'],
  ]);

export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: ReadonlyMap<string, string>,
  content: string,
): void {
  for (const [name, value] of headers) response.setHeader(name, value);
  response.setHeader('content-length', Buffer.byteLength(content));
  response.writeHead(status).end(request.method === 'HEAD' ? undefined : content);
}

export async function sendFile(
  http: HttpAdapter,
  request: IncomingMessage,
  response: ServerResponse,
  { contentType, read }: ServedFile,
): Promise<void> {
  const isPage = contentType.startsWith('text/html');
  const headers = isPage ? pageHeaders(http) : new Map([['content-type', contentType]]);
  await sendEncoded(http, request, response, await read(), headers);
}
