import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { nameOf, type Route, routeNamed } from 'learning-platform-kit/contract/routes';
import type { Host } from 'learning-platform-kit/contract/vocabulary';

/** A request exactly as received; nothing is decoded. */
export interface ReceivedRequest {
  /** The host of the platform that it was sent to. */
  host: Host;
  method: string;
  /** Path and query. */
  target: string;
  /** In the order sent, names in lower case, including repeated headers. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
}

export const pathOf = ({ target }: ReceivedRequest): string => target.split('?', 1)[0] ?? '';
/** The query without the question mark. */
export const queryOf = ({ target }: ReceivedRequest): string => target.split('?').slice(1).join('?');

/** The contract route of a request. Null: none. */
export const routeOf = (request: ReceivedRequest): Route | null =>
  routeNamed(nameOf({ method: request.method, path: pathOf(request) }));

/** Returns the response body for a documented route: text is sent verbatim, anything else as JSON. */
export type Respond = (route: Route, request: ReceivedRequest) => unknown;

/** A platform that records and accepts every request. */
export interface RecordingPlatform {
  urls: Readonly<Record<Host, string>>;
  /** Requests since the last `take`. */
  take(): ReceivedRequest[];
  close(): Promise<void>;
}

/** Starts the three hosts of the contract, each on its own port. Unknown routes get a 404. */
export async function startRecordingPlatform(respond: Respond): Promise<RecordingPlatform> {
  let received: ReceivedRequest[] = [];
  const servers: Server[] = [];
  const listen = async (host: Host): Promise<string> => {
    const server = createServer(async (incoming, response) => {
      const { method = '', url: target = '', rawHeaders } = incoming;
      const request = { host, method, target, headers: pairs(rawHeaders), body: await buffer(incoming) };
      received.push(request);
      const route = routeOf(request);
      if (!route) return response.writeHead(404).end();
      const body = respond(route, request);
      response.setHeader('content-type', typeof body === 'string' ? 'text/plain' : 'application/json');
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const urls = { base: await listen('base'), notes: await listen('notes'), push: await listen('push') };
  return {
    urls,
    take: () => {
      const taken = received;
      received = [];
      return taken;
    },
    close: async () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await Promise.all(servers.map((server) => server.listening && once(server, 'close')));
    },
  };
}

const pairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1] ?? ''] satisfies [string, string]] : [],
  );
