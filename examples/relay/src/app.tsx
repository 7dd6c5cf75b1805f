import { liveNotifications } from '@learning-platform/client/live';
import { SessionProvider, SignedIn, useNotifications, useSession } from '@learning-platform/client/react';
import { createEnvironment } from '@learning-platform/client/relay';
import { Session } from '@learning-platform/client/session';
import { errorText, notificationText } from '@learning-platform/client/texts';
import { Suspense, useState } from 'react';
import {
  graphql,
  RelayEnvironmentProvider,
  useLazyLoadQuery,
  usePaginationFragment,
  useRelayEnvironment,
} from 'react-relay';
import type { appClasses_query$key } from './__generated__/appClasses_query.graphql.ts';
import type { appQuery } from './__generated__/appQuery.graphql.ts';

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

/** An environment per sign-in, so that no user sees what another has loaded. */
function Page() {
  const [environment] = useState(() => createEnvironment({ url, session }));
  return (
    <RelayEnvironmentProvider environment={environment}>
      <Suspense fallback={<h1>Loading…</h1>}>
        <Screen />
      </Suspense>
      <button type="button" onClick={() => void session.signOut()}>
        Sign out
      </button>
    </RelayEnvironmentProvider>
  );
}

function Screen() {
  const data = useLazyLoadQuery<appQuery>(
    graphql`
      query appQuery {
        me {
          firstName
        }
        ...appClasses_query
      }
    `,
    {},
  );
  return (
    <>
      <h1>Hello, {data.me?.firstName}</h1>
      <Classes query={data} />
      <Bell />
    </>
  );
}

function Classes({ query }: { query: appClasses_query$key }) {
  const { data, hasNext, loadNext } = usePaginationFragment(
    graphql`
      fragment appClasses_query on Query
      @argumentDefinitions(count: { type: "Int", defaultValue: 4 }, cursor: { type: "String" })
      @refetchable(queryName: "appClassesRefetchQuery") {
        classes(first: $count, after: $cursor) @connection(key: "app_classes") {
          edges {
            node {
              id
              name
            }
          }
        }
      }
    `,
    query,
  );
  return (
    <section aria-label="Classes">
      <h2>Classes</h2>
      <ul>
        {data.classes?.edges.map(({ node }) => (
          <li key={node.id}>{node.name}</li>
        ))}
      </ul>
      {hasNext && (
        <button type="button" onClick={() => loadNext(4)}>
          More
        </button>
      )}
    </section>
  );
}

function Bell() {
  const environment = useRelayEnvironment();
  const [live] = useState(() => liveNotifications(environment));
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
