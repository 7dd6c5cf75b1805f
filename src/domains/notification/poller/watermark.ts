import { digest, type KeyedNotification, newestIn } from './notification-list.ts';

/**
 * How far a user's notifications are in the log. Windows overlap, because a row may become visible after a newer one;
 * the rows within the overlap are named, because the log may have forgotten them by the time they are read again.
 */
export interface Watermark {
  /** Everything created up to here was appended. By the platform's clock, and never ahead of this one's. */
  at: number;
  /** Every row created after this and listed so far is known. */
  from: number;
  /** Rows that are not to be appended again, as digests of their keys. */
  known: ReadonlySet<string>;
}

/** Keeps the stored value below 60 KB. Where the overlap holds more rows, it becomes shorter. */
const MAX_KNOWN = 2000;

/** Where the next window of a watermark begins. */
export const windowStart = ({ at, from }: Watermark, overlap: number): number => Math.max(at - overlap, from);

/** Whether a row is one that the watermark names. */
export const knows = ({ known }: Watermark, { key }: KeyedNotification): boolean => known.has(digest(key));

/** What was read, and when. */
export interface Reading {
  /** Where the window began. */
  since: number;
  /** When reading began, by this process's clock. */
  startedAt: number;
  /** Oldest first. */
  rows: readonly KeyedNotification[];
}

/** The watermark after all rows of a reading were appended. `at`: how far it was before. */
export function advanced(at: number, { since, startedAt, rows }: Reading, overlap: number): Watermark {
  const newest = newestIn(rows);
  // Rows that come from the future must not hide those that follow; rows that tell no time leave only the own clock.
  const reached = rows.length > 0 && newest === Number.NEGATIVE_INFINITY ? startedAt : newest;
  const next = Math.max(at, Math.min(reached, startedAt));
  const from = Math.max(since, next - overlap);
  const within = rows.filter(({ createdAt }) => createdAt === null || createdAt > from);
  const dropped = within.slice(0, -MAX_KNOWN);
  return {
    at: next,
    from: Math.max(from, newestIn(dropped)),
    known: new Set(within.slice(-MAX_KNOWN).map(({ key }) => digest(key))),
  };
}

/** The one that is further, knowing what both know. */
export function further(one: Watermark | null, other: Watermark | null): Watermark | null {
  if (!one || !other) return one ?? other;
  const [behind, ahead] = one.at < other.at ? [one, other] : [other, one];
  return { ...ahead, known: ahead.known.union(behind.known) };
}

/** As text, to be stored. */
export const toText = ({ at, from, known }: Watermark): string =>
  JSON.stringify({ at, from, known: [...known] });

/** The watermark that a text holds; null for anything else. */
export function fromText(text: string | null): Watermark | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    if (!('at' in value && 'from' in value && 'known' in value)) return null;
    const { at, from, known } = value;
    if (typeof at !== 'number' || typeof from !== 'number' || !Array.isArray(known)) return null;
    return { at, from, known: new Set(known.filter((key) => typeof key === 'string')) };
  } catch {
    return null;
  }
}
