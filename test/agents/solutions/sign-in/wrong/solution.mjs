// Each query that is refused renews the token by itself, although a refresh token can be used once.
export function createAuth({ url, storage, redirectUri }) {
  const ask = async (query, variables, token) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ query, variables }),
    });
    return response.json();
  };
  const keep = ({ token }) => {
    storage.setItem('access', token.accessToken);
    storage.setItem('refresh', token.refreshToken);
  };
  const TOKEN = 'token { accessToken refreshToken }';
  return {
    begin: async () => {
      const { data } = await ask(
        'mutation ($input: BeginSignInInput!) { beginSignIn(input: $input) { url codeVerifier } }',
        { input: { redirectUri } },
      );
      storage.setItem('verifier', data.beginSignIn.codeVerifier);
      return data.beginSignIn.url;
    },
    finish: async (callbackUrl) => {
      const { data } = await ask(
        `mutation ($input: ExchangeCodeInput!) { exchangeCode(input: $input) { ${TOKEN} } }`,
        {
          input: {
            code: new URL(callbackUrl).searchParams.get('code'),
            codeVerifier: storage.getItem('verifier'),
          },
        },
      );
      keep(data.exchangeCode);
    },
    query: async (document) => {
      const first = await ask(document, {}, storage.getItem('access'));
      if (!first.errors?.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED')) return first.data;
      const { data } = await ask(
        `mutation ($input: RefreshSessionInput!) { refreshSession(input: $input) { ${TOKEN} } }`,
        { input: { refreshToken: storage.getItem('refresh') } },
      );
      keep(data.refreshSession);
      return (await ask(document, {}, storage.getItem('access'))).data;
    },
  };
}
