import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Gives the text that Prometheus reads, and its content type. */
export type Expose = () => Promise<{ contentType: string; text: string }>;

export const METRICS_PATH = '/metrics';

/** Answers Prometheus. */
export async function answerMetrics(expose: Expose, response: ServerResponse): Promise<void> {
  const { contentType, text } = await expose();
  response.writeHead(200, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(text);
}

/** A server for the metrics alone, on a port that clients of the graph do not reach. */
export const createMetricsServer = (expose: Expose): Server =>
  createServer((request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.split('?', 1)[0] === METRICS_PATH) void answerMetrics(expose, response);
    else response.writeHead(404).end();
  });
