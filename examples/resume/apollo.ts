import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import type { Client } from 'graphql-ws';

/** Subscriptions use the socket, everything else HTTP: a lost socket must not send a mutation twice. */
export function apolloClient(
  url: string,
  socket: Client,
  token: () => string | Promise<string>,
): ApolloClient {
  const authorize = new SetContextLink(async ({ headers }) => ({
    headers: { ...headers, authorization: await token() },
  }));
  return new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      new GraphQLWsLink(socket),
      authorize.concat(new HttpLink({ uri: url })),
    ),
  });
}

const RECEIVED = gql`
  subscription Received($after: String) {
    notificationReceived(after: $after) {
      cursor
      gap { reason }
      notification { id text }
    }
  }
`;

interface Received {
  notificationReceived: {
    cursor: string;
    gap: { reason: string } | null;
    notification: { id: string | null; text: string } | null;
  } | null;
}

export interface Screen {
  show(text: string): void;
  /** Events may be missing: reload the list. */
  refetch(reason: string): void;
  /** The subscription has ended permanently. */
  fail(error: unknown): void;
}

/** Streams the user's notifications to a screen. @returns unsubscribes. */
export function followNotifications(client: ApolloClient, { show, refetch, fail }: Screen): () => void {
  const results = client.subscribe<Received>({ query: RECEIVED, fetchPolicy: 'no-cache' });
  const subscription = results.subscribe(({ data, error }) => {
    if (error) fail(error);
    const item = data?.notificationReceived;
    if (item?.gap) refetch(item.gap.reason);
    if (item?.notification) show(item.notification.text);
  });
  return () => subscription.unsubscribe();
}
