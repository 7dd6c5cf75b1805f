import { useMutation, useQuery } from '@apollo/client/react';
import { NavLink, Outlet } from 'react-router';
import { useGateway } from '../gateway/provider.tsx';
import { graphql } from '../gql/index.ts';
import { Bell } from './bell.tsx';
import { Person } from './person.tsx';

const VIEWER = graphql(`
  query Viewer {
    me { id ...Person }
  }
`);

const SIGN_OUT = graphql(`
  mutation SignOut { signOut { signedOut } }
`);

/** The frame around every screen of a signed-in user. */
export function Shell() {
  const { client, session } = useGateway();
  const { data } = useQuery(VIEWER);
  const [signOut] = useMutation(SIGN_OUT);
  const leave = async () => {
    // Forget the session even if the platform could not be reached.
    await signOut().catch(() => {});
    session.end('absent');
    await client.clearStore();
  };
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
          <button type="button" className="quiet" onClick={() => void leave()}>
            Sign out
          </button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
