import { Link } from 'react-router';
import { useSession } from '../gateway/session.tsx';
import { usePageTitle } from '../parts/page-title.ts';
import { Problem } from '../parts/problem.tsx';
import { useRedirect } from './use-redirect.ts';

/** Redirect target after a sign-in. */
export function Callback() {
  usePageTitle('Signing in');
  const session = useSession();
  const error = useRedirect(async (redirect) => (await session.finishSignIn(redirect)).returnTo);
  return (
    <main className="welcome">
      <section>
        <h1>Fieldbook</h1>
        {error === null ? <p role="status">Signing you in…</p> : <Problem error={error} />}
        {error !== null && <Link to="/">Back to the start</Link>}
      </section>
    </main>
  );
}
