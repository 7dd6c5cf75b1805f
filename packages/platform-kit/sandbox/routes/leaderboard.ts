import { forAppUsers } from '../callers.ts';
import { itemsOf, windowOf } from '../paging.ts';
import { badRequest, notFound } from '../refusal.ts';
import type { LeaderboardEntry } from '../school.ts';
import { type AppData, type State, timestamp } from '../state.ts';
import { listOf } from '../values.ts';

/** Contract: Endpoints, Leaderboard. Entries belong to the app of the token. */
export const leaderboardHandlers = (state: State) =>
  forAppUsers(state, {
    listEntries: ({ data, values: { categories = [], ...values } }) =>
      itemsOf(rankedEntries(data, listOf(categories)), windowOf(values)),

    readRank: ({ user, data, values: { user: userId = user.userId, categories = [] } }) => {
      const ranked = rankedEntries(data, listOf(categories));
      const entry = ranked.find((candidate) => candidate.userId === userId);
      if (!entry) throw notFound('this user has no entry in these categories');
      return entry;
    },

    submitScore: ({ user: { userId }, data, values: { score, ...values } }) => {
      const categories = listOf(values.categories).toSorted();
      if (categories.length === 0) throw badRequest('categories must contain at least one category');
      const now = timestamp(state);
      const existing = data.leaderboard.find((entry) => isEntryOf(entry, userId, categories));
      const entry = existing ?? { userId, categories, score, createdDate: now, updatedDate: now };
      entry.score = score;
      entry.updatedDate = now;
      if (!existing) data.leaderboard.push(entry);
      return rankedEntries(data, categories).find((ranked) => isEntryOf(ranked, userId, categories));
    },
  });

/** The entries with all given categories, best first; equal scores share a rank. */
function rankedEntries(
  { leaderboard }: AppData,
  categories: readonly string[],
): (LeaderboardEntry & { rank: number })[] {
  const chosen = leaderboard
    .filter((entry) => categories.every((category) => entry.categories.includes(category)))
    .sort((one, other) => other.score - one.score || one.updatedDate.localeCompare(other.updatedDate));
  return chosen.map((entry) => ({
    ...entry,
    rank: chosen.findIndex((better) => better.score === entry.score) + 1,
  }));
}

/** True for the same user and categories, which is an update instead of a new entry. Contract: Leaderboard, Rule. */
function isEntryOf(entry: LeaderboardEntry, userId: string, sortedCategories: readonly string[]): boolean {
  return entry.userId === userId && JSON.stringify(entry.categories) === JSON.stringify(sortedCategories);
}
