import type { ExecutionResult } from 'graphql';
import { gatewayErrors } from '../errors.ts';
import { IDEMPOTENCY_KEY } from '../idempotency.ts';
import { createFixtureGraph, type FixtureEvent, type FixtureGraph, type FixtureRequest } from './graph.ts';

/**
 * A `fetch` that responds as a gateway does, for any URL: to queries and mutations, and to subscriptions over server-sent events.
 * Pass it to a client, a session or a reader of events: `createClient({ url, session, fetch })`.
 * @param graph serves the requests. Default: a new one.
 */
export function createFetch(graph: FixtureGraph = createFixtureGraph()): typeof fetch {
  return async (input, init) => {
    const isRequest = typeof input === 'object' && 'json' in input;
    // Tests outside of browsers have no base URL for a path.
    const request = isRequest
      ? new Request(input, init)
      : new Request(new URL(input, 'http://fixtures.test'), init);
    const body: FixtureRequest = Object(await request.json());
    const accepted = {
      ...body,
      authorization: request.headers.get('authorization'),
      idempotencyKey: request.headers.get(IDEMPOTENCY_KEY),
    };
    if (!graph.isSubscription(accepted)) return Response.json(await graph.execute(accepted));
    const lastEventId = request.headers.get('last-event-id');
    const events = await graph.subscribe({ ...accepted, lastEventId });
    if (!(Symbol.asyncIterator in events)) return Response.json(events, { status: statusOf(events) });
    request.signal.addEventListener('abort', () => void events.return?.());
    return new Response(streamOf(events), {
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    });
  };
}

/** Status of a response that refuses a subscription. */
function statusOf(refusal: ExecutionResult): number {
  const [error] = gatewayErrors(refusal);
  if (error?.extensions.code === 'UNAUTHENTICATED') return 401;
  return error?.extensions.code === 'FORBIDDEN' ? 403 : 400;
}

/** Server-sent events, as the gateway writes them. */
function streamOf(events: AsyncIterableIterator<FixtureEvent>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await events.next();
      if (done) return controller.close();
      const { id, result } = value;
      controller.enqueue(encoder.encode(`id: ${id}\nevent: next\ndata: ${JSON.stringify(result)}\n\n`));
    },
    cancel: () => void events.return?.(),
  });
}
