import { Link } from 'react-router';
import { finishSignIn } from '../gateway/sign-in.ts';
import { Problem } from '../parts/problem.tsx';
import { useRedirect } from './use-redirect.ts';

/** Redirect target after a sign-in. */
export function Callback() {
  const error = useRedirect(async ({ client, session }, redirect) => {
    const { tokens, returnTo } = await finishSignIn(client, redirect);
    session.start(tokens);
    return returnTo;
  });
  return (
    <main className="welcome">
      <section>
        {error === null ? <p role="status">Signing you in…</p> : <Problem error={error} />}
        {error !== null && <Link to="/">Back to the start</Link>}
      </section>
    </main>
  );
}
