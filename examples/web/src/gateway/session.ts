import { Session } from '@learning-platform/client/session';

/** On the page's own origin: the server passes it on to the gateway. */
export const URL_OF_GRAPH = '/graphql';

/** @param name distinguishes the sessions of this app. Each ends with its tab. */
export const openSession = (name: string): Session =>
  new Session({ url: URL_OF_GRAPH, name, storage: sessionStorage });
