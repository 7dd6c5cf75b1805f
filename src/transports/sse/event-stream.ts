import type { ServerResponse } from 'node:http';
import type { FormattedExecutionResult } from 'graphql';
import type { ResultStream } from '../../operations/result-stream.ts';
import type { ResponseHead } from '../http/response-head.ts';

export interface SseOptions {
  /** Milliseconds between comments that keep the connection alive and show that it is. */
  pingInterval: number;
  /** Milliseconds that a client may leave the connection full before it is cut; its cursor loses nothing. */
  stallTimeout: number;
}

/**
 * Writes a subscription as server-sent events: GraphQL over SSE, distinct connections mode. An event's id is the
 * cursor that resumes after it. One result is read when the one before has left: nothing queues up here.
 * @param interrupt ends the connection without completing the subscription: the client comes back with its cursor.
 */
export async function writeStream(
  head: ResponseHead,
  stream: ResultStream,
  { pingInterval, stallTimeout }: SseOptions,
  interrupt: AbortSignal,
): Promise<void> {
  const { response } = head;
  const end = (): void => void stream.return();
  response.once('close', end);
  interrupt.addEventListener('abort', end, { once: true });
  // The client may have gone while the subscription was opened.
  if (interrupt.aborted || response.destroyed) end();
  // Once it is interrupted, no request may follow on the connection: the client is to come back to another instance.
  head.close();
  writeHead(head);
  const ping = setInterval(() => {
    if (!response.writableNeedDrain) response.write(':\n\n');
  }, pingInterval);
  try {
    for await (const { result, cursor } of stream) {
      const taken =
        response.write(nextEvent(result, cursor)) || (await drained(response, stallTimeout, interrupt));
      if (!taken) {
        response.destroy();
        return;
      }
    }
    response.end(interrupt.aborted ? '' : COMPLETE);
  } finally {
    clearInterval(ping);
    interrupt.removeEventListener('abort', end);
    await stream.return();
  }
}

/** Writes the result of an operation that has one only, for a client that accepts nothing but events. */
export function writeSingle(head: ResponseHead, body: string): void {
  writeHead(head);
  head.response.end(`event: next\ndata: ${body.trim()}\n\n${COMPLETE}`);
}

const COMPLETE = 'event: complete\ndata:\n\n';

function writeHead(head: ResponseHead): void {
  head.add('content-type', 'text/event-stream; charset=utf-8');
  // Proxies that buffer would hold events back.
  head.add('x-accel-buffering', 'no');
  head.write(200);
  head.response.write(':\n\n');
}

/** JSON has no line breaks of its own, so one data line holds it. */
const nextEvent = (result: FormattedExecutionResult, cursor: string | null): string =>
  `${cursor === null ? '' : `id: ${cursor}\n`}event: next\ndata: ${JSON.stringify(result)}\n\n`;

/** Resolves once the client has taken everything; false when it has gone, takes too long or is not to be waited for. */
function drained(response: ServerResponse, timeout: number, interrupt: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (taken: boolean): void => {
      clearTimeout(stalled);
      response.off('drain', onDrain).off('close', onEnd);
      interrupt.removeEventListener('abort', onEnd);
      resolve(taken);
    };
    const onDrain = (): void => finish(true);
    const onEnd = (): void => finish(false);
    const stalled = setTimeout(onEnd, timeout);
    response.once('drain', onDrain).once('close', onEnd);
    interrupt.addEventListener('abort', onEnd, { once: true });
    if (response.destroyed || interrupt.aborted) onEnd();
  });
}
