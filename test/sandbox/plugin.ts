import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PluginEndpoints } from 'learning-platform-kit/sandbox';

/** A plugin's server: records the platform's calls and responds with 202. */
export interface PluginServer {
  endpoints: Required<PluginEndpoints>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  calls: { method: string; path: string; authorization: string | undefined; body: any }[];
  close(): void;
}

export async function startPlugin(): Promise<PluginServer> {
  const calls: PluginServer['calls'] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const { method = '', url: path = '', headers } = request;
    calls.push({ method, path, authorization: headers.authorization, body });
    response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify({ received: path }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const at = (path: string) => `http://127.0.0.1:${port}/${path}`;
  return {
    calls,
    endpoints: {
      atoRequests: at('requests'),
      atoDistributions: at('distributions'),
      capabilities: at('capabilities'),
      candidates: at('candidates'),
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
