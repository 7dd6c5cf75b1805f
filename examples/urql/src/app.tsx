import { ClassesDocument, ViewerDocument } from '@learning-platform/client/documents';
import { liveNotifications } from '@learning-platform/client/live';
import { SessionProvider, SignedIn, useNotifications, useSession } from '@learning-platform/client/react';
import { Session } from '@learning-platform/client/session';
import { errorText, notificationText } from '@learning-platform/client/texts';
import { createClient } from '@learning-platform/client/urql';
import { useState } from 'react';
import { Provider, useClient, useQuery } from 'urql';

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
    <Provider value={client}>
      <Viewer />
      <Classes />
      <Bell />
      <button type="button" onClick={() => void session.signOut()}>
        Sign out
      </button>
    </Provider>
  );
}

function Viewer() {
  const [{ data }] = useQuery({ query: ViewerDocument });
  return <h1>{data?.me ? `Hello, ${data.me.firstName}` : 'Loading…'}</h1>;
}

function Classes() {
  const [after, setAfter] = useState<string | null>(null);
  // The cache returns all pages that have been read.
  const [{ data, error }] = useQuery({ query: ClassesDocument, variables: { first: 4, after } });
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
        <button type="button" onClick={() => setAfter(pageInfo.endCursor ?? null)}>
          More
        </button>
      )}
    </section>
  );
}

function Bell() {
  const client = useClient();
  const [live] = useState(() => liveNotifications(client));
  const { notifications, unread } = useNotifications(live);
  return (
    <section aria-label="Notifications" aria-live="polite">
      <h2>Notifications ({unread})</h2>
      <ul>
        {notifications.map((notification) => (
          <li key={notification.id}>{notificationText(notification)}</li>
        ))}
      </ul>
    </section>
  );
}
