import { ERROR_CODES, GatewayError } from '../graph/errors.ts';
import { type EventLog, LogUnavailable } from './log.ts';

/** Milliseconds after its deadline at which a write that nothing was heard of is taken for lost. */
const OVERDUE_AFTER = 5000;

/**
 * A write to the platform that readers of a topic are told of. The log is told first: where it takes no writes, the
 * platform is not called. Should the append fail after the platform accepted, the platform's answer be lost, or this
 * process end in between, the topic's readers get a gap.
 * @param deadline by which write and append are over, by `performance.now()`.
 * @throws GatewayError UPSTREAM_UNAVAILABLE before the platform is called; whatever the write throws.
 */
export async function writeStreamed<Result>(
  log: EventLog,
  topic: string,
  deadline: number,
  write: () => Promise<Result>,
  append: (result: Result) => Promise<unknown>,
): Promise<{ result: Result; streamed: boolean }> {
  const within = Math.max(0, deadline - performance.now()) + OVERDUE_AFTER;
  const announcement = await log.announce(topic, within).catch(rejectUnavailable);
  const result = await write().catch((error: unknown) => {
    if (mayHaveHappened(error)) announcement.lose();
    else announcement.settle();
    throw error;
  });
  try {
    await append(result);
    announcement.settle();
    return { result, streamed: true };
  } catch (error) {
    announcement.lose();
    if (!(error instanceof LogUnavailable)) throw error;
    return { result, streamed: false };
  }
}

/** Whether a failed write was sent and got no answer, or none that tells: such a failure is not retryable, others of its code are. */
function mayHaveHappened(error: unknown): boolean {
  if (!(error instanceof GatewayError)) return true;
  if (error.code === 'UPSTREAM_BAD_RESPONSE') return true;
  return ERROR_CODES[error.code].retryable && error.extensions.retryable === false;
}

/** Turns a log that cannot be read or written into what a client sees. */
export function rejectUnavailable(error: unknown): never {
  if (!(error instanceof LogUnavailable)) throw error;
  throw new GatewayError(
    'UPSTREAM_UNAVAILABLE',
    "The gateway's event log is not available; nothing was changed. Try again.",
  );
}
