import type { ApolloClient } from '@apollo/client';
import { graphql } from '../gql/index.ts';
import type { Tokens } from './session.ts';

/** Redirect URI, registered for the app in the developer console. */
export const CALLBACK_PATH = '/callback';
const PENDING = 'fieldbook.sign-in';

const BEGIN = graphql(`
  mutation BeginSignIn($redirectUri: String!) {
    beginSignIn(input: { redirectUri: $redirectUri }) { url state codeVerifier }
  }
`);

const EXCHANGE = graphql(`
  mutation ExchangeCode($code: String!, $codeVerifier: String!) {
    exchangeCode(input: { code: $code, codeVerifier: $codeVerifier }) {
      token { accessToken refreshToken }
    }
  }
`);

interface Pending {
  state: string;
  codeVerifier: string;
  /** The page to return to. */
  returnTo: string;
}

/** Redirects to the platform's sign-in page, after saving the proof that this tab started the sign-in (PKCE, RFC 7636). */
export async function beginSignIn(client: ApolloClient, returnTo: string): Promise<void> {
  const redirectUri = new URL(CALLBACK_PATH, location.origin).href;
  const { data } = await client.mutate({ mutation: BEGIN, variables: { redirectUri } });
  if (!data?.beginSignIn) throw new Error('The sign-in could not start.');
  const { url, state, codeVerifier } = data.beginSignIn;
  const pending: Pending = { state, codeVerifier, returnTo };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  location.assign(url);
}

/**
 * Exchanges the code from the platform's page for tokens.
 * Rejects if this tab did not start the sign-in, or has already finished it.
 */
export async function finishSignIn(
  client: ApolloClient,
  redirect: URLSearchParams,
): Promise<{ tokens: Tokens; returnTo: string }> {
  const pending = takePending();
  const code = redirect.get('code');
  if (!pending || !code || redirect.get('state') !== pending.state) {
    throw new Error('This sign-in was not started here, or it has ended already. Start it again.');
  }
  const { data } = await client.mutate({
    mutation: EXCHANGE,
    variables: { code, codeVerifier: pending.codeVerifier },
  });
  const { accessToken, refreshToken = null } = data?.exchangeCode?.token ?? {};
  if (!accessToken) throw new Error('The platform sent no token.');
  return { tokens: { accessToken, refreshToken }, returnTo: pending.returnTo };
}

/** Takes the state saved at the start; single-use, like the code. */
function takePending(): Pending | null {
  const kept = sessionStorage.getItem(PENDING);
  sessionStorage.removeItem(PENDING);
  return kept === null ? null : JSON.parse(kept);
}
