import { GatewayError } from '../graph/errors.ts';
import type { Clock } from '../lib/clock.ts';
import { type AppendResult, type EventLog, LogUnavailable, type LossCause, TopicFull } from './log.ts';
import { entryBytes, TOPIC_BYTES } from './stored-bytes.ts';

/**
 * Milliseconds before the deadline at which appending the event stops: the maximum delay of the announcement, so that all
 * instances count the event as lost before its caller does.
 */
export const APPENDED_BEFORE = 2000;
/** Milliseconds after which a client may retry while the log is unavailable. */
const RETRY_AFTER = 1000;

/** A write to the platform whose event is put into a topic. */
export interface StreamedWrite<Result> {
  topic: string;
  /** For the write and the append, by the clock's `monotonic()`. */
  deadline: number;
  /** What the event will have of the input. */
  said: unknown;
  /** How full the topic may be: see {@link EventLog.announce}. */
  fill?: number;
  write(): Promise<Result>;
  /** @param until the time until which the log accepts the event. */
  append(result: Result, until: number): Promise<AppendResult>;
}

/**
 * Performs a platform write and appends its event. The event is announced in the log first: if the log accepts no
 * writes, the platform is not called. Readers of the topic get a gap if the append fails after the platform accepted the
 * write, the platform's response is lost, or this process dies in between.
 * @param account is charged for what is stored. Null: nobody is.
 * @throws GatewayError RATE_LIMITED or EVENT_LOG_UNAVAILABLE before the platform is called; anything `write` throws.
 */
export async function writeStreamed<Result>(
  { log, clock }: { log: EventLog; clock: Clock },
  account: StoreAccount | null,
  { topic, deadline, said, fill, write, append }: StreamedWrite<Result>,
): Promise<{ result: Result; streamed: boolean }> {
  const taken = storedBytes(said);
  chargeStored(account, taken);
  const left = Math.max(0, deadline - clock.monotonic());
  const within = left - Math.min(APPENDED_BEFORE, left / 2);
  const announcement = await log.announce(topic, within, fill).catch(rejectFull).catch(rejectUnavailable);
  const lose = (because: LossCause): void => {
    // The mark of the loss may be the first entry of the topic.
    account?.spend('stored', TOPIC_BYTES);
    announcement.lose(because);
  };
  const result = await write().catch((error: unknown) => {
    if (mayHaveHappened(error)) lose('platform');
    else announcement.settle();
    throw error;
  });
  try {
    const appended = await append(result, announcement.until);
    announcement.settle();
    if (appended.status === 'appended') account?.spend('stored', Math.max(0, appended.bytes - taken));
    return { result, streamed: true };
  } catch (error) {
    lose('store');
    if (!(error instanceof LogUnavailable)) throw error;
    return { result, streamed: false };
  }
}

/** Outcome of adding a write's event to the event streams. @param streamed null: the write has no event. */
export const streamOutcome = ({
  streamed,
}: {
  streamed: boolean | null;
}): 'SENT' | 'NOT_STREAMED' | 'UNKNOWN' =>
  streamed === null ? 'NOT_STREAMED' : streamed ? 'SENT' : 'UNKNOWN';

/** Estimated bytes that an event takes in the store. */
export const storedBytes = (payload: unknown): number => entryBytes(JSON.stringify(payload));

/** The part of a caller's account that resolvers charge. */
export interface StoreAccount {
  /** Whether it belongs to one caller, whose identity is proven. */
  readonly isProven: boolean;
  /** Charges for bytes that were moved or stored. */
  spend(resource: 'bytes' | 'stored', bytes: number): void;
  /** Charges for bytes that are stored. @returns 0, or if there is no room for them, the milliseconds until there is. */
  take(resource: 'stored', bytes: number): number;
}

/** Charges a caller for what is about to be stored. @throws GatewayError RATE_LIMITED */
export function chargeStored(account: StoreAccount | null, bytes: number): void {
  const retryAfterMs = account?.take('stored', bytes) ?? 0;
  if (retryAfterMs > 0)
    throw new GatewayError(
      'RATE_LIMITED',
      'Your stored events and idempotency keys exceed the limit: send fewer, or retry later.',
      { retryAfterMs },
    );
}

/** True if a failed write may have taken effect. */
export const mayHaveHappened = (error: unknown): boolean =>
  !(error instanceof GatewayError) || error.outcomeUnknown;

function rejectFull(error: unknown): never {
  if (!(error instanceof TopicFull)) throw error;
  throw new GatewayError(
    'RATE_LIMITED',
    'The stream has too many recent events: retry later, or send a notification that is stored.',
    { retryAfterMs: error.msLeft },
  );
}

/** Turns LogUnavailable into a client error; rethrows anything else. */
export function rejectUnavailable(error: unknown): never {
  if (!(error instanceof LogUnavailable)) throw error;
  throw eventLogUnavailable();
}

/** The client error while the log is unavailable. */
export const eventLogUnavailable = (): GatewayError =>
  new GatewayError(
    'EVENT_LOG_UNAVAILABLE',
    "The gateway's event log is unavailable; nothing was changed. Try again in a moment.",
    { retryAfterMs: RETRY_AFTER },
  );
