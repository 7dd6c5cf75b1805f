import { jsonIn } from '../../../events/json.ts';
import { isRecord } from '../../../lib/is-record.ts';
import { digest, type KeyedNotification, newestIn } from './notification-list.ts';

/**
 * Progress of a user's notifications into the log. Windows overlap, because a row may become visible after a newer one;
 * delivered rows within the overlap are listed. This list alone decides what is new: the log recognizes only what was appended
 * right before its appender died.
 */
export interface Watermark {
  /** Everything created up to this time has been appended. By the estimated platform clock. */
  readonly at: number;
  /** Every row created after this time and listed so far is in `known`. */
  readonly from: number;
  /** Digests of the keys of rows that must not be appended again. */
  readonly known: ReadonlySet<string>;
}

/** Keeps the stored value below 60 KB; an overlap with more rows is shortened. */
const MAX_KNOWN = 2000;

const NONE: ReadonlySet<string> = new Set();

/** An empty set takes 230 bytes for each user without it. */
const setOf = (keys: readonly string[]): ReadonlySet<string> => (keys.length === 0 ? NONE : new Set(keys));

const digestOf = ({ key }: KeyedNotification): string => digest(key);

/** The watermark of a user whose notifications are delivered from a time on. */
export const startingAt = (at: number, overlap: number): Watermark => ({
  at,
  from: at - overlap,
  known: NONE,
});

/**
 * Start of the next window. A watermark without rows has the time of this process, which may have been wrong; one with rows has that
 * of the platform, and no clock that jumps makes a window reach back to what it no longer lists.
 */
export function windowStart(watermark: Watermark | null, now: number, overlap: number): number {
  const isOwnTime = !watermark || (watermark.known.size === 0 && watermark.at > now);
  return Math.max(0, isOwnTime ? now - overlap : Math.max(watermark.at - overlap, watermark.from));
}

/** Whether the row must not be appended again. */
export const isDelivered = ({ known }: Watermark, row: KeyedNotification): boolean =>
  known.has(digestOf(row));

/** The watermark with more delivered rows. */
export const withDelivered = (watermark: Watermark, rows: readonly KeyedNotification[]): Watermark =>
  rows.length === 0 ? watermark : { ...watermark, known: setOf([...watermark.known, ...rows.map(digestOf)]) };

/** One window as it was read. */
interface ReadWindow {
  /** Start of the window. */
  since: number;
  /** When the read started, by the estimated platform clock. */
  startedAt: number;
  /** Oldest first. */
  rows: readonly KeyedNotification[];
}

/** The watermark after all rows of a window have been appended. @param at the previous watermark's time. Null: there was none. */
export function advance(
  at: number | null,
  { since, startedAt, rows }: ReadWindow,
  overlap: number,
): Watermark {
  const newest = newestIn(rows);
  // Rows dated in the future must not hide later ones; without any row times, only the time of the read remains.
  const reached =
    newest === Number.NEGATIVE_INFINITY && (at === null || rows.length > 0) ? startedAt : newest;
  const next = Math.min(Math.max(at ?? reached, reached), startedAt);
  const from = Math.max(since, next - overlap);
  const within = rows.filter(({ createdAt }) => createdAt === null || createdAt > from);
  const dropped = within.slice(0, -MAX_KNOWN);
  return {
    at: next,
    from: Math.max(from, newestIn(dropped)),
    known: setOf(within.slice(-MAX_KNOWN).map(digestOf)),
  };
}

/**
 * Merges the stored and the known watermark: the later one, with the rows of both. @param text null, or malformed: nothing is
 * stored.
 */
export function restored(text: string | null, known: Watermark | null): Watermark | null {
  const stored = fromText(text);
  if (!stored || !known) return stored ?? known;
  const [behind, ahead] = stored.at < known.at ? [stored, known] : [known, stored];
  return { ...ahead, known: setOf([...ahead.known, ...behind.known]) };
}

/** Serializes a watermark for the store. */
export const toText = ({ at, from, known }: Watermark): string =>
  JSON.stringify({ at, from, known: [...known] });

function fromText(text: string | null): Watermark | null {
  const value = jsonIn(text ?? '');
  if (!isRecord(value)) return null;
  const { at, from, known } = value;
  if (typeof at !== 'number' || typeof from !== 'number' || !Array.isArray(known)) return null;
  return { at, from, known: setOf(known.filter((key) => typeof key === 'string')) };
}
