import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a proxy responds that lost a request: as HAProxy, which closes the connection, or as nginx, with a page of its own. */
export const LOSSES = {
  'by a closed connection': (response: ServerResponse) => void response.destroy(),
  'with a page of 502': (response: ServerResponse) =>
    void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>'),
};

/** In front of a gateway: loses each response that a gateway that dies would not send, or passes requests on. */
export async function startLosingProxy(gatewayUrl: string) {
  const lost: ((response: ServerResponse) => void)[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request));
    const headers = new Headers();
    for (const name of ['accept', 'authorization', 'content-type', 'idempotency-key'])
      if (request.headers[name] !== undefined) headers.set(name, String(request.headers[name]));
    const answer = await fetch(gatewayUrl + request.url, { method: 'POST', headers, body });
    const text = await answer.text();
    const lose = lost.shift();
    if (lose) return lose(response);
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    /** Loses the next responses, one in each of these ways. */
    lose: (...ways: ((response: ServerResponse) => void)[]) => void lost.push(...ways),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
