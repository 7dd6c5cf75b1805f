import { HttpResponse, http, type RequestHandler } from 'msw';
import { graphql } from 'msw/graphql';
import type { WebSocketHandler } from 'msw/ws';
import { createFixtureGraph, type FixtureEvent, type FixtureGraph, type FixtureRequest } from './graph.ts';

/**
 * Handlers for MSW that respond as a gateway does: queries and mutations, and subscriptions over server-sent events and
 * WebSocket. MSW recognizes a subscription over WebSocket by the name in its text, so give it one, and do not send a
 * trusted document's hash in its place. MSW shows no credential of a socket, so each is the student's.
 *
 * A handler of your own that precedes these takes precedence:
 * `server.use(graphql.query('Viewer', () => HttpResponse.json({ errors: [gatewayError('UPSTREAM_TIMEOUT')] })))`.
 * @param url of the gateway; default: any origin, with the path `/graphql`.
 * @param graph serves the requests. Default: a new one.
 */
export function createHandlers(
  url = '*/graphql',
  graph: FixtureGraph = createFixtureGraph(),
): (RequestHandler | WebSocketHandler)[] {
  return [
    http.post(url, async ({ request }) => {
      const body: FixtureRequest = Object(await request.json());
      const { headers } = request;
      const accepted = { ...body, authorization: headers.get('authorization') };
      if (!graph.isSubscription(accepted)) return HttpResponse.json({ ...(await graph.execute(accepted)) });
      const events = await graph.subscribe({ ...accepted, lastEventId: headers.get('last-event-id') });
      if (!(Symbol.asyncIterator in events)) return HttpResponse.json({ ...events }, { status: 401 });
      return new HttpResponse(streamOf(events), {
        headers: { 'content-type': 'text/event-stream; charset=utf-8' },
      });
    }),
    graphql.link(url).subscription(/./, async ({ subscription, finalize }) => {
      const { query, variables, extensions } = subscription;
      const events = await graph.subscribe({ query, variables, extensions, authorization: SOCKET });
      if (!(Symbol.asyncIterator in events)) {
        subscription.error(events.errors ?? []);
        return;
      }
      finalize(() => void events.return?.());
      for await (const { result } of events) {
        const { data = null, errors } = result;
        subscription.publish({ data, ...(errors ? { errors } : {}) });
      }
    }),
  ];
}

/** MSW does not show the payload of `connection_init`. */
const SOCKET = 'a credential of the socket';

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
