import { notificationText } from '@learning-platform/client/texts';

export function openInbox({ url, token }) {
  const ask = async (query, variables) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()).data;
  };
  return {
    unread: async () =>
      (await ask('{ me { notifications(first: 0) { totalCount } } }')).me.notifications.totalCount,
    list: async () => {
      const { me } = await ask('{ me { notifications(first: 50) { nodes { id text textParameters } } } }');
      return me.notifications.nodes.map(({ id, text, textParameters }) => ({
        id,
        line: notificationText({ text, textParameters }),
      }));
    },
    markRead: async (id) => {
      await ask(
        'mutation ($input: AcknowledgeNotificationInput!) { acknowledgeNotification(input: $input) { notificationId } }',
        { input: { id } },
      );
    },
  };
}
