import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { GraphQLSchema } from 'graphql';
import { createAdmission } from '../admission/admission.ts';
import { clientsBehind } from '../admission/client-address.ts';
import { ConnectionLimit } from '../admission/connection-limit.ts';
import { EventLoopLag } from '../admission/event-loop-lag.ts';
import { type CheckSession, Sessions } from '../admission/sessions.ts';
import type { Config } from '../config/config.ts';
import { takeAtoDistributions, takeAtoRequest } from '../domains/ato/endpoints.ts';
import { atoTopic } from '../domains/ato/topic.ts';
import { authLoaders } from '../domains/auth/loaders.ts';
import { createContext } from '../domains/context.ts';
import { fieldCosts } from '../domains/costs.ts';
import { createSchema } from '../domains/schema.ts';
import { createSubgraph, subgraphCosts } from '../domains/subgraph.ts';
import type { Explorer } from '../explorer/pages.ts';
import { NEVER } from '../graph/cancellation.ts';
import { namesIn, readManifest, warnOfUnfit } from '../operations/documents/trusted-documents.ts';
import { type ContextScope, newOutcome, type OpenOperation } from '../operations/operation.ts';
import { createPipeline } from '../operations/pipeline.ts';
import { CallCounter } from '../platform/call-counter.ts';
import { parseCredential } from '../platform/credential.ts';
import { PLUGIN_PATHS } from '../plugin/paths.ts';
import { PluginEndpoints } from '../plugin/plugin-endpoints.ts';
import { missionPlannerHandlers, OWN_DOCUMENTS } from '../plugin/search-endpoints.ts';
import type { SandboxOptions } from '../sandbox/index.ts';
import type { Log } from '../telemetry/log.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { openTracing } from '../telemetry/open-tracing.ts';
import { Health } from '../transports/http/health.ts';
import { createHttpServer } from '../transports/http/http-server.ts';
import { createMetricsServer, METRICS_PATH } from '../transports/http/metrics-endpoint.ts';
import { createSocketServer } from '../transports/websocket/socket-server.ts';
import { type EmbeddedPlatform, startEmbeddedPlatform } from './embedded-platform.ts';
import { openEventStreams, type PlatformFor } from './event-streams.ts';
import { configuredRegistration } from './platform-settings.ts';
import { openUpstream } from './upstream.ts';

/** Milliseconds within which everything is answered or cut off once the process was asked to stop. */
const DRAIN_DEADLINE = 8000;

/** Milliseconds between signs of life on a stream: within what proxies and clients take for a dead connection. */
const PING_INTERVAL = 12_000;
/** Milliseconds that a check of a session may take. */
const SESSION_CHECK_TIMEOUT = 5000;
/** Milliseconds that a search of the mission planner may take. */
const SEARCH_TIMEOUT = 10_000;
/** Milliseconds that a client may leave its connection full before it is cut. */
const STALL_TIMEOUT = 30_000;

/**
 * Whether the kernel hands the connections of one port out among the processes that listen on it. Elsewhere they are
 * handed on by the process that started the workers, and one that is on its way to a worker that dies hangs.
 */
const CAN_SHARE_PORT = process.platform === 'linux';

/** A running gateway. */
export interface App {
  url: string;
  /** The embedded platform; null where a real one is configured. */
  sandbox: EmbeddedPlatform['sandbox'] | null;
  /** How often each route of the platform answered in a form that is not the documented one. */
  drift: ReadonlyMap<string, number>;
  metrics: Metrics;
  /** Where Prometheus reads them; null: they are not served. */
  metricsUrl: string | null;
  /**
   * Answers what is in flight, then ends.
   * @param notice milliseconds for which requests are still taken while readiness fails already. Default 0.
   */
  close(notice?: number): Promise<void>;
}

/**
 * Puts the gateway together and starts it: the one place that picks implementations.
 * Rejects when the port is taken; nothing is left running then.
 */
