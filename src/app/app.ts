import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { GraphQLSchema } from 'graphql';
import { AddressLimits } from '../admission/address-limits.ts';
import { createAdmission, GROUP } from '../admission/admission.ts';
import { clientsBehind, networkOf } from '../admission/client-address.ts';
import { ConnectionLimit } from '../admission/connection-limit.ts';
import { EventLoopLag } from '../admission/event-loop-lag.ts';
import { RateLimit } from '../admission/rate-limit.ts';
import { RejectedSignIns } from '../admission/rejected-sign-ins.ts';
import { type CheckSession, Sessions } from '../admission/sessions.ts';
import type { Config } from '../config/config.ts';
import { handleAtoDistributions, handleAtoRequest } from '../domains/ato/endpoints.ts';
import { atoTopic } from '../domains/ato/topic.ts';
import { validateTokenOf } from '../domains/auth/loaders.ts';
import { SIGN_IN_MUTATIONS } from '../domains/auth/sign-in-mutations.ts';
import { fieldCosts } from '../domains/costs.ts';
import { createSchema } from '../domains/schema.ts';
import { createSubgraph, subgraphCosts } from '../domains/subgraph.ts';
import { createRunner } from '../operations/create-runner.ts';
import { namesIn, readManifest, warnOfUnusable } from '../operations/documents/trusted-documents.ts';
import { parseCredential } from '../platform/credential.ts';
import { PLUGIN_PATHS } from '../plugin/paths.ts';
import { PluginEndpoints } from '../plugin/plugin-endpoints.ts';
import { missionPlannerHandlers, OWN_DOCUMENTS } from '../plugin/search-endpoints.ts';
import type { SandboxOptions } from '../sandbox/index.ts';
import type { Log } from '../telemetry/log.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { openTracing } from '../telemetry/open-tracing.ts';
import { GraphqlEndpoint } from '../transports/http/graphql-endpoint.ts';
import { Health } from '../transports/http/health.ts';
import { createHttpServer } from '../transports/http/http-server.ts';
import { createMetricsServer, METRICS_PATH, metricsHandler } from '../transports/http/metrics-endpoint.ts';
import type { MountedHandler } from '../transports/http/mounted-handler.ts';
import { createSocketServer } from '../transports/websocket/socket-server.ts';
import { type EmbeddedPlatform, startEmbeddedPlatform } from './embedded-platform.ts';
import { openEventStreams, type PlatformFor } from './event-streams.ts';
import { configuredRegistration } from './platform-settings.ts';
import { openUpstream } from './upstream.ts';

/** Time for requests in flight to complete at shutdown, in milliseconds. */
const DRAIN_DEADLINE = 8000;

/** Milliseconds between pings on a stream: below the idle timeouts of proxies and clients. */
const PING_INTERVAL = 12_000;
/** Timeout of a session check, in milliseconds. */
const SESSION_CHECK_TIMEOUT = 5000;
/** Timeout of a mission planner search, in milliseconds. */
const SEARCH_TIMEOUT = 10_000;
/** HTTP requests per operation that an address may run: health checks, preflights and refused operations count as well. */
const REQUESTS = 2;
/** Milliseconds after which a client that reads nothing is disconnected. */
const STALL_TIMEOUT = 30_000;

/**
 * Whether the kernel distributes the connections of one port among the processes that listen on it. Elsewhere the primary
 * process passes them on, and a connection on its way to a worker that dies hangs.
 */
const CAN_SHARE_PORT = process.platform === 'linux';

/** A running gateway. */
export interface App {
  url: string;
  /** The embedded platform. Null: a real one is configured. */
  sandbox: EmbeddedPlatform['sandbox'] | null;
  /** How often the responses of each platform route deviated from the contract. */
  drift: ReadonlyMap<string, number>;
  metrics: Metrics;
  /** URL that Prometheus scrapes. Null: metrics are not served. */
  metricsUrl: string | null;
  /**
   * Completes requests in flight, then stops.
   * @param notice milliseconds for which new requests are still accepted after readiness fails. Default 0.
   */
  close(notice?: number): Promise<void>;
}

/**
 * Assembles and starts the gateway: the only place that picks implementations.
 * Rejects if the port is taken, and leaves nothing running.
 */
