import { useApolloClient } from '@apollo/client/react';
import { useSession } from '@learning-platform/client/react';
import { graphql } from '../gql/index.ts';
import { usePageTitle } from '../parts/page-title.ts';
import { Problem } from '../parts/problem.tsx';
import { useRedirect } from './use-redirect.ts';

const COMPLETE = graphql(`
  mutation CompleteAtoSignOn($code: String!, $state: String!) {
    completeAtoSignOn(input: { code: $code, state: $state }) {
      requestId
      bound
      token { accessToken refreshToken }
    }
  }
`);

/** Redirect target after a sign-on for an ATO request: the plugin's redirect URI. */
export default function AtoSignedOn() {
  usePageTitle('Authority to operate');
  const { session } = useSession();
  const client = useApolloClient();
  const error = useRedirect(async (redirect) => {
    const code = redirect.searchParams.get('code');
    const state = redirect.searchParams.get('state');
    if (!code || !state) throw new Error('This address is for the platform to send you to.');
    const { data } = await client.mutate({ mutation: COMPLETE, variables: { code, state } });
    const { token, requestId, bound } = data?.completeAtoSignOn ?? {};
    if (!token?.accessToken || !requestId) throw new Error('The platform sent no token.');
    if (!bound)
      throw new Error('The platform does not say whose request this is, so it cannot be shown here.');
    const { accessToken, refreshToken } = token;
    await session.start({ accessToken, refreshToken });
    return `/ato/requests/${encodeURIComponent(requestId)}`;
  });
  return (
    <main className="welcome">
      <section>
        <h1>Authority to operate</h1>
        {error === null ? <p role="status">Opening your request…</p> : <Problem error={error} />}
      </section>
    </main>
  );
}
