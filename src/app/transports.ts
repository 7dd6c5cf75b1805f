import type { Demo } from 'learning-platform-explorer';
import { CallerScheduler } from '../admission/caller-scheduler.ts';
import type { Callers } from '../admission/callers.ts';
import { clientsBehind } from '../admission/client-address.ts';
import type { Sessions } from '../admission/sessions.ts';
import { handleAtoDistributions, handleAtoRequest } from '../domains/ato/endpoints.ts';
import { inboxOf } from '../domains/ato/inbox.ts';
import { atoTopic } from '../domains/ato/topic.ts';
import type { EventStreams } from '../domains/context.ts';
import { PLUGIN_PATHS } from '../plugin/paths.ts';
import { PluginEndpoints } from '../plugin/plugin-endpoints.ts';
import { missionPlannerHandlers } from '../plugin/search-endpoints.ts';
import { LimitedLines } from '../telemetry/limited-lines.ts';
import { createCompression } from '../transports/http/compression.ts';
import type { OriginRules } from '../transports/http/cors.ts';
import { GraphqlEndpoint } from '../transports/http/graphql-endpoint.ts';
import type { DependencyReport, Readiness } from '../transports/http/health.ts';
import { createHttpServer } from '../transports/http/http-server.ts';
import { METRICS_PATH, type StatusSource, statusHandler } from '../transports/http/status-server.ts';
import { createSocketServer } from '../transports/websocket/socket-server.ts';
import type { Base } from './base.ts';
import { DependencyChecks } from './dependency-checks.ts';
import { loadExplorer, loadReference } from './explorer.ts';
import type { connectionsWithin } from './file-descriptors.ts';
import type { Graph } from './graph.ts';
import { listen, urlOf } from './listen.ts';
import type { Secrets } from './secrets.ts';
import { openStatusListener, type StatusListener } from './status-listener.ts';
import type { Upstream } from './upstream.ts';

/** Time for requests in flight to complete at shutdown, in milliseconds. */
const DRAIN_DEADLINE = 8000;

/**
 * Listen backlog: as many pending connections as the system permits (`net.core.somaxconn`). Node's 511 are few when a thousand
 * clients reconnect at once: the kernel drops the others, which retry after 1, 3, 7, 15 and 31 seconds.
 */
const BACKLOG = 65_535;

/** Milliseconds after which a client that reads nothing is disconnected. */
const STALL_TIMEOUT = 30_000;

/** Minimum milliseconds between log lines about gaps of one reason. */
const GAP_INTERVAL = 10_000;

/** The topic whose writability is checked; no event is written to it. */
const HEALTH_TOPIC = 'health';

export interface TransportsOptions {
  graph: Graph;
  callers: Callers;
  connections: ReturnType<typeof connectionsWithin>;
  eventStreams: EventStreams;
  sessions: Sessions;
  secrets: Secrets;
  platformChecks: Upstream['checks'];
  /** For the gateway's pages. Null: real platform. */
  demo: Demo | null;
}

/** All servers: the graph over HTTP and sockets, plugin endpoints, pages, metrics and probes. */
export interface Transports {
  /** @returns the address of the graph. Rejects if a port is taken. */
  listen(): Promise<string>;
  /** Metrics URL for Prometheus. Null: metrics are not served. */
  readonly metricsUrl: string | null;
  /** States of Redis and the platform's hosts. */
  dependencies(): DependencyReport;
  /**
   * Completes requests in flight, and accepts no others.
   * @param notice milliseconds for which new requests are still accepted after readiness fails.
   */
  drain(notice: number): Promise<void>;
  /** Stops serving metrics and probes, which outlive the graph. */
  close(): void;
}

