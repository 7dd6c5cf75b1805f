import { useState } from 'react';
import { useLocation } from 'react-router';
import { useGateway } from '../gateway/provider.tsx';
import { beginSignIn } from '../gateway/sign-in.ts';
import { Problem } from '../parts/problem.tsx';

/** Links to the platform's own sign-in page, the only one that sees the password. */
export function SignIn() {
  const { client, session } = useGateway();
  const { pathname, search } = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const begin = () => {
    setLeaving(true);
    setError(null);
    beginSignIn(client, pathname + search).catch((problem: unknown) => {
      setLeaving(false);
      setError(problem);
    });
  };
  return (
    <main className="welcome">
      <section>
        <img src="/icon.svg" alt="" width="56" height="56" />
        <h1>Fieldbook</h1>
        <p className="lead">Your classes, your courses and your notes.</p>
        {session.signedOut === 'expired' && (
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
