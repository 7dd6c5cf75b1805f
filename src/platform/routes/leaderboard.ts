import { type Static, Type } from 'typebox';
import { isRecord } from '../../lib/is-record.ts';
import { UnexpectedShape } from '../body.ts';
import { locate } from '../envelope.ts';
import { readRoute, writeRoute } from '../route.ts';
import { toNumber, without } from '../values.ts';
import { type Found, found, noun, number, page, reader, textOrTexts } from '../wire.ts';
import { beyondSummary, idOfNamed, type PersonSummary, summaryOf, userNamed } from './user.ts';

/** An entry; none of its fields are shown. Contract: Leaderboard; Responses not shown, 12. */
const entryRow = Type.Object({
  userId: userNamed,
  user: userNamed,
  score: number,
  categories: textOrTexts,
  rank: number,
  position: number,
});
export type EntryRow = Static<typeof entryRow>;
export type FoundEntry = Found<EntryRow>;

export const userIdOfEntry = ({ userId, user }: EntryRow): string | null => idOfNamed(userId, user);
export const holderOf = ({ userId, user }: EntryRow): PersonSummary | null => summaryOf(user, userId);
export const extraOfEntry = (entry: EntryRow): Record<string, unknown> => ({
  ...without(entry, entryRow.properties),
  ...(entry.position == null || entry.position === rankOf(entry) ? {} : { position: entry.position }),
  ...beyondSummary({ user: entry.user, userId: entry.userId }, userIdOfEntry(entry)),
});

/** The rank, which may be called a position. */
export const rankOf = ({ rank, position }: EntryRow): number | null => rank ?? toNumber(position);

const ENTRY = noun(entryRow, ['entry', 'entries', 'leaderboard'], [], ['score']);

/** Reads the entry with what is beside it. Null: an empty response or object, so there is no entry. */
const ranked = reader({ form: 'ranked', schema: entryRow }, (body, reading): EntryRow | null => {
  const json = body.json();
  const found = locate(json, ENTRY.is, ENTRY) ?? locate(json, isOfUser, ENTRY);
  if (found) return ENTRY.whole({ ...found.beside, ...found.value }, body, reading);
  if (isRecord(json) && Object.values(json).every((inner) => inner == null)) return null;
  throw new UnexpectedShape('neither an entry nor empty');
});

const foundEntry = found(ENTRY);
/** The entry in the response to a score; its rank may be beside it. */
const submitted = reader(foundEntry.wire, (body, reading): FoundEntry => {
  const { row, extra } = foundEntry(body, reading);
  const { rank, ...others } = extra;
  return row && toNumber(rank) !== null
    ? { row: { rank: toNumber(rank), ...row }, extra: others }
    : { row, extra };
});

const isOfUser = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && (value.userId != null || value.user != null);

/** GET /leaderboard/v1: a page (from 1) of the entries in all given categories. Contract: Endpoints, Leaderboard. */
export const listEntries = readRoute<{ limit: number; page: number; categories: readonly string[] }>().at(
  '/leaderboard/v1',
  page(ENTRY),
);

/** GET /leaderboard/v1/rank: an entry with its rank; the caller's without `user`. Contract: Endpoints, Leaderboard. */
export const readRank = readRoute<{ categories: readonly string[]; user?: string }>().at(
  '/leaderboard/v1/rank',
  ranked,
  { absent: null },
);

/**
 * PUT /leaderboard/v1: adds or replaces the caller's entry. Its parameters are sent in the query.
 * Contract: Endpoints, Leaderboard, Rule.
 */
export const submitScore = writeRoute<{ categories: readonly string[]; score: number }>().at(
  'PUT',
  '/leaderboard/v1',
  submitted,
  { in: 'query' },
);
