import { type CostedField, costs, type FieldCosts, once, pages, unshared, when } from '../../graph/cost.ts';
import { isRecord } from '../../lib/is-record.ts';
import { validateSession } from '../../platform/routes/auth.ts';
import * as routes from '../../platform/routes/notification.ts';
import { readOwnProfile } from '../../platform/routes/user.ts';
import { MAXIMUM_FILL_PAGES } from './streams.ts';

/** Rows of the list have these fields; for others, the list is searched. */
const isInList = ({ parent }: CostedField): boolean => parent.key.startsWith('notifications');
const inList = costs(when((field) => !isInList(field), once(routes.listNotifications)));

export const notificationCosts: FieldCosts = {
  // Only the signed-in user has them, so they are one list wherever they are selected.
  'User.notifications': {
    ofCaller: true,
    calls: [once(readOwnProfile), pages(routes.listNotifications)],
    yields: ({ args, parent, result }) => ({
      ...result,
      key: `notifications${JSON.stringify(args)}`,
      count: result.count / parent.count,
    }),
  },
  // A stream resumed from a trimmed position is filled from the list.
  'Subscription.notificationReceived': costs(
    once(readOwnProfile),
    once(routes.listNotifications, MAXIMUM_FILL_PAGES),
  ),
  'Mutation.sendNotification': costs(
    // The session is confirmed before the log is changed. A stored notification is streamed from the platform's list.
    when(isOnlyPushed, once(validateSession)),
    unshared(routes.sendNotification),
  ),
  'Mutation.registerDevice': costs(unshared(routes.registerDevice)),
  'Notification.acknowledged': inList,
  'Notification.createdDate': inList,
  'Notification.senderId': inList,
  'Notification.extra': inList,
  'Mutation.acknowledgeNotification': costs(unshared(routes.acknowledgeNotification)),
};

function isOnlyPushed({ args: { input } }: CostedField): boolean {
  return !isRecord(input) || input.persist === false;
}
