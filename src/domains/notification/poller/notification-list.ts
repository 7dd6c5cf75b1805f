import { createHash } from 'node:crypto';
import { canonical, type Json } from '../../../events/json.ts';
import { isStorableId } from '../../../platform/storable.ts';

/** The part of a notification that the poller needs. */
export interface PolledNotification {
  /** The platform's ID. Null: none. */
  id: string | null;
  /** Epoch milliseconds by the platform's clock. Null: not stated. */
  createdAt: number | null;
  /** The event payload. */
  payload: Json;
}

/** A notification with its deduplication key. */
export type KeyedNotification = PolledNotification & { key: string };

/** A page of the list. */
export interface PolledPage {
  rows: readonly PolledNotification[];
  /** Number of rows on the page, including those left out of `rows`. */
  sent: number;
}

/** Reads one page, numbered from 1. */
export type ReadPolledPage = (page: number, limit: number) => Promise<PolledPage>;

/** The result of reading a list, oldest first. */
export interface NotificationList {
  rows: readonly KeyedNotification[];
  /**
   * `complete`: contains every row that was in the list when reading began.
   * `moving`: the list changed faster than it was read; rows may have been skipped.
   * `too-long`: reading stopped at the limit.
   */
  outcome: 'complete' | 'moving' | 'too-long';
}

/** Rows requested per page. */
const PAGE_LIMIT = 100;
/** Minimum page size of any platform, the contract's default: a page with fewer rows is the last. */
const SMALLEST_PAGE = 10;
const MAX_PAGES = 500;
const MAX_WALKS = 5;

/**
 * Reads a paged list of unknown length and order that may change meanwhile. A new row pushes others down, which only
 * makes them appear twice. A removed row pulls others up, past the reader; so a list of several pages is read again
 * until a pass finds nothing but newer rows.
 */
export async function readList(readPage: ReadPolledPage): Promise<NotificationList> {
  let known = new Map<string, KeyedNotification>();
  for (let walk = 1; walk <= MAX_WALKS; walk++) {
    const { rows, pages, tooLong } = await walkList(readPage);
    const newest = newestIn(known.values());
    const skipped = rows
      .values()
      .some((row) => !known.has(row.key) && (row.createdAt === null || row.createdAt <= newest));
    // Ordered as in the latest pass. Rows that have disappeared since then were in the list and still count.
    const all = new Map([...rows, ...known]);
    known = all;
    if (tooLong) return { rows: oldestFirst(known), outcome: 'too-long' };
    if (pages <= 1 || (walk > 1 && !skipped)) return { rows: oldestFirst(known), outcome: 'complete' };
  }
  return { rows: oldestFirst(known), outcome: 'moving' };
}

/** Reads all pages once. `pages`: number of pages with rows. */
async function walkList(readPage: ReadPolledPage) {
  const rows = new Map<string, KeyedNotification>();
  let largest = SMALLEST_PAGE;
  for (let number = 1; number <= MAX_PAGES; number++) {
    const page = await readPage(number, PAGE_LIMIT);
    const before = rows.size;
    for (const row of page.rows) {
      const key = keyOf(row);
      if (!rows.has(key)) rows.set(key, { ...row, key });
    }
    // A platform with its own page size fills every page but the last; one that ignores the page number repeats a page.
    if (rows.size === before) return { rows, pages: number - 1, tooLong: false };
    if (page.sent < largest) return { rows, pages: number, tooLong: false };
    largest = page.sent;
  }
  return { rows, pages: MAX_PAGES, tooLong: true };
}

/**
 * Sorts by creation time. Rows without one keep their place relative to the others; if none has one, the order is
 * reversed, because such lists start with the newest.
 */
function oldestFirst(found: ReadonlyMap<string, KeyedNotification>): KeyedNotification[] {
  const rows = [...found.values()];
  const times = rows.flatMap(({ createdAt }) => createdAt ?? []);
  const isNewestFirst = (times[0] ?? 0) >= (times.at(-1) ?? 0);
  let time = Number.NEGATIVE_INFINITY;
  const placed = (isNewestFirst ? rows.toReversed() : rows).map((row) => {
    time = row.createdAt ?? time;
    return { row, time };
  });
  // No subtraction: the difference of two infinities is NaN. The sort is stable.
  placed.sort((a, b) => (a.time === b.time ? 0 : a.time < b.time ? -1 : 1));
  return placed.map(({ row }) => row);
}

/** The newest creation time. -Infinity: no row has one. */
export const newestIn = (rows: Iterable<PolledNotification>): number =>
  [...rows].reduce((max, { createdAt }) => Math.max(max, createdAt ?? max), Number.NEGATIVE_INFINITY);

/** Deduplication key: the ID, or its digest if it may not be stored, or a digest of the content if there is none. */
function keyOf({ id, payload }: PolledNotification): string {
  if (id === null) return `content:${digest(canonical(payload))}`;
  return `id:${isStorableId(id) ? id : digest(id)}`;
}

/** A short, fixed-size digest of a text. */
export const digest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22);
