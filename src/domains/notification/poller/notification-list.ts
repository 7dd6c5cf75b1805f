import { createHash } from 'node:crypto';
import { canonical, type Json } from '../../../events/json.ts';

/** A notification as the poller needs it. */
export interface PolledNotification {
  /** The platform's own identifier, where the row has one. */
  id: string | null;
  /** Epoch milliseconds by the platform's clock, where the row tells. */
  createdAt: number | null;
  /** What the stream carries. */
  payload: Json;
}

/** A notification with the key that it is known by. */
export interface KeyedNotification extends PolledNotification {
  key: string;
}

/** Asks for one page, from 1. */
export type ReadPage = (page: number, limit: number) => Promise<readonly PolledNotification[]>;

/** What a list held, oldest first. */
export interface NotificationList {
  rows: readonly KeyedNotification[];
  /**
   * `complete`: every row that was in the list when reading began.
   * `moving`: the list changed faster than it was read, and a row may have been skipped.
   * `too-long`: reading stopped at the limit.
   */
  outcome: 'complete' | 'moving' | 'too-long';
}

/** Rows asked for at once. */
const PAGE_LIMIT = 100;
/** No platform page is taken to be smaller: the contract's default size. Fewer rows are all there are. */
const SMALLEST_PAGE = 10;
const MAX_PAGES = 500;
const MAX_WALKS = 5;

/**
 * Reads a list of numbered pages that says neither how long it is nor in which order, and may move meanwhile.
 * A row that arrives pushes others down: they come twice, which harms nothing. One that vanishes pulls others up, past
 * the reader; so a list of several pages is read again until that brings nothing but what is newer.
 */
export async function readList(readPage: ReadPage): Promise<NotificationList> {
  let seen = new Map<string, KeyedNotification>();
  for (let walk = 1; walk <= MAX_WALKS; walk++) {
    const { rows, pages, tooLong } = await walkList(readPage);
    const newest = newestIn(seen.values());
    const skipped = rows
      .values()
      .some((row) => !seen.has(row.key) && (row.createdAt === null || row.createdAt <= newest));
    // The order is that of the latest walk; what is gone from the list since then was in it all the same.
    const all = new Map([...rows, ...seen]);
    if (tooLong) return { rows: oldestFirst([...all.values()]), outcome: 'too-long' };
    if (pages <= 1 || (walk > 1 && !skipped))
      return { rows: oldestFirst([...all.values()]), outcome: 'complete' };
    seen = all;
  }
  return { rows: oldestFirst([...seen.values()]), outcome: 'moving' };
}

/** All pages once. `pages`: how many had rows. */
async function walkList(
  readPage: ReadPage,
): Promise<{ rows: Map<string, KeyedNotification>; pages: number; tooLong: boolean }> {
  const rows = new Map<string, KeyedNotification>();
  let largest = SMALLEST_PAGE;
  for (let number = 1; number <= MAX_PAGES; number++) {
    const page = await readPage(number, PAGE_LIMIT);
    const before = rows.size;
    for (const row of page) {
      const key = keyOf(row);
      if (!rows.has(key)) rows.set(key, { ...row, createdAt: finite(row.createdAt), key });
    }
    // A platform that has pages of its own size fills them up to the last one; one that ignores the page repeats it.
    if (rows.size === before) return { rows, pages: number - 1, tooLong: false };
    if (page.length < largest) return { rows, pages: number, tooLong: false };
    largest = page.length;
  }
  return { rows, pages: MAX_PAGES, tooLong: true };
}

/**
 * By creation. Rows without a time keep their place among the others, and come in reverse where nothing tells the
 * order: lists like this one begin with the newest.
 */
function oldestFirst(rows: readonly KeyedNotification[]): KeyedNotification[] {
  const times = rows.flatMap(({ createdAt }) => createdAt ?? []);
  const isNewestFirst = (times[0] ?? 0) >= (times.at(-1) ?? 0);
  let time = Number.NEGATIVE_INFINITY;
  const placed = (isNewestFirst ? rows.toReversed() : rows).map((row) => {
    time = row.createdAt ?? time;
    return { row, time };
  });
  // Not by subtraction, which makes NaN of two infinities. Sorting keeps the order of equals.
  placed.sort((a, b) => (a.time === b.time ? 0 : a.time < b.time ? -1 : 1));
  return placed.map(({ row }) => row);
}

/** The newest time among rows; -Infinity where none has one. */
export function newestIn(rows: Iterable<PolledNotification>): number {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { createdAt } of rows) if (createdAt !== null && createdAt > newest) newest = createdAt;
  return newest;
}

/** What a notification is recognised by: its id, or all it says where it has none. */
const keyOf = ({ id, payload }: PolledNotification): string =>
  id === null ? `content:${digest(canonical(payload))}` : `id:${id}`;

/** A short, fixed-size stand-in for a text. */
export const digest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22);

const finite = (time: number | null): number | null => (Number.isFinite(time) ? time : null);
