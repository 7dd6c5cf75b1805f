import { Session } from '@learning-platform/client/session';
import { Fragment, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';

/** Outside of production, the gateway allows pages of every local port. */
export const url: string = import.meta.env.VITE_GATEWAY_URL ?? 'http://127.0.0.1:4000/graphql';
export const session = new Session({ url });

/** Redirect URI, registered for the app in the developer console. */
const CALLBACK = '/callback';

/** Shows its children to a signed-in user, mounted anew for each sign-in. */
export function SignedIn({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(session.subscribe, session.state);
  const [problem, setProblem] = useState('');

  useEffect(() => {
    if (location.pathname !== CALLBACK) return;
    session.finishSignIn(location.href).then(
      ({ returnTo }) => history.replaceState(null, '', returnTo),
      (error: Error) => setProblem(error.message),
    );
  }, []);

  const signIn = () =>
    session.beginSignIn({ redirectUri: new URL(CALLBACK, location.origin).href }).then(
      (url) => location.assign(url),
      (error: Error) => setProblem(error.message),
    );

  if (state.status === 'signed-in') return <Fragment key={state.id}>{children}</Fragment>;
  return (
    <>
      <h1>Learning platform</h1>
      {problem && <p role="alert">{problem}</p>}
      <button type="button" onClick={() => void signIn()}>
        Sign in
      </button>
    </>
  );
}
