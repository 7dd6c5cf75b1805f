import { once } from 'node:events';
import type { SandboxOptions } from 'learning-platform-kit/sandbox';
import { clientsBehind } from '../admission/client-address.ts';
import { EventLoopLag } from '../admission/event-loop-lag.ts';
import { Held } from '../admission/held.ts';
import { Ledger } from '../admission/ledger.ts';
import { RateLimit } from '../admission/rate-limit.ts';
import { RejectedSignIns } from '../admission/rejected-sign-ins.ts';
import { Sessions } from '../admission/sessions.ts';
import { WorkTurns } from '../admission/work-turns.ts';
import type { Config } from '../config/config.ts';
import { VERSION } from '../config/version.ts';
import { handleAtoDistributions, handleAtoRequest } from '../domains/ato/endpoints.ts';
import { atoTopic } from '../domains/ato/topic.ts';
import { SIGN_IN_MUTATIONS } from '../domains/auth/sign-in-mutations.ts';
import type { Registrations } from '../domains/context.ts';
import { createSchema, fieldCosts } from '../domains/schema.ts';
import { boundedClock } from '../lib/boundary.ts';
import { type Clock, SYSTEM_CLOCK } from '../lib/clock.ts';
import { ProvenCallers } from '../lib/pacing/proven-callers.ts';
import { Turns } from '../lib/turns.ts';
import { CallerHash } from '../operations/caller-hash.ts';
import { createRunner } from '../operations/create-runner.ts';
import {
  namesIn,
  Trust,
  type TrustedDocuments,
  warnOfUnusable,
} from '../operations/documents/trusted-documents.ts';
import { PLUGIN_PATHS } from '../plugin/paths.ts';
import { PluginEndpoints } from '../plugin/plugin-endpoints.ts';
import { missionPlannerHandlers, OWN_DOCUMENTS } from '../plugin/search-endpoints.ts';
import { LimitedLines } from '../telemetry/limited-lines.ts';
import { type Log, loggedBoundary } from '../telemetry/log.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { StateLog } from '../telemetry/state-log.ts';
import { Arrivals } from '../transports/http/arrivals.ts';
import { Compression } from '../transports/http/compression.ts';
import type { OriginRules } from '../transports/http/cors.ts';
import { GraphqlEndpoint } from '../transports/http/graphql-endpoint.ts';
import { type DependencyReport, Health } from '../transports/http/health.ts';
import { createHttpServer } from '../transports/http/http-server.ts';
import { METRICS_PATH, type StatusSource, statusHandler } from '../transports/http/status-server.ts';
import { createSocketServer } from '../transports/websocket/socket-server.ts';
import { DependencyChecks } from './dependency-checks.ts';
import type { EmbeddedPlatform } from './embedded-platform.ts';
import { openEventStreams } from './event-streams.ts';
import { loadExplorer, loadReference } from './explorer.ts';
import { connectionsWithin, descriptorLimit } from './file-descriptors.ts';
import { FleetShare } from './fleet-share.ts';
import { configuredRegistration } from './platform-settings.ts';
import { type Reloadable, Reloads, readReloadable } from './reload.ts';
import { Secrets } from './secrets.ts';
import { sessionCheck } from './session-check.ts';
import { openStatusListener, type StatusListener, urlOf } from './status-listener.ts';
import { openUpstream } from './upstream.ts';

/** Time for requests in flight to complete at shutdown, in milliseconds. */
const DRAIN_DEADLINE = 8000;

/**
 * Connections that wait for this process to accept them: as many as the system permits (`net.core.somaxconn`). Node's 511 are
 * few when a thousand clients return at once: the kernel drops the others, which try again after 1, 3, 7, 15 and 31 seconds.
 */
const BACKLOG = 65_535;
/**
 * Sockets and event streams that begin to open in one turn of the event loop: a few milliseconds of work. When an instance
 * stops, thousands of clients return at once; queries of others pass them.
 */
