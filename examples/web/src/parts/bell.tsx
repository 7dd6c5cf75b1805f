import { useApolloClient } from '@apollo/client/react';
import { type LiveNotification, liveNotifications } from '@learning-platform/client/live';
import { useNotifications } from '@learning-platform/client/react';
import { notificationText } from '@learning-platform/client/texts';
import { useId, useState } from 'react';
import { useConnection } from '../gateway/provider.tsx';
import { Empty } from './empty.tsx';
import { LiveState } from './live-state.tsx';
import { Problem } from './problem.tsx';

/** The bell: the number of unread notifications and, on click, the list. */
export function Bell() {
  const client = useApolloClient();
  const [live] = useState(() => liveNotifications(client));
  const { notifications, unread, error } = useNotifications(live);
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
        {unread !== '0' && <span className="count">{unread}</span>}
      </button>
      <section id={panel} className="panel" aria-label="Notifications" popover="auto">
        <header>
          <h2>Notifications</h2>
          <LiveState state={connection} />
        </header>
        {error != null && <Problem error={error} />}
        {notifications.length === 0 && (
          <Empty title="Nothing new">What others send you shows up here at once.</Empty>
        )}
        <ul aria-live="polite">
          {notifications.map((row) => (
            <NotificationItem key={row.id} row={row} acknowledge={live.acknowledge} />
          ))}
        </ul>
      </section>
    </div>
  );
}

interface ItemProps {
  row: LiveNotification;
  acknowledge(id: string): Promise<void>;
}

function NotificationItem({ row, acknowledge }: ItemProps) {
  const { id, createdDate, acknowledged } = row;
  const [problem, setProblem] = useState<unknown>(null);
  return (
    <li className={acknowledged ? 'read' : undefined}>
      <p>{notificationText(row)}</p>
      {createdDate && <time dateTime={createdDate}>{new Date(createdDate).toLocaleString()}</time>}
      {!acknowledged && (
        <button type="button" className="link" onClick={() => acknowledge(id).catch(setProblem)}>
          Mark as read
        </button>
      )}
      {problem != null && <Problem error={problem} />}
    </li>
  );
}
