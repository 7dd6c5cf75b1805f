import type { Platform } from '../../platform/client.ts';
import {
  createdAtOf,
  isPushedOnly,
  listNotifications,
  type NotificationRow,
  notificationIdOf,
} from '../../platform/routes/notification.ts';

const PAGE_SIZE = 100;
/** Minimum page size of any platform, the contract's default: a page with fewer rows is the last. */
const SMALLEST_PAGE = 10;
/** The list is read from this long before a notification: the platform may round `since`. Milliseconds. */
const MARGIN = 1000;

/**
 * Finds the rows of notifications in the signed-in user's list. Reads a page only if the pages before do not contain the
 * row, so that notifications of one page cost one call, however many are looked up.
 */
export class ListedNotifications {
  readonly #maximumPages: number;
  readonly #rows = new Map<string, NotificationRow>();
  /** Start of the part of the list that is read. Null: all of it. Undefined: nothing has been read. */
  #since: number | null | undefined;
  #pages = 0;
  #isWhole = false;
  /** Lookups take turns: a later one can find its row in what an earlier one reads. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(maximumPages: number) {
    this.#maximumPages = maximumPages;
  }

  /** The row of the notification in the list. Null: it is not listed. */
  find(notification: NotificationRow, platform: Platform): Promise<NotificationRow | null> {
    const id = notificationIdOf(notification);
    if (id === null || isPushedOnly(notification)) return Promise.resolve(null);
    const found = this.#turn.then(() => this.#search(id, createdAtOf(notification), platform));
    this.#turn = found.catch(() => {});
    return found;
  }

  async #search(id: string, createdAt: number | null, platform: Platform): Promise<NotificationRow | null> {
    this.#coverFrom(createdAt === null ? null : createdAt - MARGIN);
    while (!this.#rows.has(id) && !this.#isWhole) await this.#readPage(platform);
    return this.#rows.get(id) ?? null;
  }

  /** Starts again from the first page if the rows after `since` may not all be part of what is read. */
  #coverFrom(since: number | null): void {
    const covered = this.#since;
    if (covered === null || (covered !== undefined && since !== null && covered <= since)) return;
    this.#since = since;
    this.#pages = 0;
    this.#isWhole = false;
  }

  async #readPage(platform: Platform): Promise<void> {
    const response = await platform.read(listNotifications, {
      acknowledge: true,
      limit: PAGE_SIZE,
      page: this.#pages + 1,
      ...(this.#since == null ? {} : { since: new Date(this.#since).toISOString() }),
    });
    const rows = response?.rows ?? [];
    const before = this.#rows.size;
    for (const row of rows) {
      const id = notificationIdOf(row);
      if (id !== null) this.#rows.set(id, row);
    }
    this.#pages += 1;
    this.#isWhole =
      rows.length < SMALLEST_PAGE || this.#rows.size === before || this.#pages === this.#maximumPages;
  }
}
