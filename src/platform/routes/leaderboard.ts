import { type Static, Type } from 'typebox';
import { UnexpectedShape } from '../body.ts';
import { readRoute, writeRoute } from '../route.ts';
import {
  extraOf,
  type Found,
  found,
  number,
  type PageOf,
  page,
  reader,
  textOrTexts,
  value,
} from '../wire.ts';
import { beyondSummary, idOfNamed, type PersonSummary, summaryOf, userNamed } from './user.ts';

/** An entry; none of its fields are shown. Contract: Leaderboard; Responses not shown, 12. */
const entryRow = Type.Object({
  userId: userNamed,
  user: userNamed,
  score: number,
  categories: textOrTexts,
  rank: number,
});
export type EntryRow = Static<typeof entryRow>;
export type FoundEntry = Found<EntryRow>;

export const userIdOfEntry = ({ userId, user }: EntryRow): string | null => idOfNamed(userId, user);
export const holderOf = ({ userId, user }: EntryRow): PersonSummary | null => summaryOf(user, userId);
export const extraOfEntry = (entry: EntryRow): Record<string, unknown> => ({
  ...extraOf(entry, entryRow),
  ...beyondSummary({ user: entry.user, userId: entry.userId }, userIdOfEntry(entry)),
});

const foundEntry = found(entryRow, 'entry', ['score']);

const rankedEntry = found(entryRow, 'entry', ['score', 'userId', 'user']);

/** Reads the rank from the entry or beside it. Null: an empty response or object, so there is no entry. */
const readRanked = reader(rankedEntry.wire, (body): EntryRow | null => {
  const { value: json } = value(body);
  const { row, extra } = rankedEntry(body);
  if (row) return typeof extra.rank === 'number' ? { rank: extra.rank, ...row } : row;
  const isEmpty = typeof json === 'object' && Object.values(json ?? {}).every((inner) => inner == null);
  if (isEmpty) return null;
  throw new UnexpectedShape('neither an entry nor empty');
});

/** GET /leaderboard/v1: a page (from 1) of the entries in all given categories. Contract: Endpoints, Leaderboard. */
export const listEntries = readRoute<
  { limit: number; page: number; categories: readonly string[] },
  PageOf<EntryRow>
>({ path: '/leaderboard/v1', read: page(entryRow) });

/** GET /leaderboard/v1/rank: an entry with its rank; the caller's without `user`. Contract: Endpoints, Leaderboard. */
export const readRank = readRoute<{ categories: readonly string[]; user?: string }, EntryRow | null, null>({
  absent: null,
  path: '/leaderboard/v1/rank',
  read: readRanked,
});

/**
 * PUT /leaderboard/v1: adds or replaces the caller's entry. Its parameters are sent in the query.
 * Contract: Endpoints, Leaderboard, Rule.
 */
export const submitScore = writeRoute<{ categories: readonly string[]; score: number }, FoundEntry>({
  method: 'PUT',
  path: '/leaderboard/v1',
  in: 'query',
  read: foundEntry,
});
