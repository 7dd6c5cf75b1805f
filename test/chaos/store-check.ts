import type { ListedNotification } from './chaos-platform.ts';

/** What is known of one store when the run has ended. */
export interface StoreOutcome {
  readonly name: string;
  /** Its notifications, the newest first, and the number of unread ones that it shows. */
  readonly notifications: readonly ListedNotification[];
  readonly unread: string;
  /** ID of the oldest notification of the list that it read last. Null: the list had no further pages. */
  readonly oldestRead: string | null;
  /** How often it read the list, and how often it got one without a place in the stream, since the event log was unavailable. */
  readonly reads: number;
  readonly unplacedReads: number;
  readonly gaps: number;
  /** IDs that it had more than once at some time. */
  readonly doubled: ReadonlySet<string>;
}

export interface StoreFindings {
  lost: string[];
  doubled: string[];
  /** Notifications that the list does not have, in another order than in the list, or a wrong number of unread ones. */
  wrong: string[];
  /** Stores that read the list once more, without a gap. */
  needlessReads: string[];
}

/** What a store keeps at most. */
const MOST = 200;

/**
 * Compares a store with the platform's list: it must have all of it, from the newest notification to the oldest of the page that it
 * read, each once and in the same order.
 * @param list all of the user's notifications, unread and newest first.
 */
export function checkStore(store: StoreOutcome, list: readonly ListedNotification[]): StoreFindings {
  const { name, notifications, oldestRead } = store;
  const end = oldestRead === null ? list.length : list.findIndex(({ id }) => id === oldestRead) + 1;
  const owed = list.slice(0, end);
  const expected = owed.slice(0, MOST);
  const texts = new Map(list.map(({ id, text }) => [id, text]));
  const known = new Set(notifications.map(({ id }) => id));
  const twice = new Set(notifications.flatMap(({ id }, at) => (isFirst(notifications, id, at) ? [] : [id])));
  const invented = notifications.filter(({ id, text }) => texts.get(id) !== text);
  const unread = `${owed.length}${oldestRead === null ? '' : '+'}`;
  const ids = expected.map(({ id }) => id);
  const ordered = ids.filter((id) => known.has(id));
  const isOrdered = [...known].filter((id) => ids.includes(id)).join() === ordered.join();
  return {
    lost: expected.filter(({ id }) => !known.has(id)).map(({ text }) => `${name} has no ${text}`),
    doubled: [...store.doubled.union(twice)].map((id) => `${name} had ${texts.get(id) ?? id} twice`),
    wrong: [
      ...invented.map(({ text }) => `${name} has ${text}, which the list has not`),
      ...(isOrdered ? [] : [`${name} has another order than the list`]),
      ...(store.unread === unread ? [] : [`${name} shows ${store.unread} unread, not ${unread}`]),
    ],
    needlessReads:
      store.reads <= 1 + store.unplacedReads + store.gaps
        ? []
        : [
            `${name} read the list ${store.reads} times: ${store.unplacedReads} without a place, ${store.gaps} gaps`,
          ],
  };
}

const isFirst = (rows: readonly ListedNotification[], id: string, at: number): boolean =>
  rows.findIndex((row) => row.id === id) === at;
