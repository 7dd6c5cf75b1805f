import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { relayStylePagination } from '@apollo/client/utilities';
import { OperationTypeNode } from 'graphql';
import type { Client as Socket } from 'graphql-ws';
import { from, switchMap } from 'rxjs';
import { openSocket } from '../../../../client/src/stream.ts';
import { graphql } from '../gql/index.ts';
import { Connection } from './connection.ts';
import type { Session, Tokens } from './session.ts';

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

/** A GraphQL client for one session, with a socket that survives lost connections. */
export interface Gateway {
  client: ApolloClient;
  session: Session;
  /** Connection state of the socket. */
  connection: Connection;
  close(): void;
}

const REFRESH = graphql(`
  mutation RefreshSession($refreshToken: String!) {
    refreshSession(input: { refreshToken: $refreshToken }) {
      token { accessToken refreshToken }
    }
  }
`);

export function openGateway(session: Session, url = '/graphql'): Gateway {
  const plain = new ApolloClient({
    link: new HttpLink({ uri: url }),
    cache: new InMemoryCache(),
    defaultOptions: DEFAULTS,
  });
  const refresh = () => session.refresh((refreshToken) => exchange(plain, refreshToken));

  const authorize = new SetContextLink(({ headers }) => ({
    headers: { ...headers, ...authorization(session) },
  }));
  const renew = new ErrorLink(({ error, operation, forward }) => {
    if (!isUnauthenticated(error) || !session.tokens || operation.getContext().renewed) return undefined;
    operation.setContext({ renewed: true });
    return from(refresh()).pipe(switchMap(() => forward(operation)));
  });

  const address = new URL(url, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = openSocket({
    url: address.href,
    session: {
      authorization: async (refused) => {
        if (refused === null) return authorization(session).authorization ?? '';
        return `Bearer ${await refresh()}`;
      },
    },
  });

  const client = new ApolloClient({
    cache: new InMemoryCache({
      typePolicies: {
        Query: {
          fields: { classes: relayStylePagination(), leaderboard: relayStylePagination(['categories']) },
        },
      },
    }),
    // Subscriptions use the socket, everything else HTTP: a lost socket must not send a mutation twice.
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      new GraphQLWsLink(socket),
      ApolloLink.from([renew, authorize, new HttpLink({ uri: url })]),
    ),
    defaultOptions: DEFAULTS,
  });
  return { client, session, connection: new Connection(socket), close: () => close(client, socket) };
}

const authorization = ({ tokens }: Session): Record<string, string> =>
  tokens ? { authorization: `Bearer ${tokens.accessToken}` } : {};

async function exchange(client: ApolloClient, refreshToken: string): Promise<Tokens> {
  const { data } = await client.mutate({ mutation: REFRESH, variables: { refreshToken } });
  const { accessToken, refreshToken: next = null } = data?.refreshSession?.token ?? {};
  if (!accessToken) throw new Error('The platform sent no new token.');
  return { accessToken, refreshToken: next };
}

const isUnauthenticated = (error: unknown): boolean =>
  CombinedGraphQLErrors.is(error) &&
  error.errors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');

function close(client: ApolloClient, socket: Socket): void {
  client.stop();
  void socket.dispose();
}
