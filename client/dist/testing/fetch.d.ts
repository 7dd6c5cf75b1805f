import { type FixtureGraph } from './graph.ts';
/**
 * A `fetch` that responds as a gateway does, whatever the URL: to queries and mutations, and to subscriptions over
 * server-sent events. Pass it to a client, a session or a reader of events: `createClient({ url, session, fetch })`.
 * @param graph serves the requests. Default: a new one.
 */
export declare function createFetch(graph?: FixtureGraph): typeof fetch;