export async function startApp(config: Config, log: Log, sandboxOptions: SandboxOptions = {}): Promise<App> {
  const trustedDocuments = config.trustedDocuments && {
    mode: config.trustedDocuments.mode,
    manifest: readManifest(config.trustedDocuments.path),
    ownDocuments: OWN_DOCUMENTS,
  };
  const metrics = new Metrics(trustedDocuments && namesIn(trustedDocuments));
  const tracing =
    config.tracing && (await openTracing(config.tracing, (err) => log.warn({ err }, 'trace export failed')));

  // The platform and the event streams.
  const embedded = config.hosts ? null : await startEmbeddedPlatform(config, sandboxOptions);
  const { hosts, registrations, demoAuthorization } =
    embedded?.registration ?? configuredRegistration(config);
  const upstream = openUpstream(config, hosts, metrics.platform, log);
  const sessions = new Sessions({
    check: checkWith(upstream.forBackground),
    interval: config.sessionCheckInterval,
  });
  const events = await openEventStreams(config, upstream.forBackground, sessions, metrics.events, log);
  const { streams: eventStreams, rates } = events;

  // Admission.
  const load = new EventLoopLag(config.lagLimit);
  const admit = createAdmission({
    load,
    perMinute: config.rateLimit,
    sharedRates: rates,
    observer: metrics.refusals,
  });
  const clients = clientsBehind(config.trustedProxies, () =>
    log.warn('TRUST_PROXY is not set, but requests come through a proxy: its clients count as one address'),
  );
  // Each process has its own CPU time, so these do not count over all instances.
  const perAddress = new AddressLimits({
    open: new ConnectionLimit(config.addressConnectionLimit, 'address', metrics.refusals),
    connections: config.connectionRate
      ? new RateLimit({ of: 'connection', perMinute: config.connectionRate, shared: null })
      : null,
    requests: config.rateLimit
      ? new RateLimit({ of: 'request', perMinute: REQUESTS * GROUP * config.rateLimit, shared: null })
      : null,
    observer: metrics.refusals,
  });
  const rejectedSignIns = new RejectedSignIns({
    ...config.rejectedSignIns,
    shared: rates,
    observer: {
      signedIn: (accepted, rejected) => metrics.signIns.signedIn(accepted, rejected),
      limited: (isLimited) => {
        metrics.signIns.limited(isLimited);
        if (isLimited) log.warn('too many rejected sign-ins: addresses are limited');
        else log.info('rejected sign-ins: addresses are no longer limited');
      },
    },
  });
  const connections = new ConnectionLimit(config.socketLimit, 'connections', metrics.refusals);

  // The graph and its runner.
  const schema = config.federation ? createSubgraph(config) : createSchema();
  if (trustedDocuments) warnOfUnusable(trustedDocuments, schema, config.documentLimits, log);
  const runner = createRunner({
    schema,
    introspection: config.introspection,
    limits: config.documentLimits,
    budget: {
      calls: config.upstreamCallLimit,
      objects: config.responseLimits.objects,
      listEstimate: config.listEstimate,
      costs: config.federation ? { ...fieldCosts, ...subgraphCosts(fieldCosts) } : fieldCosts,
    },
    signIns: {
      mutations: SIGN_IN_MUTATIONS,
      rate: config.signInLimit
        ? new RateLimit({ of: 'sign-in', perMinute: config.signInLimit, shared: rates })
        : null,
      rejected: rejectedSignIns,
      observer: metrics.refusals,
    },
    responseLimits: config.responseLimits,
    documentMemory: config.documentMemory,
    trustedDocuments,
    admit,
    sessions,
    subscriptions: new ConnectionLimit(config.subscriptionLimit, 'subscriptions', metrics.refusals),
    contexts: { platformFor: upstream.forOperation, registrations, eventStreams },
    reportsCalls: !config.production,
    operationObserver: metrics.operations,
    memoryObserver: metrics.documents,
    streamObserver: metrics.streams,
    log,
  });

  // The transports.
  const health = new Health({
    platform: upstream.isReachable,
    events: () => eventStreams.log.checkWritable(HEALTH_TOPIC).then(() => true),
    eventLoop: () => Promise.resolve(!load.isTooHigh),
  });
  const sockets = createSocketServer({
    schema,
    runner,
    sessions,
    addressOf: clients.addressOf,
    admit,
    allowedOrigins: config.corsOrigins,
    messageLimit: config.bodyLimit,
    connections,
    pingInterval: PING_INTERVAL,
    stallTimeout: STALL_TIMEOUT,
    unreadLimit: config.unreadLimit,
    refusals: metrics.refusals,
    onFlood: (address) => perAddress.flooded(networkOf(address)),
    tracing,
    log,
  });
  const graphql = new GraphqlEndpoint({
    runner,
    clients,
    connections,
    bodyLimit: config.bodyLimit,
    pendingBodies: new ConnectionLimit(config.pendingBodyLimit, 'bodies', metrics.refusals),
    sse: { pingInterval: PING_INTERVAL, stallTimeout: STALL_TIMEOUT },
    tracing,
    log,
  });
  metrics.streams.watch({ sockets: sockets.open, eventStreams: () => graphql.openStreams });
  const missionPlanner = missionPlannerHandlers({ runner, timeout: SEARCH_TIMEOUT });
  const topic = atoTopic(registrations.plugin?.clientId ?? '');
  const endpoints = new PluginEndpoints({
    credential: registrations.plugin,
    sources: config.pluginSources,
    addressOf: clients.addressOf,
    admit,
    handlers: {
      [PLUGIN_PATHS.atoRequests]: (body) => handleAtoRequest(eventStreams.log, topic, body),
      [PLUGIN_PATHS.atoDistributions]: (body) => handleAtoDistributions(eventStreams.log, topic, body),
      [PLUGIN_PATHS.capabilities]: missionPlanner.capabilities,
      [PLUGIN_PATHS.candidates]: missionPlanner.candidates,
    },
    bodyLimit: config.bodyLimit,
    observer: metrics.plugin,
    tracing,
    log,
  });
  // In production, clients of the graph must not see the metrics.
  const exposesMetrics = config.metrics === null && !config.production;
  const { server, drain } = createHttpServer({
    graphql,
    sockets,
    health,
    mounted: [
      endpoints,
      ...(exposesMetrics ? [metricsHandler(() => metrics.expose())] : []),
      ...(config.explorer ? [await loadExplorer(schema, demoAuthorization, config.explorerHosts, log)] : []),
    ],
    clients,
    allowedOrigins: config.corsOrigins,
    bounds: {
      connections: config.connectionLimit,
      perAddress,
      pipelined: config.pipelinedLimit,
      requestTimeout: config.requestTimeout,
    },
    log,
  });
  const metricsServer = config.metrics && createMetricsServer(() => metrics.expose());

  const close = async (notice = 0): Promise<void> => {
    if (server.listening) await drain(notice, DRAIN_DEADLINE);
    load.close();
    rejectedSignIns.close();
    await runner.close();
    metricsServer?.close();
    metricsServer?.closeAllConnections();
    await events.close();
    await Promise.all([upstream.close(), tracing?.close(), embedded?.sandbox.close()]);
  };
  try {
    await runner.start();
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
  const url = urlOf(server.address());
  embedded?.announce(url);
  const metricsOrigin = metricsServer ? urlOf(metricsServer.address()) : exposesMetrics ? url : null;
  const metricsUrl = metricsOrigin && metricsOrigin + METRICS_PATH;
  return { url, sandbox: embedded?.sandbox ?? null, drift: upstream.drift, metrics, metricsUrl, close };
}

/** Loaded only if enabled, so that production does not pay for it. */
async function loadExplorer(
  schema: GraphQLSchema,
  authorization: string | null,
  hosts: readonly string[],
  log: Log,
): Promise<MountedHandler> {
  const { openExplorer } = await import('../explorer/pages.ts');
  return openExplorer({
    schema,
    costs: fieldCosts,
    authorization,
    hosts,
    onProblem: (problem) => log.error({ err: problem }, 'explorer'),
  });
}

/** Checks with the platform whether a token is valid. Rejects if the check fails. */
const checkWith =
  (platformFor: PlatformFor): CheckSession =>
  async (authorization) => {
    const credential = parseCredential(authorization);
    // Without a credential there is nothing to check.
    if (credential.kind === 'none') return false;
    const platform = platformFor(credential, AbortSignal.timeout(SESSION_CHECK_TIMEOUT));
    return (await validateTokenOf(platform))?.valid === true;
  };

/** The topic whose writability is checked; nothing is ever written to it. */
const HEALTH_TOPIC = 'health';

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
