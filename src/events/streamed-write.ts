import { GatewayError } from '../graph/errors.ts';
import type { Clock } from '../lib/clock.ts';
import { type EventLog, LogUnavailable } from './log.ts';

/**
 * Milliseconds before the deadline at which appending the event stops: the maximum delay of the announcement, so that all
 * instances count the event as lost before its caller does.
 */
export const APPENDED_BEFORE = 2000;
/** Bytes of an entry beside its payload. */
const ENTRY_BYTES = 300;
/** Milliseconds after which a client may retry while the log is unavailable. */
const RETRY_AFTER = 1000;

/**
 * Performs a platform write and appends its event. The event is announced in the log first: if the log accepts no
 * writes, the platform is not called. Readers of the topic get a gap if the append fails after the platform accepted the
 * write, the platform's response is lost, or this process dies in between.
 * @param deadline for the write and the append, by the clock's `monotonic()`.
 * @param append with the time until which the log accepts the event.
 * @throws GatewayError EVENT_LOG_UNAVAILABLE before the platform is called; anything `write` throws.
 */
export async function writeStreamed<Result>(
  { log, clock }: { log: EventLog; clock: Clock },
  topic: string,
  deadline: number,
  write: () => Promise<Result>,
  append: (result: Result, until: number) => Promise<unknown>,
): Promise<{ result: Result; streamed: boolean }> {
  const left = Math.max(0, deadline - clock.monotonic());
  const within = left - Math.min(APPENDED_BEFORE, left / 2);
  const announcement = await log.announce(topic, within).catch(rejectUnavailable);
  const result = await write().catch((error: unknown) => {
    if (mayHaveHappened(error)) announcement.lose('platform');
    else announcement.settle();
    throw error;
  });
  try {
    await append(result, announcement.until);
    announcement.settle();
    return { result, streamed: true };
  } catch (error) {
    announcement.lose('store');
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
export const storedBytes = (payload: unknown): number => JSON.stringify(payload).length + ENTRY_BYTES;

/** The part of a caller's account that resolvers charge. */
export interface StoreAccount {
  /** Charges for bytes that were moved. */
  spend(resource: 'bytes', bytes: number): void;
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
