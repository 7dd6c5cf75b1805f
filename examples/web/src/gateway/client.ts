import { ApolloClient } from '@apollo/client';
import { createCache, createLink } from '@learning-platform/client/apollo';
import type { Session } from '@learning-platform/client/session';
import { Connection, openSocket } from '@learning-platform/client/stream';
import { URL_OF_GRAPH } from './session.ts';

// A failed field is null and has an entry in `errors`; the rest of the response is still shown.
declare module '@apollo/client' {
  namespace ApolloClient {
    namespace DeclareDefaultOptions {
      interface WatchQuery {
        errorPolicy: 'all';
      }
    }
  }
}

/** Without a network, what the cache has is shown without a request. */
const DEFAULTS = {
  get watchQuery() {
    return {
      errorPolicy: 'all',
      fetchPolicy: navigator.onLine ? 'cache-and-network' : 'cache-first',
    } as const;
  },
};

/** The GraphQL client of a session. */
export interface Gateway {
  client: ApolloClient;
  /** Connection state of the socket. */
  connection: Connection;
}

export function openGateway(session: Session): Gateway {
  const socket = openSocket({ url: new URL(URL_OF_GRAPH, location.href).href, session });
  const client = new ApolloClient({
    cache: createCache(),
    link: createLink({ url: URL_OF_GRAPH, session, socket }),
    defaultOptions: DEFAULTS,
  });
  return { client, connection: new Connection(socket) };
}
