import { createServer, type Server, type ServerResponse } from 'node:http';
import {
  DEPENDENCIES_PATH,
  type DependencyReport,
  dependenciesResponse,
  type HealthResponse,
  LIVE,
  LIVE_PATH,
  READY_PATH,
  type Readiness,
  readinessResponse,
} from './health.ts';
import type { MountedHandler } from './mounted-handler.ts';

/** What a gateway reports to its operator: about itself, or about all workers. */
export interface StatusSource {
  readonly readiness: Readiness;
  dependencies(): Promise<DependencyReport>;
  /** The metrics in Prometheus' text format, and its content type. */
  metrics(): Promise<{ contentType: string; text: string }>;
}

export const METRICS_PATH = '/metrics';

/** Maximum open connections: probes and scrapes need few, and each takes a file descriptor of the reserve. */
const CONNECTIONS = 50;
/** Milliseconds within which a request must arrive, and after which an idle connection is closed. */
const TIMEOUT = 5000;

/** The paths for operators on the gateway's own port, where clients of the graph can read them. */
export const statusHandler = (source: StatusSource): MountedHandler => ({
  handles: (path) => path === METRICS_PATH || path === DEPENDENCIES_PATH,
  respond: (path, _request, response) => respond(source, path, response),
});

/**
 * A server for probes and metrics alone, on a port that clients of the graph cannot reach. It has its own connections:
 * a gateway at its connection limit is full, not dead, and must not be killed.
 */
export function createStatusServer(source: StatusSource): Server {
  const server = createServer(
    {
      headersTimeout: TIMEOUT,
      requestTimeout: TIMEOUT,
      keepAliveTimeout: TIMEOUT,
      connectionsCheckingInterval: 1000,
    },
    ({ url = '' }, response) => void respond(source, url.split('?', 1)[0] ?? '', response),
  );
  server.maxConnections = CONNECTIONS;
  return server;
}

async function respond(source: StatusSource, path: string, response: ServerResponse): Promise<void> {
  try {
    if (path === LIVE_PATH) sendHealth(LIVE, response);
    else if (path === READY_PATH) sendHealth(readinessResponse(source.readiness), response);
    else if (path === DEPENDENCIES_PATH)
      sendHealth(dependenciesResponse(await source.dependencies()), response);
    else if (path === METRICS_PATH) {
      const { contentType, text } = await source.metrics();
      send(200, contentType, text, response);
    } else response.writeHead(404).end();
  } catch {
    response.destroy();
  }
}

const sendHealth = ({ status, body }: HealthResponse, response: ServerResponse): void =>
  send(status, 'application/json; charset=utf-8', body, response);

function send(status: number, contentType: string, text: string, response: ServerResponse): void {
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(text);
}
