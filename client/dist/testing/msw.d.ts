/**
 * Handlers for MSW that respond as a gateway does.
 * @module
 */
import { type RequestHandler } from 'msw';
import type { WebSocketHandler } from 'msw/ws';
import { type FixtureGraph } from './graph.ts';
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
export declare function createHandlers(url?: string, graph?: FixtureGraph): (RequestHandler | WebSocketHandler)[];