/** Builds the transports. They listen once `listen` is called. */
export async function openTransports(
  base: Base,
  {
    graph: { schema, runner, admit },
    callers,
    connections,
    eventStreams,
    sessions,
    secrets,
    platformChecks,
    demo,
  }: TransportsOptions,
): Promise<Transports> {
  const { clock, config, metrics, tracing, boundary, log } = base;
  const origins: OriginRules = {
    listed: config.corsOrigins,
    isDevelopment: !config.production,
    hosts: config.explorerHosts,
    networkHost: config.networkHost,
  };
  const clients = clientsBehind(config.trustedProxies, {
    untrusted: () =>
      log.warn(
        'requests have X-Forwarded-For but TRUST_PROXY names no proxy: all clients behind one count as one address',
      ),
    unreadable: () =>
      log.warn(
        'X-Forwarded-For has an entry of a trusted proxy that is not an address: its clients count as one address',
      ),
  });
  const dependencies = new DependencyChecks({
    clock,
    checks: {
      ...(config.redis && { redis: () => eventStreams.log.checkWritable(HEALTH_TOPIC) }),
      ...platformChecks,
    },
    interval: config.dependencyCheckInterval,
    observer: metrics.dependencies,
    boundary,
    log,
  });
  const status: StatusSource & { readiness: Readiness } = {
    readiness: 'starting',
    dependencies: () => dependencies.report,
    metrics: () => metrics.expose(),
  };
  const scheduler = new CallerScheduler(clock);
  const shared = {
    clock,
    runner,
    clients,
    callers,
    admit,
    scheduler,
    origins,
    bodyLimit: config.bodyLimit,
    requestTimeout: config.requestTimeout,
    pingInterval: config.keepAliveInterval,
    stallTimeout: STALL_TIMEOUT,
    tracing,
    refusals: metrics.refusals,
    health: status,
    boundary,
    log,
  };
  const sockets = createSocketServer({ ...shared, sessions });
  const compress = config.compression && createCompression(config.compression);
  const graphql = new GraphqlEndpoint({ ...shared, compress });
  const gapLines = new LimitedLines(clock, GAP_INTERVAL);
  metrics.streams.onGap = (reason) =>
    gapLines.count(reason, (count) => log.warn({ reason, count }, 'stream gaps'));
  metrics.read('gateway_sockets_open', sockets.open);
  metrics.read('gateway_sse_streams_open', () => graphql.openStreams);
  const missionPlanner = missionPlannerHandlers({ clock, runner, timeout: config.operationTimeout });
  const inbox = inboxOf(eventStreams, () => secrets.plugin?.clientSecret ?? '');
  const topic = atoTopic(secrets.plugin?.clientId ?? '');
  const endpoints = new PluginEndpoints({
    ...shared,
    credentials: () => secrets.pluginCredentials,
    handlers: {
      [PLUGIN_PATHS.atoRequests]: (body) => handleAtoRequest(inbox, topic, body),
      [PLUGIN_PATHS.atoDistributions]: (body) => handleAtoDistributions(inbox, topic, body),
      [PLUGIN_PATHS.capabilities]: missionPlanner.capabilities,
      [PLUGIN_PATHS.candidates]: missionPlanner.candidates,
    },
    onCall: metrics.pluginCall,
  });
  // In production, clients of the graph must not see the status.
  const exposesStatus = config.metrics === null && !config.production;
  let statusListener: StatusListener | null = null;
  const explorer = config.explorer
    ? await loadExplorer(base, schema, {
        demo,
        metricsUrl: () => statusListener?.metricsUrl ?? (exposesStatus ? METRICS_PATH : null),
      })
    : null;
  const { server, drain } = createHttpServer({
    ...shared,
    graphql,
    sockets,
    mounted: [
      endpoints,
      statusHandler(status, exposesStatus),
      ...(config.reference ? [await loadReference(base, schema, explorer?.links ?? null, demo)] : []),
      ...(explorer ? [explorer] : []),
    ],
    ...connections,
  });

  return {
    async listen() {
      // Before the graph, so that probes get responses as soon as the graph does.
      if (config.metrics) statusListener = await openStatusListener(config.metrics, status);
      dependencies.start();
      const url = await listen(server, {
        port: config.port,
        host: config.host,
        backlog: BACKLOG,
      });
      if (status.readiness === 'starting') status.readiness = 'ready';
      return url;
    },
    get metricsUrl() {
      return statusListener?.metricsUrl ?? (exposesStatus ? urlOf(server.address()) + METRICS_PATH : null);
    },
    dependencies: () => dependencies.report,
    async drain(notice) {
      if (server.listening) {
        log.info('draining');
        await drain(notice, DRAIN_DEADLINE);
      }
      dependencies.close();
    },
    close: () => statusListener?.close(),
  };
}
