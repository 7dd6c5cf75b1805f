import { useMutation } from '@apollo/client/react';
import { notificationText } from '@learning-platform/client/texts';
import { useId } from 'react';
import { useConnection } from '../gateway/provider.tsx';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { Empty } from './empty.tsx';
import { LiveState } from './live-state.tsx';
import { NOTIFICATION, useNotifications } from './notifications.ts';
import { Problem, QueryProblem } from './problem.tsx';

const ACKNOWLEDGE = graphql(`
  mutation Acknowledge($id: ID!) {
    acknowledgeNotification(input: { id: $id }) { notificationId }
  }
`);

/** The bell: the number of unread notifications and, on click, the list. */
export function Bell() {
  const { rows, unread, query, error } = useNotifications();
  const connection = useConnection();
  const panel = useId();
  return (
    <div className="bell">
      <button
        type="button"
        className="icon"
        popoverTarget={panel}
        aria-label={`Notifications, ${unread} unread`}
      >
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden>
          <path d="M6 10a6 6 0 0 1 12 0v4l2 3H4l2-3zM10 20h4" />
        </svg>
        {unread > 0 && <span className="count">{unread}</span>}
      </button>
      <section id={panel} className="panel" aria-label="Notifications" popover="auto">
        <header>
          <h2>Notifications</h2>
          <LiveState state={connection} />
        </header>
        <QueryProblem query={query} />
        {error != null && <Problem error={error} />}
        {rows.length === 0 && <Empty title="Nothing new">What others send you shows up here at once.</Empty>}
        <ul aria-live="polite">
          {rows.map((row) => (
            <NotificationItem key={readFragment(NOTIFICATION, row).id} notification={row} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function NotificationItem({ notification }: { notification: FragmentType<typeof NOTIFICATION> }) {
  const row = readFragment(NOTIFICATION, notification);
  const { id, createdDate, acknowledged } = row;
  const [acknowledge, { loading, error }] = useMutation(ACKNOWLEDGE, {
    update: (cache) => {
      if (id)
        cache.modify({
          id: cache.identify({ __typename: 'Notification', id }) ?? '',
          fields: { acknowledged: () => true },
        });
    },
  });
  return (
    <li className={acknowledged ? 'read' : undefined}>
      <p>{notificationText(row)}</p>
      {createdDate && <time dateTime={createdDate}>{new Date(createdDate).toLocaleString()}</time>}
      {id && !acknowledged && (
        <button
          type="button"
          className="link"
          disabled={loading}
          onClick={() => void acknowledge({ variables: { id } }).catch(() => {})}
        >
          Mark as read
        </button>
      )}
      {error && <Problem error={error} />}
    </li>
  );
}
