import { ApolloProvider, useApolloClient, useQuery } from '@apollo/client/react';
import { createClient } from '@learning-platform/client/apollo';
import { ClassesDocument, ViewerDocument } from '@learning-platform/client/documents';
import { liveNotifications } from '@learning-platform/client/live';
import { SessionProvider, SignedIn, useNotifications, useSession } from '@learning-platform/client/react';
import { Session } from '@learning-platform/client/session';
import { errorText, notificationText } from '@learning-platform/client/texts';
import { useState } from 'react';

/** Outside of production, the gateway allows pages of every local port. */
const url: string = import.meta.env.VITE_GATEWAY_URL ?? 'http://127.0.0.1:4000/graphql';
const session = new Session({ url });

export const App = () => (
  <SessionProvider session={session}>
    <SignedIn fallback={<SignIn />}>
      <Page />
    </SignedIn>
  </SessionProvider>
);

function SignIn() {
  const { signIn, error } = useSession();
  return (
    <>
      <h1>Learning platform</h1>
      {error && <p role="alert">{errorText(error)}</p>}
      <button type="button" onClick={() => void signIn()}>
        Sign in
      </button>
    </>
  );
}

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
  const { data, error } = useQuery(ViewerDocument);
  if (!data && error) return <p role="alert">{errorText(error)}</p>;
  return <h1>{data?.me ? `Hello, ${data.me.firstName}` : 'Loading…'}</h1>;
}

const PAGE = 4;
/** Of the gateway. */
const LONGEST_PAGE = 100;

function Classes() {
  const [first, setFirst] = useState(PAGE);
  const { data, error, fetchMore } = useQuery(ClassesDocument, { variables: { first } });
  const { edges = [], pageInfo } = data?.classes ?? {};
  return (
    <section aria-label="Classes">
      <h2>Classes</h2>
      {error && <p role="alert">{errorText(error)}</p>}
      <ul>
        {edges.map(({ node }) => (
          <li key={node.id}>{node.name}</li>
        ))}
      </ul>
      {pageInfo?.hasNextPage && (
        <button
          type="button"
          onClick={() =>
            // What is read again has the variables of the query: the list keeps its length.
            void fetchMore({ variables: { first: PAGE, after: pageInfo.endCursor ?? null } }).then(
              () => setFirst(Math.min(LONGEST_PAGE, first + PAGE)),
              () => {},
            )
          }
        >
          More
        </button>
      )}
    </section>
  );
}

function Bell() {
  const client = useApolloClient();
  const [live] = useState(() => liveNotifications(client));
  const { notifications, unread, error } = useNotifications(live);
  return (
    <section aria-label="Notifications" aria-live="polite">
      <h2>Notifications ({unread})</h2>
      {error != null && <p role="alert">{errorText(error)}</p>}
      <ul>
        {notifications.map((notification) => (
          <li key={notification.id}>{notificationText(notification)}</li>
        ))}
      </ul>
    </section>
  );
}
