import { authorizedFetch, Session } from '@learning-platform/client/session';

export function createAuth({ url, storage, redirectUri }) {
  const session = new Session({ url, storage });
  const send = authorizedFetch(session);
  return {
    begin: () => session.beginSignIn({ redirectUri }),
    finish: (callbackUrl) => session.finishSignIn(callbackUrl),
    query: async (document) => {
      const response = await send(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: document }),
      });
      return (await response.json()).data;
    },
  };
}
