import type { Caller } from '../../admission/limits.ts';
import { Cancellation, pauseUntil } from '../../lib/cancellation.ts';
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
  const ended = new Cancellation();
  const end = boundary.listener(
    'event stream',
    () => {
      ended.abort();
      return stream.return();
    },
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
  /** Charges for written bytes until the client has read them. One that is too slow is disconnected. */
  const untilRead = async (): Promise<void> => {
    const charge = caller?.hold('unread', response.writableLength);
    const drained = new Cancellation();
    response.once('drain', () => drained.abort());
    if (charge !== null) await pauseUntil(clock, options.stallTimeout, drained, ended);
    charge?.release();
    if (response.writableNeedDrain) response.destroy();
  };
  try {
    for await (const result of stream) {
      if (!response.write(result.bytes(nextEvent))) await untilRead();
      if (response.destroyed) return;
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
