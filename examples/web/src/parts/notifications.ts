import { useApolloClient, useQuery, useSubscription } from '@apollo/client/react';
import { isNetworkRequestInFlight } from '@apollo/client/utilities';
import { useRef } from 'react';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import type { QueryState } from './recovery.ts';

export const NOTIFICATION = graphql(`
  fragment NotificationRow on Notification { id text textParameters createdDate acknowledged }
`);

const LIST = graphql(`
  query Notifications {
    me { id notifications(first: 20) { nodes { id ...NotificationRow } } }
  }
`);

/** The socket resumes with `after` and `cursor` after a lost connection. */
const RECEIVED = graphql(`
  subscription NotificationReceived($after: String) {
    notificationReceived(after: $after) {
      cursor
      gap { reason }
      notification { id ...NotificationRow }
    }
  }
`);

interface Notifications {
  rows: readonly FragmentType<typeof NOTIFICATION>[];
  unread: number;
  query: QueryState;
  /** Why no more arrive. */
  error: unknown;
}

/** Notifications of the signed-in user: the stored ones, and new ones as they arrive. */
export function useNotifications(): Notifications {
  const { cache } = useApolloClient();
  const query = useQuery(LIST);
  const { data, refetch, observable } = query;
  const reloads = useRef<Promise<unknown>>(Promise.resolve());
  // One after the other: a list that is under way may be older than what asks for the next.
  const reload = () => {
    reloads.current = reloads.current.then(() => refetch()).catch(() => {});
  };
  const live = useSubscription(RECEIVED, {
    skip: !data,
    onData: ({ data: { data: item } }) => {
      const { notification } = item?.notificationReceived ?? {};
      // The stream begins, events may be missing (a gap), or a list that is under way may lack this one.
      if (!notification || isNetworkRequestInFlight(observable.getCurrentResult().networkStatus)) reload();
      else {
        cache.updateQuery({ query: LIST }, (list) => {
          const me = list?.me;
          const nodes = me?.notifications?.nodes ?? [];
          if (!me?.notifications || nodes.some(({ id }) => id === notification.id)) return list;
          return {
            ...list,
            me: { ...me, notifications: { ...me.notifications, nodes: [notification, ...nodes] } },
          };
        });
      }
    },
  });
  const rows = data?.me?.notifications?.nodes ?? [];
  const unread = rows.filter((row) => readFragment(NOTIFICATION, row).acknowledged !== true).length;
  return { rows, unread, query, error: live.error };
}
