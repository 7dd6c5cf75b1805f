// It reads the list before the stream begins, and does not reconnect: what is sent in between is never shown.
import { createClient } from 'graphql-ws';

export async function openBell({ url, token }, show) {
  const lines = [];
  const ask = async (query) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
    });
    return (await response.json()).data;
  };
  const add = ({ text, textParameters }) => text.replace('%s', textParameters);
  const { me } = await ask('{ me { notifications { nodes { text textParameters } } } }');
  lines.push(...me.notifications.nodes.map(add));
  show([...lines]);
  const client = createClient({
    url: url.replace('http', 'ws'),
    connectionParams: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
  });
  client.subscribe(
    { query: 'subscription { notificationReceived { notification { text textParameters } } }' },
    {
      next: ({ data }) => {
        const { notification } = data.notificationReceived;
        if (!notification) return;
        lines.unshift(add(notification));
        show([...lines]);
      },
      error: () => {},
      complete: () => {},
    },
  );
  return () => client.dispose();
}
