import { useSession } from '@learning-platform/client/react';
import { useTransition } from 'react';
import { usePageTitle } from '../parts/page-title.ts';
import { Problem } from '../parts/problem.tsx';

/** Links to the platform's own sign-in page, the only one that sees the password. */
export function SignIn() {
  usePageTitle('Sign in');
  const { state, signIn, error } = useSession();
  const [isLeaving, startLeaving] = useTransition();
  const begin = () => startLeaving(() => signIn());
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
        {error && <Problem error={error} onRetry={begin} />}
      </section>
    </main>
  );
}
