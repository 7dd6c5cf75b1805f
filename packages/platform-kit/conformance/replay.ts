import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { routeNamed } from '../contract/routes.ts';
import { type RecordedResponse, readRecording } from './recording.ts';

/** A platform that responds as a recorded one did. */
export interface Replay {
  url: string;
  close(): Promise<void>;
}

/**
 * Serves a folder of recorded responses on loopback, regardless of a request's parameters: those of a route in the order of the
 * run, then the last one repeatedly.
 */
export async function startReplay(folder: string): Promise<Replay> {
  const queues = new Map<string, RecordedResponse[]>();
  for (const response of readRecording(folder))
    queues.set(response.route, [...(queues.get(response.route) ?? []), response]);
  const server = createServer((request, response) => {
    request.resume();
    const [path = ''] = (request.url ?? '').split('?', 1);
    const queue = queues.get(routeNamed(`${request.method} ${path}`)?.id ?? '') ?? [];
    const next = queue.length > 1 ? queue.shift() : queue[0];
    if (!next) return response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    const body = next.text ?? JSON.stringify(next.json);
    return response.writeHead(next.status, { 'content-type': next.mediaType }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
