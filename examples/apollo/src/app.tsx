import { ApolloProvider, useQuery, useSubscription } from '@apollo/client/react';
import { createClient } from '@learning-platform/client/apollo';
import {
  ClassesDocument,
  NotificationReceivedDocument,
  NotificationsDocument,
  ViewerDocument,
} from '@learning-platform/client/documents';
import { useState } from 'react';
import { SignedIn, session, url } from './sign-in.tsx';

export const App = () => (
  <SignedIn>
    <Page />
  </SignedIn>
);

/** A client per sign-in, so that no user sees what another has loaded. */
function Page() {
  const [client] = useState(() => createClient({ url, session }));
  return (
    <ApolloProvider client={client}>
      <Viewer />
      <Classes />
      <Bell />
      <button type="button" onClick={() => void session.signOut()}>
        Sign out
      </button>
    </ApolloProvider>
  );
}

function Viewer() {
  const { data } = useQuery(ViewerDocument);
  return <h1>{data?.me ? `Hello, ${data.me.firstName}` : 'Loading…'}</h1>;
}

function Classes() {
  const { data, error, fetchMore } = useQuery(ClassesDocument, { variables: { first: 4 } });
  const { edges = [], pageInfo } = data?.classes ?? {};
  return (
    <section aria-label="Classes">
      <h2>Classes</h2>
      {error && <p role="alert">{error.message}</p>}
      <ul>
        {edges.map(({ node }) => (
          <li key={node.id}>{node.name}</li>
        ))}
      </ul>
      {pageInfo?.hasNextPage && (
        <button
          type="button"
          onClick={() => void fetchMore({ variables: { first: 4, after: pageInfo.endCursor ?? null } })}
        >
          More
        </button>
      )}
    </section>
  );
}

function Bell() {
  const { data, refetch } = useQuery(NotificationsDocument);
  // The first item says that the stream has begun, later ones that the list has changed, or may have.
  useSubscription(NotificationReceivedDocument, { onData: () => void refetch() });
  const edges = data?.me?.notifications?.edges ?? [];
  return (
    <section aria-label="Notifications" aria-live="polite">
      <h2>Notifications ({edges.length})</h2>
      <ul>
        {edges.map(({ cursor, node }) => (
          <li key={cursor}>{node.text}</li>
        ))}
      </ul>
    </section>
  );
}
