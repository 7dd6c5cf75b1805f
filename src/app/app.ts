import type { GraphQLSchema } from 'graphql';
import type { SandboxOptions } from 'learning-platform-kit/sandbox';
import { Callers } from '../admission/callers.ts';
import { Sessions } from '../admission/sessions.ts';
import type { Config } from '../config/config.ts';
import { VERSION } from '../config/version.ts';
import { boundedClock } from '../lib/boundary.ts';
import { type Clock, SYSTEM_CLOCK } from '../lib/clock.ts';
import { namesIn, type TrustedDocuments } from '../operations/documents/trusted-documents.ts';
import { OWN_DOCUMENTS } from '../plugin/search-endpoints.ts';
import { LimitedLines } from '../telemetry/limited-lines.ts';
import { type Log, loggedBoundary } from '../telemetry/log.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { StateLog } from '../telemetry/state-log.ts';
import type { DependencyReport } from '../transports/http/health.ts';
import type { Base } from './base.ts';
import type { EmbeddedPlatform } from './embedded-platform.ts';
import { openEventStreams } from './event-streams.ts';
import { connectionsWithin, descriptorLimit } from './file-descriptors.ts';
import { FleetShare } from './fleet-share.ts';
import { openGraph } from './graph.ts';
import { type Reloadable, Reloads, readReloadable } from './reload.ts';
import { Secrets } from './secrets.ts';
import { sessionCheck } from './session-check.ts';
import { openTransports } from './transports.ts';
import { openUpstream } from './upstream.ts';

/** Milliseconds between log lines about exports of traces that failed: a busy gateway exports several times a second. */
const EXPORT_LOG_INTERVAL = 60_000;

/** A running gateway. */
export interface App {
  url: string;
  /** The embedded platform. Null: a real one is configured. */
  sandbox: EmbeddedPlatform['sandbox'] | null;
  metrics: Metrics;
  /** States of Redis and the platform's hosts. */
  dependencies(): DependencyReport;
  /** Metrics URL for Prometheus. Null: metrics are not served. */
  metricsUrl: string | null;
  /**
   * Reloads secrets and trusted documents. Logs the changes, or the problems.
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
  /** The clock of the whole gateway. Default: that of the machine. */
  clock?: Clock;
  /** Options of the embedded platform. */
  sandbox?: SandboxOptions;
  /** The graph, which several gateways of a process can share. Default: it is built. A subgraph builds its own. */
  schema?: GraphQLSchema;
}

/**
 * Assembles and starts the gateway: the only place that selects implementations. It starts even if Redis or the platform is
 * unreachable, and keeps retrying. Rejects if a port is taken or Redis is unsuitable, and leaves nothing running.
 */
export async function startApp(
  configured: Config,
  log: Log,
  { clock: timing = SYSTEM_CLOCK, sandbox: sandboxOptions = {}, schema }: AppOptions = {},
): Promise<App> {
  const boundary = loggedBoundary(log);
  const clock = boundedClock(timing, boundary);
  // Optional parts are imported only where they are configured: most of a start is loading modules.
  if (configured.redis)
    await (await import('./redis-at-start.ts')).requireSuitableRedis(clock, configured.redis);
  const reloadable = readReloadable(configured);
  const embedding = configured.hosts ? null : await import('./embedded-platform.ts');
  const embedded = await embedding?.startEmbeddedPlatform(configured, sandboxOptions);
  const config: Config = { ...configured, ...embedded?.settings };
  const secrets = new Secrets(config);
  const trustedDocuments = trustedIn(reloadable);
  const build = { version: VERSION, commit: config.buildCommit };
  const metrics = new Metrics(trustedDocuments && namesIn(trustedDocuments), build);
  metrics.read('gateway_log_lines_dropped_total', () => log.droppedLines());
  const states = new StateLog(log, clock);
  const exportLines = new LimitedLines(clock, EXPORT_LOG_INTERVAL);
  const tracing =
    config.tracing &&
    (await import('../telemetry/otlp.ts')).otlpTracing(config.tracing, config.resource, (err) =>
      exportLines.count('failed', (count) => log.warn({ err, count }, 'trace export failed')),
    );
  const base: Base = { clock, config, metrics, states, tracing, boundary, log };

  // The platform and the event streams.
  const connections = connectionsWithin(descriptorLimit, config);
  const callers = new Callers({
    clock,
    limits: {
      rate: config.rateLimit,
      retention: config.eventRetention,
      signIns: config.signInLimit,
      rejectedSignIns: config.rejectedSignIns,
      connections: connections.connections,
      held: config.heldLimit,
    },
    observer: metrics.refusals,
    pluginIn: secrets.pluginIn,
  });
  const shapes = { current: reloadable.shapes };
  const upstream = openUpstream(base, callers, undefined, shapes);
  metrics.read('gateway_upstream_clock_offset_seconds', () => (upstream.platformClock.offset ?? 0) / 1000);
  const fleet = new FleetShare();
  const sessions = new Sessions({
    clock,
    check: sessionCheck(clock, upstream.forBackground),
    ...config.sessionChecks,
    share: fleet.read,
    onWatched: fleet.count,
    observer: metrics.sessions,
    boundary,
  });
  metrics.read('gateway_session_check_budget', () => sessions.queue.rate);
  metrics.read('gateway_session_check_overdue_seconds', () => sessions.queue.overdue / 1000);
  const events = await openEventStreams(base, upstream, sessions, fleet, secrets);
  callers.share(events.rates);

  // The graph and the transports.
  const graph = await openGraph(base, {
    callers,
    contexts: { platformFor: upstream.forOperation, registrations: secrets, eventStreams: events.streams },
    sessions,
    secrets,
    trustedDocuments,
    schema,
  });
  const transports = await openTransports(base, {
    graph,
    callers,
    connections,
    eventStreams: events.streams,
    sessions,
    secrets,
    platformChecks: upstream.checks,
    // Other machines can open the pages, so these have no credentials.
    demo: config.networkHost === null ? (embedded?.demo ?? null) : null,
  });
  const close = async (notice = 0): Promise<void> => {
    await transports.drain(notice);
    await graph.close();
    transports.close();
    await events.close();
    await Promise.all([upstream.close(), tracing?.close(), embedded?.sandbox.close()]);
  };
  let url: string;
  try {
    await graph.runner.start();
    url = await transports.listen();
  } catch (error) {
    await close();
    throw error;
  }
  const reloads = new Reloads(reloadable, log, (next) => {
    secrets.replace({ ...next.config, ...embedded?.settings });
    shapes.current = next.shapes;
    const trusted = trustedIn(next);
    if (trusted) graph.replaceTrusted(trusted);
  });
  metrics.read('gateway_reload_failed', () => Number(reloads.hasFailed));
  embedded?.announce(url);
  return {
    url,
    sandbox: embedded?.sandbox ?? null,
    metrics,
    dependencies: transports.dependencies,
    metricsUrl: transports.metricsUrl,
    reload: (readConfig) => reloads.run(readConfig),
    close,
  };
}

const trustedIn = ({ config, manifest }: Reloadable): TrustedDocuments | null =>
  config.trustedDocuments &&
  manifest && { mode: config.trustedDocuments.mode, manifest, ownDocuments: OWN_DOCUMENTS };
