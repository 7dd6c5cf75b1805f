import type { Server, ServerResponse } from 'node:http';
import { KEEP_ALIVE_TIMEOUT } from './bounded-server.ts';
import type { DependencyReport, Readiness } from './health.ts';
import type { MountedHandler } from './mounted-handler.ts';
import { createServer } from './node-http.ts';

/** The status that a gateway reports to its operator. */
export interface StatusSource {
  readonly readiness: Readiness;
  dependencies(): DependencyReport;
  /** The metrics in Prometheus' text format, and its content type. */
  metrics(): Promise<{ contentType: string; text: string }>;
}

const LIVE_PATH = '/health/live';
const READY_PATH = '/health/ready';
const DEPENDENCIES_PATH = '/health/dependencies';
export const METRICS_PATH = '/metrics';

/** Maximum open connections: probes and scrapes need few, and each takes a file descriptor of the reserve. */
const CONNECTIONS = 50;
/** Milliseconds within which a request must arrive. */
const TIMEOUT = 5000;

/**
 * The paths for probes on the gateway's own port, where clients of the graph can read them.
 * @param exposesAll whether those for operators are there as well.
 */
export const statusHandler = (source: StatusSource, exposesAll: boolean): MountedHandler => ({
  handles: (path) =>
    path === LIVE_PATH ||
    path === READY_PATH ||
    (exposesAll && (path === METRICS_PATH || path === DEPENDENCIES_PATH)),
  respond: (path, _request, response) => respond(source, path, response),
});

/**
 * A server for probes and metrics alone, on a port that clients of the graph cannot reach. It has its own connections:
 * a gateway at its connection limit is full, not dead, and must not be killed.
 */
export function createStatusServer(source: StatusSource): Server {
  const server = createServer(
    {
      requestTimeout: TIMEOUT,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
      connectionsCheckingInterval: 1000,
    },
    ({ url = '' }, response) => void respond(source, url.split('?', 1)[0] ?? '', response),
  );
  server.maxConnections = CONNECTIONS;
  return server;
}

async function respond(source: StatusSource, path: string, response: ServerResponse): Promise<void> {
  try {
    if (path === LIVE_PATH) sendHealth(true, { status: 'live' }, response);
    else if (path === READY_PATH)
      sendHealth(source.readiness === 'ready', { status: source.readiness }, response);
    else if (path === DEPENDENCIES_PATH) {
      const dependencies = source.dependencies();
      const areUp = Object.values(dependencies).every(({ state }) => state === 'up');
      sendHealth(areUp, { status: areUp ? 'up' : 'not up', dependencies }, response);
    } else if (path === METRICS_PATH) {
      const { contentType, text } = await source.metrics();
      send(200, contentType, text, response);
    } else response.writeHead(404).end();
  } catch {
    response.destroy();
  }
}

const sendHealth = (isGood: boolean, health: object, response: ServerResponse): void =>
  send(isGood ? 200 : 503, 'application/json; charset=utf-8', JSON.stringify(health), response);

function send(status: number, contentType: string, text: string, response: ServerResponse): void {
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(text);
}
