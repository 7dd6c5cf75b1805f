import type { Credentials } from '../credentials.ts';
/**
 * A `fetch` that sends the session's credential, for any GraphQL client. If the gateway refuses it, the session is
 * refreshed and the request sent once more; a request that has had any effect or result is not. If the session cannot be
 * refreshed, the gateway's response is returned.
 * @param send sends the requests. Default: the global `fetch`.
 */
export declare const authorizedFetch: (session: Credentials, send?: typeof fetch) => typeof fetch;