const OPENINGS = 8;
/** Milliseconds after which a client that reads nothing is disconnected. */
const STALL_TIMEOUT = 30_000;
/** Milliseconds between two log lines about gaps of one reason. */
const GAP_INTERVAL = 10_000;

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
  /** States of Redis and the platform's hosts. */
  dependencies(): DependencyReport;
  /** URL that Prometheus scrapes. Null: metrics are not served. */
  metricsUrl: string | null;
  /**
   * Reads secrets and trusted documents again. Logs what has changed, or why nothing has.
   * @returns whether everything could be read.
   */
  reload(readConfig: () => Config): boolean;
  /**
   * Completes requests in flight, then stops.
   * @param notice milliseconds for which new requests are still accepted after readiness fails. Default 0.
   */
  close(notice?: number): Promise<void>;
}

export interface AppOptions {
  /** Times everything that waits or measures. Default: the clock of the machine. */
  clock?: Clock;
  /** Options of the embedded platform. */
  sandbox?: SandboxOptions;
  /** Whether the primary process listens on `METRICS_PORT` for this one. */
  isWorker?: boolean;
}

/**
 * Assembles and starts the gateway: the only place that picks implementations. It starts while Redis or the platform is
 * unreachable, and keeps trying.
 * Rejects if a port is taken or Redis is unsuitable, and leaves nothing running.
 */
