import { GatewayError } from '../graph/errors.ts';
import type { Coordination } from './coordination.ts';
import { type EventLog, LogUnavailable } from './log.ts';
import type { NotificationPollers } from './notification-poller.ts';
import type { TopicStreams } from './topic-stream.ts';

/** What operations need of the events: the log, what instances share, streams, pollers, and the end of sessions. */
export interface Live {
  log: EventLog;
  coordination: Coordination;
  streams: TopicStreams;
  pollers: NotificationPollers;
  /** Ends the streams that are open under a bearer token, on every instance. */
  endSession(token: string): void;
}

/** One topic per user; every notification the user receives. */
export const notificationTopic = (userId: string): string => `notifications:${userId}`;

/** One topic per plugin; every ATO request, alert and distribution change. */
export const atoTopic = (pluginClientId: string): string => `ato:${pluginClientId}`;

/**
 * A write to the platform that readers of a topic are told of. The log is asked first: where it takes no writes, the
 * platform is not called. Should the append fail after the platform accepted, the topic's readers get a gap.
 * @throws GatewayError UPSTREAM_UNAVAILABLE before the platform is called; whatever the write throws.
 */
export async function writeStreamed<Result>(
  log: EventLog,
  topic: string,
  write: () => Promise<Result>,
  append: (result: Result) => Promise<unknown>,
): Promise<{ result: Result; streamed: boolean }> {
  await log.checkWritable(topic).catch(refuse);
  const result = await write();
  try {
    await append(result);
    return { result, streamed: true };
  } catch (error) {
    if (!(error instanceof LogUnavailable)) throw error;
    log.recordLoss(topic);
    return { result, streamed: false };
  }
}

/** Turns a log that cannot be read or written into what a client sees. */
export function refuse(error: unknown): never {
  if (!(error instanceof LogUnavailable)) throw error;
  throw new GatewayError(
    'UPSTREAM_UNAVAILABLE',
    "The gateway's event log is not available; nothing was changed. Try again.",
  );
}
