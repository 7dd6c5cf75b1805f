import { gql } from '@apollo/client';
import { createClient } from '@learning-platform/client/apollo';
import { NotificationReceivedDocument } from '@learning-platform/client/documents';
import { notificationText } from '@learning-platform/client/texts';

const LIST = gql`
  query {
    me { id notifications(first: 50) { nodes { id text textParameters } } }
  }
`;

export async function openBell({ url, token }, show) {
  const client = createClient({ url, session: { authorization: () => `Bearer ${token}` } });
  const list = client.watchQuery({ query: LIST });
  const shown = list.subscribe(({ data }) => {
    if (data?.me) show(data.me.notifications.nodes.map((one) => notificationText(one)));
  });
  const stream = client
    .subscribe({ query: NotificationReceivedDocument, fetchPolicy: 'no-cache' })
    .subscribe(() => void list.refetch().catch(() => {}));
  return () => {
    shown.unsubscribe();
    stream.unsubscribe();
    client.stop();
  };
}
