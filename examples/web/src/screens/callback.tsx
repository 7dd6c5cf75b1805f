import { useSession } from '@learning-platform/client/react';
import { Link } from 'react-router';
import { usePageTitle } from '../parts/page-title.ts';
import { Problem } from '../parts/problem.tsx';

/** Redirect target after a sign-in. */
export function Callback() {
  usePageTitle('Signing in');
  const { error } = useSession();
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
