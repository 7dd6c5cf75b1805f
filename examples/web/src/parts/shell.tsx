import { useQuery } from '@apollo/client/react';
import { useSession } from '@learning-platform/client/react';
import { NavLink } from 'react-router';
import { GatewayProvider } from '../gateway/provider.tsx';
import { graphql } from '../gql/index.ts';
import { Bell } from './bell.tsx';
import { Page } from './page.tsx';
import { Person } from './person.tsx';
import { useRecovery } from './recovery.ts';

const VIEWER = graphql(`
  query Viewer {
    me { id ...Person }
  }
`);

/** What all screens of a signed-in user share: the GraphQL client, whose cache ends with the sign-in, and the frame. */
export default function Shell() {
  return (
    <GatewayProvider>
      <Frame />
    </GatewayProvider>
  );
}

function Frame() {
  const { signOut } = useSession();
  const viewer = useQuery(VIEWER);
  useRecovery(viewer);
  const { data } = viewer;
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="bar">
        <NavLink to="/" className="brand">
          <img src="/icon.svg" alt="" width="28" height="28" />
          Fieldbook
        </NavLink>
        <nav aria-label="Screens">
          <NavLink to="/" end>
            Classes
          </NavLink>
          <NavLink to="/leaderboard">Leaderboard</NavLink>
        </nav>
        <div className="bar-end">
          <Bell />
          {data?.me && <Person user={data.me} />}
          <button type="button" className="quiet" onClick={() => void signOut()}>
            Sign out
          </button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <Page />
      </main>
    </>
  );
}
