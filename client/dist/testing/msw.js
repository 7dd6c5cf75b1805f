/**
 * Handlers for MSW that respond as a gateway does.
 * @module
 */
import { http } from 'msw';
import { graphql } from 'msw/graphql';
import { createFetch } from './fetch.js';
import { createFixtureGraph } from './graph.js';
/**
 * Handlers for queries and mutations, and for subscriptions over server-sent events and WebSocket. MSW recognizes a
 * subscription over WebSocket by the name in its text, so give it one, and do not send a trusted document's hash in its
 * place. MSW shows no credential of a socket, so each is the student's.
 *
 * A handler of your own that precedes these takes precedence:
 * `server.use(graphql.query('Viewer', () => HttpResponse.json({ errors: [gatewayError('UPSTREAM_TIMEOUT')] })))`.
 * @param url of the gateway; default: any origin, with the path `/graphql`.
 * @param graph serves the requests. Default: a new one.
 */
export function createHandlers(url = '*/graphql', graph = createFixtureGraph()) {
    const send = createFetch(graph);
    return [
        http.post(url, ({ request }) => send(request)),
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
//# sourceMappingURL=msw.js.map