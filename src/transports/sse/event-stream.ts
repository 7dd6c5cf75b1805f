import type { ServerResponse } from 'node:http';
import type { Caller } from '../../admission/limits.ts';
import { Cancellation, pauseUntil } from '../../lib/cancellation.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Render, ResultStream } from '../../operations/streams/result-stream.ts';
import type { ResponseHead } from '../http/response-head.ts';
import type { TransportOptions } from '../transport-options.ts';

/**
 * Writes a subscription as server-sent events: GraphQL over SSE, distinct connections mode. An event's id is the cursor that
 * resumes after it. The next result is read once the connection has accepted the last one: nothing is queued here. @param caller
 * the caller that the unread output is charged to. Null: none.
 * @param interrupt ends the response without completing the subscription, so that the client resumes with its cursor.
 * @throws StreamFailure if the source fails.
 */
export async function writeStream(
  head: ResponseHead,
  stream: ResultStream,
  options: Pick<TransportOptions, 'clock' | 'boundary' | 'pingInterval' | 'stallTimeout'>,
  caller: Caller | null,
  interrupt: AbortSignal,
): Promise<void> {
  const { clock, boundary } = options;
  const { response } = head;
  const end = boundary.listener(
    'event stream',
    () => stream.return(),
    () => response.destroy(),
  );
  response.once('close', end);
  interrupt.addEventListener('abort', end, { once: true });
  // The client may have disconnected while the subscription was opening.
  if (interrupt.aborted || response.destroyed) end();
  // After an interruption no request may follow on the connection: the client should resume on another instance.
  response.shouldKeepAlive = false;
  writeHead(head);
  const ping = clock.setInterval(() => {
    if (!response.writableNeedDrain) response.write(':\n\n');
  }, options.pingInterval);
  /** Charges for written bytes until the client has read them. */
  const isRead = async (): Promise<boolean> => {
    const charge = caller?.hold('unread', response.writableLength);
    if (charge === null) return false;
    try {
      return await drained(clock, response, options.stallTimeout, interrupt);
    } finally {
      charge?.release();
    }
  };
  try {
    for await (const result of stream) {
      const isAccepted = response.write(result.bytes(nextEvent)) || (await isRead());
      if (!isAccepted) {
        response.destroy();
        return;
      }
    }
    response.end(interrupt.aborted ? '' : COMPLETE);
  } finally {
    clock.clearInterval(ping);
    interrupt.removeEventListener('abort', end);
    await stream.return();
  }
}

/** Writes a single result for a client that accepts only events. */
export function writeSingle(head: ResponseHead, body: string): void {
  writeHead(head);
  // As bytes, because a large one may stay unread: see `ResponseHead`.
  head.response.end(Buffer.from(`event: next\ndata: ${body.trim()}\n\n${COMPLETE}`));
}

const COMPLETE = 'event: complete\ndata:\n\n';

function writeHead(head: ResponseHead): void {
  head.add('content-type', 'text/event-stream; charset=utf-8');
  // Proxies that buffer would delay events, and so would those that compress, such as development servers.
  head.add('x-accel-buffering', 'no');
  head.add('cache-control', 'no-transform');
  head.write(200);
  head.response.write(':\n\n');
}

/** An event, the same for all subscribers that share its result. JSON has no line breaks, so it fits in one data line. */
const nextEvent: Render = (result, cursor) =>
  `${cursor === null ? '' : `id: ${cursor}\n`}event: next\ndata: ${JSON.stringify(result)}\n\n`;

/** True once the client has caught up. False if it disconnects or is too slow, or the stream is interrupted. */
async function drained(
  clock: Clock,
  response: ServerResponse,
  timeout: number,
  interrupt: AbortSignal,
): Promise<boolean> {
  if (response.destroyed) return false;
  const changed = new Cancellation();
  const onChange = (): void => changed.abort();
  response.once('drain', onChange).once('close', onChange);
  await pauseUntil(clock, timeout, changed, interrupt);
  response.off('drain', onChange).off('close', onChange);
  return !response.destroyed && !response.writableNeedDrain && !interrupt.aborted;
}
