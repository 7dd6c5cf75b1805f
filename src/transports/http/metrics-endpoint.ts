import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { MountedHandler } from './mounted-handler.ts';

/** Returns the metrics in Prometheus' text format, and its content type. */
export type Expose = () => Promise<{ contentType: string; text: string }>;

export const METRICS_PATH = '/metrics';

/** The metrics on the gateway's own port. */
export const metricsHandler = (expose: Expose): MountedHandler => ({
  handles: (path) => path === METRICS_PATH,
  respond: (_path, _request, response) => void sendMetrics(expose, response),
});

/** A server for the metrics alone, on a port that clients of the graph cannot reach. */
export const createMetricsServer = (expose: Expose): Server =>
  createServer((request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.split('?', 1)[0] === METRICS_PATH) void sendMetrics(expose, response);
    else response.writeHead(404).end();
  });

async function sendMetrics(expose: Expose, response: ServerResponse): Promise<void> {
  const { contentType, text } = await expose();
  response.writeHead(200, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(text);
}
