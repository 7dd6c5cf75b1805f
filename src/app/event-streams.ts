import { type Sessions, sessionKey } from '../admission/sessions.ts';
import type { Config } from '../config/config.ts';
import type { EventStreams } from '../domains/context.ts';
import {
  notificationPollers,
  type PollProblem,
} from '../domains/notification/poller/notification-pollers.ts';
import { pollNotifications } from '../domains/notification/streams.ts';
import { notificationTopic } from '../domains/notification/topic.ts';
import { openCursors } from '../events/cursor.ts';
import { memoryEvents } from '../events/memory.ts';
import { type LogObserver, observedLog } from '../events/observed-log.ts';
import { redisEvents } from '../events/redis.ts';
import type { SharedRates } from '../events/shared-rates.ts';
import { TopicStreams } from '../events/topic-stream.ts';
import type { CancelSignal } from '../graph/cancellation.ts';
import type { Platform } from '../platform/client.ts';
import type { Credential } from '../platform/credential.ts';
import type { Log } from '../telemetry/log.ts';

/** The platform under a credential, for work that ends with the signal. */
export type PlatformFor = (credential: Credential, signal: CancelSignal) => Platform;

/** What is told of the events, for counting. */
interface EventObserver extends LogObserver {
  pollFailed(at: PollProblem['at']): void;
  /** Gives what is read whenever somebody asks for the state of things. */
  watch(sources: {
    store: 'memory' | 'redis';
    isConnected(): boolean;
    pollers(): Readonly<Record<string, number>>;
  }): void;
}

/** Events that a topic keeps at most. */
const EVENTS_PER_TOPIC = 10_000;
/** Channel on which instances tell one another that a session was signed out, by its key. */
const SESSION_ENDED = 'session-ended';

/** Opens the event log, in Redis where there is one, and what lives on it. */
export async function openEventStreams(
  config: Config,
  platformFor: PlatformFor,
  sessions: Sessions,
  observer: EventObserver,
  log: Log,
): Promise<{ streams: EventStreams; rates: SharedRates | null; close(): Promise<void> }> {
  const retention = {
    events: config.eventRetention,
    entries: EVENTS_PER_TOPIC,
    snapshots: config.atoRetention,
  };
  const onProblem = (problem: unknown): void => log.warn({ err: problem }, 'event log');
  const events = config.redis
    ? redisEvents({
        urls: config.redis.urls.map((url) => url.reveal()),
        cluster: config.redis.cluster,
        rateSecret: config.cursorSecret?.reveal(),
        retention,
        onProblem,
      })
    : memoryEvents({ retention });
  const { coordination } = events;
  const eventLog = observedLog(events.log, observer);
  const cursors = await openCursors({
    coordination,
    ...(config.cursorSecret === null ? {} : { secret: config.cursorSecret.reveal() }),
  });
  const pollers = notificationPollers({
    log: eventLog,
    coordination,
    topicOf: notificationTopic,
    list: (token, query, signal) => pollNotifications(platformFor({ kind: 'user', token }, signal), query),
    interval: config.notificationPollInterval,
    retention: config.eventRetention,
    onError: (problem) => {
      observer.pollFailed(problem.at);
      log.warn(problem, 'notification poll');
    },
  });
  observer.watch({
    store: config.redis ? 'redis' : 'memory',
    isConnected: events.isConnected,
    pollers: pollers.states,
  });
  const stopListening = coordination.onSignal(SESSION_ENDED, (key) => {
    if (key === null) sessions.doubt();
    else sessions.end(key);
  });
  return {
    streams: {
      log: eventLog,
      coordination,
      streams: new TopicStreams(eventLog, cursors),
      pollers,
      endSession: (token) => {
        sessions.end(sessionKey(token));
        void coordination.signal(SESSION_ENDED, sessionKey(token));
      },
    },
    rates: events.rates,
    close: async () => {
      stopListening();
      await pollers.close();
      cursors.close();
      await events.close();
    },
  };
}
