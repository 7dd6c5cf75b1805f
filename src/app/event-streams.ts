import { type Sessions, sessionKey } from '../admission/sessions.ts';
import { redisSettings } from '../config/redis-settings.ts';
import { TokenBindings } from '../domains/ato/bindings.ts';
import { CALLER_KEY, CallerIdentities } from '../domains/caller-identities.ts';
import type { EventStreams } from '../domains/context.ts';
import { NotificationPollers } from '../domains/notification/poller/notification-pollers.ts';
import { pollNotifications } from '../domains/notification/streams.ts';
import { notificationTopic } from '../domains/notification/topic.ts';
import { type CursorSecrets, openCursors } from '../events/cursor.ts';
import { KeyedWrites } from '../events/keyed-writes.ts';
import { memoryEvents } from '../events/memory/events.ts';
import { observedLog } from '../events/observed-log.ts';
import { isFailure, type RedisFinding, sentenceOf } from '../events/redis/requirements.ts';
import { Seals } from '../events/seals.ts';
import type { SharedRates } from '../events/shared-rates.ts';
import { storedKey } from '../events/stored-key.ts';
import { TopicStreams } from '../events/topic-stream.ts';
import type { PlatformClock } from '../platform/platform-clock.ts';
import { LimitedLines } from '../telemetry/limited-lines.ts';
import type { Log } from '../telemetry/log.ts';
import type { Base } from './base.ts';
import type { FleetShare } from './fleet-share.ts';
import type { Secrets } from './secrets.ts';
import type { Upstream } from './upstream.ts';

/** Maximum events per topic, and their payloads in bytes. */
const PER_TOPIC = { entries: 10_000, bytes: 8_000_000 };
/** Channel that announces the key of a signed-out session to other instances. */
const SESSION_ENDED = 'session-ended';

/** Minimum milliseconds between log lines about the same problem: each attempt to reconnect reports one. */
const PROBLEM_INTERVAL = 60_000;

/** Opens the event log, in Redis if configured, and everything built on it. */
export async function openEventStreams(
  { clock, config, metrics, states, boundary, log }: Base,
  {
    forBackground: platformFor,
    platformClock,
  }: Pick<Upstream, 'forBackground'> & { platformClock: Pick<PlatformClock, 'now'> },
  sessions: Sessions,
  fleet: FleetShare,
  secrets: Secrets,
): Promise<{ streams: EventStreams; rates: SharedRates | null; close(): Promise<void> }> {
  const retention = {
    events: config.eventRetention,
    ...PER_TOPIC,
    snapshots: config.atoRetention,
  };
  const cursorSecrets = cursorSecretsOf(secrets);
  const lines = new LimitedLines(clock, PROBLEM_INTERVAL);
  const onProblem = (problem: unknown): void =>
    lines.count(kindOf(problem), (count) => log.warn({ err: problem, count }, 'event log'));
  // Loaded only if configured: loading the Redis client slows the start.
  const seals = new Seals({ clock, secrets: cursorSecrets ?? null, rejected: metrics.storedValueRejected });
  const events = config.redis
    ? (await import('../events/redis/events.ts')).redisEvents({
        clock,
        ...redisSettings(config.redis),
        seals,
        rateSecret: cursorSecrets && (() => cursorSecrets().signing),
        retention,
        onProblem,
        onFindings: (findings) => logFindings(findings, log),
      })
    : memoryEvents({ clock, retention, onProblem });
  const { coordination } = events;
  fleet.join(events.fleetLoad);
  const eventLog = observedLog(events.log, metrics.events, (failure) => states.eventLog(failure));
  const cursors = await openCursors({
    clock,
    coordination,
    ...(cursorSecrets ? { secrets: cursorSecrets } : {}),
  });
  const pollers = new NotificationPollers({
    clock,
    log: eventLog,
    coordination,
    ownership: events.ownership,
    topicOf: notificationTopic,
    list: (token, query, signal) =>
      pollNotifications(platformFor({ kind: 'user', token }, signal, null), query),
    ...config.notificationPolls,
    share: fleet.read,
    onPolled: fleet.count,
    observer: metrics.polls,
    retention: config.eventRetention,
    boundary,
    now: () => platformClock.now(),
    onError: (problem) => {
      metrics.polls.failed(problem.at);
      // One line for all users: while Redis or the platform fails, each of them fails and retries.
      lines.count(`poll ${problem.at} ${problem.code}`, (count) =>
        log.warn({ ...problem, count }, 'notification poll'),
      );
    },
  });
  const store = config.redis ? 'redis' : 'memory';
  metrics.read('gateway_event_store_up', () => ({ [store]: Number(events.isConnected()) }));
  metrics.read('gateway_pollers', () => pollers.states());
  metrics.read('gateway_poll_budget', () => pollers.schedule.queue.rate);
  metrics.read('gateway_poll_overdue_seconds', () => pollers.schedule.queue.overdue / 1000);
  const stopListening = coordination.onSignal(SESSION_ENDED, (key) => {
    if (key === null) sessions.revalidateAll();
    else sessions.end(key);
  });
  const bindings = new TokenBindings(coordination, seals);
  const keyedWrites = new KeyedWrites({
    clock,
    records: events.writes,
    coordination,
    observer: metrics.keyedWrites,
    boundary,
  });
  return {
    streams: {
      log: eventLog,
      clock,
      coordination,
      streams: new TopicStreams(eventLog, cursors),
      platformNow: () => platformClock.now(),
      pollers,
      keyedWrites,
      callers: new CallerIdentities(storedKey(clock, coordination, CALLER_KEY, null), coordination, seals),
      bindings,
      confirmSession: (token, check) => sessions.confirm(token, check),
      confirmByRead: (client, read) => sessions.confirmByRead(client, read),
      endSession: async (token) => {
        sessions.end(sessionKey(token));
        boundary.run('sign-out', () => coordination.signal(SESSION_ENDED, sessionKey(token)));
        // A binding that remains grants nothing: reads confirm the session.
        await bindings.unbind(token).catch(onProblem);
      },
    },
    rates: events.rates,
    close: async () => {
      stopListening();
      await pollers.close();
      cursors.close();
      keyedWrites.close();
      await events.close();
    },
  };
}

/** The name and code of an error, of which there are few. */
function kindOf(problem: unknown): string {
  if (!(problem instanceof Error)) return typeof problem;
  return 'code' in problem ? `${problem.name} ${problem.code}` : problem.name;
}

/** A reader of the current cursor secrets. Undefined: none are configured, which no reload changes. */
function cursorSecretsOf(secrets: Secrets): (() => CursorSecrets) | undefined {
  if (!secrets.cursor) return undefined;
  return () => {
    const { cursor } = secrets;
    if (!cursor) throw new Error('the cursor secret is gone');
    return cursor;
  };
}

/** Logs changes in the findings of the gateway's checks of Redis: one line per change. */
function logFindings(findings: readonly RedisFinding[], log: Log): void {
  const problems = findings.map(sentenceOf);
  if (findings.some(isFailure)) log.error({ problems }, 'redis unsuitable');
  else if (problems.length > 0) log.warn({ problems }, 'redis warnings');
  else log.info('redis suitable');
}