export async function startApp(
  config: Config,
  log: Log,
  { clock: timing = SYSTEM_CLOCK, sandbox: sandboxOptions = {}, isWorker = false }: AppOptions = {},
): Promise<App> {
  const boundary = loggedBoundary(log);
  const clock = boundedClock(timing, boundary);
  // What many gateways do without is imported only where it is needed: most of a start is loading modules.
  if (config.redis) await (await import('./redis-at-start.ts')).requireSuitableRedis(clock, config.redis);
  const reloadable = readReloadable(config);
  const trustedDocuments = trustedIn(reloadable);
  const build = { version: VERSION, commit: config.buildCommit };
  const metrics = new Metrics(trustedDocuments && namesIn(trustedDocuments), build);
  metrics.log.watch(() => log.droppedLines());
  const states = new StateLog(log, clock);
  const tracing =
    config.tracing &&
    (await import('../telemetry/otlp.ts')).otlpTracing(config.tracing, config.resource, (err) =>
      log.warn({ err }, 'trace export failed'),
    );

  // The platform and the event streams.
  const embedding = config.hosts ? null : await import('./embedded-platform.ts');
  const embedded = await embedding?.startEmbeddedPlatform(config, sandboxOptions);
  const registration = embedded?.registration ?? configuredRegistration(config);
  const { hosts, xapi, demo } = registration;
  const origins: OriginRules = {
    listed: config.corsOrigins,
    isDevelopment: !config.production,
    hosts: config.explorerHosts,
  };
  const secrets = new Secrets(config, registration.embedded);
  const registrations: Registrations = {
    get app() {
      return secrets.app;
    },
    get plugin() {
      return secrets.plugin;
    },
    xapi,
  };
  const callers = new ProvenCallers(clock);
  const upstream = openUpstream(clock, config, hosts, metrics, states, callers, boundary, log);
  metrics.platform.watchClock(() => upstream.platformClock.offset);
  const fleet = new FleetShare();
  const sessions = new Sessions({
    clock,
    check: sessionCheck(clock, upstream.forBackground),
    callers,
    ...config.sessionChecks,
    share: fleet.read,
    onWatched: (count) => fleet.report('sessions', count),
    observer: metrics.sessions,
    boundary,
  });
  metrics.sessions.watch({ rate: () => sessions.rate, overdue: () => sessions.overdue });
  const events = await openEventStreams(
    clock,
    config,
    upstream,
    sessions,
    fleet,
    metrics.events,
    secrets,
    states,
    boundary,
    log,
  );
  const { streams: eventStreams, rates } = events;

  // Admission.
  const load = new EventLoopLag(clock, config.lagLimit);
  const { admit } = new Ledger({
    clock,
    load,
    perMinute: config.rateLimit,
    retention: config.eventRetention,
    sharedRates: rates,
    observer: metrics.refusals,
  });
  const held = new Held(config.heldLimit, metrics.refusals);
  const clients = clientsBehind(config.trustedProxies, () =>
    log.warn(
      'requests have X-Forwarded-For but TRUST_PROXY names no proxy: all clients behind one count as one address',
    ),
  );
  const rejectedSignIns = new RejectedSignIns({
    clock,
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

  // The graph and its runner.
  const { schema, costs } = config.federation
    ? await federatedGraph(config)
    : { schema: createSchema(), costs: fieldCosts };
  const trust = new Trust(trustedDocuments, log);
  if (trustedDocuments) warnOfUnusable(trustedDocuments, schema, config.documentLimits, log);
  const runner = createRunner({
    clock,
    schema,
    introspection: config.introspection,
    limits: config.documentLimits,
    budget: {
      limits: config.priceLimits,
      listEstimate: config.listEstimate,
      costs,
    },
    signIns: {
      mutations: SIGN_IN_MUTATIONS,
      rate: config.signInLimit
        ? new RateLimit({ clock, of: 'sign-in', points: config.signInLimit, shared: rates })
        : null,
      rejected: rejectedSignIns,
      observer: metrics.refusals,
    },
    documentMemory: config.documentMemory,
    trust,
    admit,
    sessions,
    held,
    contexts: { platformFor: upstream.forOperation, registrations, eventStreams },
    reportsCalls: !config.production,
    operationObserver: metrics.operations,
    slowOperation: config.slowOperation,
    callerHash: new CallerHash(() => secrets.cursor?.signing ?? null),
    priceObserver: metrics.prices,
    memoryObserver: metrics.documents,
    streamObserver: metrics.streams,
    boundary,
    log,
  });

  // The transports.
  const health = new Health();
  const dependencies = new DependencyChecks({
    clock,
    checks: {
      ...(config.redis && { redis: () => eventStreams.log.checkWritable(HEALTH_TOPIC) }),
      ...upstream.checks,
    },
    interval: config.dependencyCheckInterval,
    observer: metrics.dependencies,
    boundary,
    log,
  });
  const status: StatusSource = {
    get readiness() {
      return health.readiness;
    },
    dependencies: async () => dependencies.report,
    metrics: () => metrics.expose(),
  };
  const turns = new WorkTurns(clock);
  const arrivals = new Arrivals(clock);
  const openings = new Turns(clock, OPENINGS, () => arrivals.areFirst);
  const sockets = createSocketServer({
    clock,
    runner,
    sessions,
    addressOf: clients.addressOf,
    admit,
    openings,
    origins,
    messageLimit: config.bodyLimit,
    boundary,
    held,
    pingInterval: config.keepAliveInterval,
    stallTimeout: STALL_TIMEOUT,
    turns,
    refusals: metrics.refusals,
    tracing,
    log,
  });
  const graphql = new GraphqlEndpoint({
    clock,
    runner,
    openings,
    clients,
    bodyLimit: config.bodyLimit,
    boundary,
    held,
    compression: config.compression && new Compression(config.compression),
    sse: { pingInterval: config.keepAliveInterval, stallTimeout: STALL_TIMEOUT },
    tracing,
    log,
  });
  const gapLines = new LimitedLines(clock, GAP_INTERVAL);
  metrics.streams.watch({ sockets: sockets.open, eventStreams: () => graphql.openStreams }, (reason) =>
    gapLines.count(reason, (count) => log.warn({ reason, count }, 'stream gaps')),
  );
  const missionPlanner = missionPlannerHandlers({ clock, runner, timeout: config.operationTimeout });
  const topic = atoTopic(secrets.plugin?.clientId ?? '');
  const endpoints = new PluginEndpoints({
    clock,
    credentials: () => secrets.pluginCredentials,
    sources: config.pluginSources,
    addressOf: clients.addressOf,
    admit,
    handlers: {
      [PLUGIN_PATHS.atoRequests]: (body) => handleAtoRequest(eventStreams, topic, body),
      [PLUGIN_PATHS.atoDistributions]: (body) => handleAtoDistributions(eventStreams, topic, body),
      [PLUGIN_PATHS.capabilities]: missionPlanner.capabilities,
      [PLUGIN_PATHS.candidates]: missionPlanner.candidates,
    },
    bodyLimit: config.bodyLimit,
    boundary,
    observer: metrics.plugin,
    tracing,
    log,
  });
  // In production, clients of the graph must not see the status.
  const exposesStatus = config.metrics === null && !config.production;
  let statusListener: StatusListener | null = null;
  const explorer = config.explorer
    ? await loadExplorer(
        schema,
        config,
        { demo, metricsUrl: () => statusListener?.metricsUrl ?? (exposesStatus ? METRICS_PATH : null) },
        log,
      )
    : null;
  const { server, drain } = createHttpServer({
    clock,
    graphql,
    sockets,
    health,
    mounted: [
      endpoints,
      ...(exposesStatus ? [statusHandler(status)] : []),
      ...(config.reference
        ? [await loadReference(clock, schema, config, explorer?.links ?? null, demo, log)]
        : []),
      ...(explorer ? [explorer] : []),
    ],
    clients,
    origins,
    bounds: {
      ...connectionsWithin(descriptorLimit(), config),
      turns,
      arrivals,
      observer: metrics.refusals,
      requestTimeout: config.requestTimeout,
    },
    boundary,
    log,
  });

  const close = async (notice = 0): Promise<void> => {
    if (server.listening) {
      log.info('draining');
      await drain(notice, DRAIN_DEADLINE);
    }
    load.close();
    dependencies.close();
    rejectedSignIns.close();
    await runner.close();
    statusListener?.close();
    await events.close();
    await Promise.all([upstream.close(), tracing?.close(), embedded?.sandbox.close()]);
  };
  try {
    await runner.start();
    // Before the graph, so that probes are answered as soon as the graph is.
    if (config.metrics && !isWorker) statusListener = await openStatusListener(config.metrics, status);
    dependencies.start();
    server.listen({
      port: config.port,
      host: config.host,
      backlog: BACKLOG,
      reusePort: config.workers > 1 && CAN_SHARE_PORT,
    });
    await once(server, 'listening');
    health.started();
  } catch (error) {
    await close();
    throw error;
  }
  const reloads = new Reloads(reloadable, log, (next) => {
    secrets.replace(next.config);
    const trusted = trustedIn(next);
    if (!trusted) return;
    trust.replace(trusted.manifest);
    metrics.operations.trust(namesIn(trusted));
    warnOfUnusable(trusted, schema, config.documentLimits, log);
  });
  const url = urlOf(server.address());
  embedded?.announce(url);
  const metricsUrl = statusListener?.metricsUrl ?? (exposesStatus ? url + METRICS_PATH : null);
  return {
    url,
    sandbox: embedded?.sandbox ?? null,
    drift: upstream.drift,
    metrics,
    dependencies: () => dependencies.report,
    metricsUrl,
    reload: (readConfig) => reloads.run(readConfig),
    close,
  };
}

const trustedIn = ({ config, manifest }: Reloadable): TrustedDocuments | null =>
  config.trustedDocuments &&
  manifest && { mode: config.trustedDocuments.mode, manifest, ownDocuments: OWN_DOCUMENTS };

async function federatedGraph(config: Config) {
  const { createSubgraph, subgraphCosts } = await import('../domains/subgraph.ts');
  return { schema: createSubgraph(config), costs: { ...fieldCosts, ...subgraphCosts(fieldCosts) } };
}

/** The topic whose writability is checked; nothing is ever written to it. */
const HEALTH_TOPIC = 'health';
