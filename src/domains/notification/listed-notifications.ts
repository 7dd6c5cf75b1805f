import type { Platform } from '../../platform/client.ts';
import {
  createdAtOf,
  isPushedOnly,
  listNotifications,
  type NotificationRow,
  notificationIdOf,
} from '../../platform/routes/notification.ts';
import type { PageOf } from '../../platform/wire.ts';

const PAGE_SIZE = 100;

/** Reads a page of the signed-in user's list, acknowledged notifications included. @param since null: all of it. */
export const readListed = (
  platform: Platform,
  { since, page, limit = PAGE_SIZE }: { since: number | null; page: number; limit?: number },
): Promise<PageOf<NotificationRow>> =>
  platform.read(listNotifications, {
    acknowledge: true,
    limit,
    page,
    ...(since === null ? {} : { since: new Date(since).toISOString() }),
  });

/** Minimum page size of any platform, the contract's default: a page with fewer rows is the last. */
const SMALLEST_PAGE = 10;
/** Milliseconds before a notification from which the list is read: the platform may round `since`. */
export const MARGIN = 1000;

/**
 * Finds the rows of notifications in the signed-in user's list. Reads a page only if the pages before do not contain the
 * row, so that notifications of one page cost one call, however many are looked up. A row that was found is not retained:
 * a stream may stay open for hours after its replay.
 */
export class ListedNotifications {
  readonly #maximumPages: number;
  /** Rows that have not been looked up yet, by ID. */
  readonly #rows = new Map<string, NotificationRow>();
  /** IDs of all rows read from `since` on. */
  readonly #seen = new Set<string>();
  /** Results by notification, for its other fields. */
  readonly #found = new WeakMap<NotificationRow, Promise<NotificationRow | null>>();
  /** Start of the part of the list that is read. Null: all of it. Undefined: nothing has been read. */
  #since: number | null | undefined;
  #pages = 0;
  #isWhole = false;
  /** Lookups run one by one: a later one may find its row in a page that an earlier one reads. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(maximumPages: number) {
    this.#maximumPages = maximumPages;
  }

  /** The row of the notification in the list. Null: it is not listed. */
  find(notification: NotificationRow, platform: Platform): Promise<NotificationRow | null> {
    const id = notificationIdOf(notification);
    if (id === null || isPushedOnly(notification)) return Promise.resolve(null);
    const known = this.#found.get(notification);
    if (known) return known;
    const found = this.#turn.then(() => this.#search(id, createdAtOf(notification), platform));
    this.#found.set(notification, found);
    this.#turn = found.catch(() => {});
    return found;
  }

  async #search(id: string, createdAt: number | null, platform: Platform): Promise<NotificationRow | null> {
    this.#coverFrom(createdAt === null ? null : createdAt - MARGIN);
    while (!this.#rows.has(id) && !this.#isWhole) await this.#readPage(platform);
    const row = this.#rows.get(id) ?? null;
    this.#rows.delete(id);
    return row;
  }

  /** Restarts from the first page if the read part of the list may not cover all rows after `since`. */
  #coverFrom(since: number | null): void {
    const covered = this.#since;
    if (covered === null || (covered !== undefined && since !== null && covered <= since)) return;
    this.#since = since;
    this.#pages = 0;
    this.#isWhole = false;
    this.#rows.clear();
    this.#seen.clear();
  }

  async #readPage(platform: Platform): Promise<void> {
    const response = await readListed(platform, { since: this.#since ?? null, page: this.#pages + 1 });
    const before = this.#seen.size;
    for (const row of response.rows) {
      const id = notificationIdOf(row);
      if (id === null || this.#seen.has(id)) continue;
      this.#seen.add(id);
      this.#rows.set(id, row);
    }
    this.#pages += 1;
    const isRepeated = this.#seen.size === before;
    this.#isWhole = response.sent < SMALLEST_PAGE || isRepeated || this.#pages === this.#maximumPages;
  }
}
