import { useState } from 'react';
import { useLocation } from 'react-router';
import { useSession, useSessionState } from '../gateway/session.tsx';
import { usePageTitle } from '../parts/page-title.ts';
import { Problem } from '../parts/problem.tsx';

/** Redirect URI, registered for the app in the developer console. */
export const CALLBACK_PATH = '/callback';

/** Links to the platform's own sign-in page, the only one that sees the password. */
export function SignIn() {
  usePageTitle('Sign in');
  const session = useSession();
  const state = useSessionState();
  const { pathname, search } = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const begin = () => {
    setLeaving(true);
    setError(null);
    const redirectUri = new URL(CALLBACK_PATH, location.origin).href;
    session.beginSignIn({ redirectUri, returnTo: pathname + search }).then(
      (url) => location.assign(url),
      (problem: unknown) => {
        setLeaving(false);
        setError(problem);
      },
    );
  };
  return (
    <main className="welcome">
      <section>
        <img src="/icon.svg" alt="" width="56" height="56" />
        <h1>Fieldbook</h1>
        <p className="lead">Your classes, your courses and your notes.</p>
        {state.status === 'signed-out' && state.reason === 'expired' && (
          <p className="notice" role="status">
            Your session has expired. Sign in again to continue.
          </p>
        )}
        <button type="button" disabled={isLeaving} onClick={begin}>
          {isLeaving ? 'Redirecting…' : 'Sign in'}
        </button>
        <small>You sign in on the platform's own page.</small>
        {error != null && <Problem error={error} onRetry={begin} />}
      </section>
    </main>
  );
}