export async function startApp(config: Config, log: Log, sandboxOptions: SandboxOptions = {}): Promise<App> {
  const trustedDocuments = config.trustedDocuments && {
    mode: config.trustedDocuments.mode,
    manifest: readManifest(config.trustedDocuments.path),
    ownDocuments: OWN_DOCUMENTS,
  };
  const embedded = config.hosts ? null : await startEmbeddedPlatform(config, sandboxOptions);
  const { hosts, registrations, demoAuthorization } =
    embedded?.registration ?? configuredRegistration(config);
  const metrics = new Metrics(trustedDocuments && namesIn(trustedDocuments));
  const upstream = openUpstream(config, hosts, metrics.platform, log);
  const tracing =
    config.tracing && (await openTracing(config.tracing, (err) => log.warn({ err }, 'traces are not taken')));
  const sessions = new Sessions({
    check: checkWith(upstream.forBackground),
    interval: config.sessionCheckInterval,
  });
  const {
    streams: eventStreams,
    rates,
    close: closeEventStreams,
  } = await openEventStreams(config, upstream.forBackground, sessions, metrics.events, log);
  const openOperation: OpenOperation = ({
    authorization,
    requestId,
    signal,
    refuseStream,
    resumeAfter,
    trace,
  }) => {
    const credential = parseCredential(authorization);
    const newContext = ({ trace: of, countsCalls, isShared }: ContextScope) => {
      // What others wait for, too, ends by its own time.
      const until = isShared ? NEVER : signal;
      return createContext(
        {
          platform: upstream.forOperation({
            requestId,
            credential,
            signal: until,
            trace: of,
            callCounter: countsCalls ? new CallCounter() : null,
          }),
          signal: until,
          resumeAfter,
        },
        eventStreams,
        registrations,
      );
    };
    return { requestId, trace, newContext, refuseStream, outcome: newOutcome() };
  };
  const schema = config.federation ? createSubgraph(config) : createSchema();
  if (trustedDocuments) warnOfUnfit(trustedDocuments, schema, config.documentLimits, log);
  const reports = { observer: metrics.operations, log };
  const { apollo: pipeline, runKnown } = createPipeline({
    schema,
    introspection: config.introspection,
    limits: config.documentLimits,
    trustedDocuments,
    observer: metrics.streams,
    reportsCalls: !config.production,
    budget: {
      calls: config.upstreamCallLimit,
      listEstimate: config.listEstimate,
      costs: config.federation ? { ...fieldCosts, ...subgraphCosts(fieldCosts) } : fieldCosts,
    },
    log,
  });
  const load = new EventLoopLag(config.lagLimit);
  const admit = createAdmission({
    load,
    perMinute: config.rateLimit,
    sharedRates: rates,
    onRefusal: (reason) => metrics.refusals.refused(reason),
  });
  const clients = clientsBehind(config.trustedProxies, () =>
    log.warn('TRUST_PROXY is not set, but requests come through a proxy: its clients count as one address'),
  );
  const connections = new ConnectionLimit(config.socketLimit, () => metrics.refusals.refused('connections'));
  const sockets = createSocketServer({
    schema,
    pipeline,
    openOperation,
    sessions,
    addressOf: clients.addressOf,
    admit,
    allowedOrigins: config.corsOrigins,
    messageLimit: config.bodyLimit,
    connections,
    pingInterval: PING_INTERVAL,
    stallTimeout: STALL_TIMEOUT,
    tracing,
    ...reports,
  });
  const missionPlanner = missionPlannerHandlers({
    pipeline,
    openOperation,
    timeout: SEARCH_TIMEOUT,
    tracing,
    ...reports,
  });
  const topic = atoTopic(registrations.plugin?.clientId ?? '');
  const endpoints = new PluginEndpoints({
    credential: registrations.plugin,
    sources: config.pluginSources,
    addressOf: clients.addressOf,
    admit,
    handlers: {
      [PLUGIN_PATHS.atoRequests]: (body) => takeAtoRequest(eventStreams.log, topic, body),
      [PLUGIN_PATHS.atoDistributions]: (body) => takeAtoDistributions(eventStreams.log, topic, body),
      [PLUGIN_PATHS.capabilities]: missionPlanner.capabilities,
      [PLUGIN_PATHS.candidates]: missionPlanner.candidates,
    },
    bodyLimit: config.bodyLimit,
    log,
  });
  const health = new Health({
    platform: upstream.isReachable,
    events: () => eventStreams.log.checkWritable(HEALTH_TOPIC).then(() => true),
    eventLoop: () => Promise.resolve(!load.isTooHigh),
  });
  // In production the metrics are nobody's who reaches the graph.
  const beside = config.metrics === null && !config.production;
  const { server, drain, openStreams } = createHttpServer({
    pipeline,
    runKnown,
    openOperation,
    clients,
    admit,
    sse: { pingInterval: PING_INTERVAL, stallTimeout: STALL_TIMEOUT },
    sessions,
    connections,
    sockets,
    endpoints,
    health,
    allowedOrigins: config.corsOrigins,
    explorer: config.explorer ? await loadExplorer(schema, demoAuthorization, log) : null,
    metrics: beside ? () => metrics.expose() : null,
    bodyLimit: config.bodyLimit,
    tracing,
    bounds: { connections: config.connectionLimit, requestTimeout: config.requestTimeout },
    ...reports,
  });
  metrics.streams.watch({ sockets: sockets.open, eventStreams: openStreams });
  const metricsServer = config.metrics && createMetricsServer(() => metrics.expose());
  const close = async (notice = 0): Promise<void> => {
    if (server.listening) await drain(notice, DRAIN_DEADLINE);
    load.close();
    await pipeline.stop();
    metricsServer?.close();
    metricsServer?.closeAllConnections();
    await closeEventStreams();
    await Promise.all([upstream.close(), tracing?.close(), embedded?.sandbox.close()]);
  };
  try {
    await pipeline.start();
    server.listen({ port: config.port, host: config.host, reusePort: config.workers > 1 && CAN_SHARE_PORT });
    await once(server, 'listening');
    if (metricsServer && config.metrics) {
      metricsServer.listen(config.metrics.port, config.metrics.host);
      await once(metricsServer, 'listening');
    }
  } catch (error) {
    await close();
    throw error;
  }
  const url = addressOf(server.address());
  embedded?.announce(url);
  const metricsOrigin = metricsServer ? addressOf(metricsServer.address()) : beside ? url : null;
  const metricsUrl = metricsOrigin && metricsOrigin + METRICS_PATH;
  return { url, sandbox: embedded?.sandbox ?? null, drift: upstream.drift, metrics, metricsUrl, close };
}

/** Loaded only where it is on: production does not pay for it. */
async function loadExplorer(
  schema: GraphQLSchema,
  authorization: string | null,
  log: Log,
): Promise<Explorer> {
  const { openExplorer } = await import('../explorer/pages.ts');
  return openExplorer({
    schema,
    costs: fieldCosts,
    authorization,
    onProblem: (problem) => log.error({ err: problem }, 'explorer'),
  });
}

/** Asks the platform whether a token stands; rejects where it cannot tell. */
const checkWith =
  (platformFor: PlatformFor): CheckSession =>
  async (authorization) => {
    const credential = parseCredential(authorization);
    // What cannot be a credential is not asked about: the platform would not be able to tell.
    if (credential.kind === 'none') return false;
    const platform = platformFor(credential, AbortSignal.timeout(SESSION_CHECK_TIMEOUT));
    return (await authLoaders(platform).token.load())?.valid === true;
  };

/** Asked whether it takes writes; nothing is ever written to it. */
const HEALTH_TOPIC = 'health';

function addressOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
