import { isRecord } from '../../../lib/is-record.ts';
import { digest, type KeyedNotification, newestIn } from './notification-list.ts';

/**
 * Progress of a user's notifications into the log. Windows overlap, because a row may become visible after a newer one;
 * rows within the overlap are listed, because the log may no longer deduplicate them when they are read again.
 */
export interface Watermark {
  /** Everything created up to this time has been appended. By the platform's clock, as this process estimates it. */
  at: number;
  /** Every row created after this time and listed so far is in `known`. */
  from: number;
  /** Digests of the keys of rows that must not be appended again. */
  known: ReadonlySet<string>;
}

/** Keeps the stored value below 60 KB; an overlap with more rows is shortened. */
const MAX_KNOWN = 2000;

const NONE: ReadonlySet<string> = new Set();

/** An empty set takes 230 bytes for each user without it. */
const setOf = (keys: readonly string[]): ReadonlySet<string> => (keys.length === 0 ? NONE : new Set(keys));

/** Start of the next window after a watermark. */
export const windowStart = ({ at, from }: Watermark, overlap: number): number => Math.max(at - overlap, from);

/** True if the watermark lists the row. */
export const isKnown = ({ known }: Watermark, { key }: KeyedNotification): boolean => known.has(digest(key));

/** One window as it was read. */
export interface Reading {
  /** Start of the window. */
  since: number;
  /** When the read started, by the estimated platform clock. */
  startedAt: number;
  /** Oldest first. */
  rows: readonly KeyedNotification[];
}

/** The watermark after all rows of a window have been appended. @param at the previous watermark's time. */
export function advance(at: number, { since, startedAt, rows }: Reading, overlap: number): Watermark {
  const newest = newestIn(rows);
  // Rows dated in the future must not hide later ones; without any row times, only the time of the read remains.
  const reached = rows.length > 0 && newest === Number.NEGATIVE_INFINITY ? startedAt : newest;
  const next = Math.max(at, Math.min(reached, startedAt));
  const from = Math.max(since, next - overlap);
  const within = rows.filter(({ createdAt }) => createdAt === null || createdAt > from);
  const dropped = within.slice(0, -MAX_KNOWN);
  return {
    at: next,
    from: Math.max(from, newestIn(dropped)),
    known: setOf(within.slice(-MAX_KNOWN).map(({ key }) => digest(key))),
  };
}

/** Merges two watermarks: the later one, with the known rows of both. */
export function merge(a: Watermark | null, b: Watermark | null): Watermark | null {
  if (!a || !b) return a ?? b;
  const [behind, ahead] = a.at < b.at ? [a, b] : [b, a];
  return { ...ahead, known: setOf([...ahead.known, ...behind.known]) };
}

/** Serializes a watermark for the store. */
export const toText = ({ at, from, known }: Watermark): string =>
  JSON.stringify({ at, from, known: [...known] });

/** Parses a stored watermark. Null: missing or malformed. */
export function fromText(text: string | null): Watermark | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!isRecord(value)) return null;
    const { at, from, known } = value;
    if (typeof at !== 'number' || typeof from !== 'number' || !Array.isArray(known)) return null;
    return { at, from, known: setOf(known.filter((key) => typeof key === 'string')) };
  } catch {
    return null;
  }
}
