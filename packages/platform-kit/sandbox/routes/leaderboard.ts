import { Type } from 'typebox';
import { appOf, callerOf } from '../credential.ts';
import { itemsOf, windowOf } from '../paging.ts';
import { badRequest, notFound } from '../refusal.ts';
import type { Handlers } from '../route-env.ts';
import type { LeaderboardEntry } from '../school/leaderboard.ts';
import type { AppData, State } from '../state.ts';
import { timestamp } from '../state.ts';
import type { Values } from '../values.ts';

/** Contract: Endpoints, Leaderboard. Entries belong to the app of the token. */
export const leaderboardHandlers = (state: State) =>
  ({
    listEntries: (c) => {
      const { session } = callerOf(c, state);
      const { values } = c.var;
      const ranked = rankedEntries(appOf(state, session).data, values.optionalList('categories') ?? []);
      return c.json(itemsOf(ranked, windowOf(values)));
    },

    readRank: (c) => {
      const { user, session } = callerOf(c, state);
      const { values } = c.var;
      const userId = values.optionalText('user') ?? user.userId;
      const ranked = rankedEntries(appOf(state, session).data, values.optionalList('categories') ?? []);
      const entry = ranked.find((candidate) => candidate.userId === userId);
      if (!entry) throw notFound('this user has no entry in these categories');
      return c.json(entry);
    },

    submitScore: (c) => {
      const { user, session } = callerOf(c, state);
      const { data } = appOf(state, session);
      const { values } = c.var;
      const categories = categoriesOf(values).toSorted();
      const score = values.read('score', Type.Integer());
      const now = timestamp(state);
      const existing = data.leaderboard.find((entry) => isEntryOf(entry, user.userId, categories));
      const entry = existing ?? {
        userId: user.userId,
        categories,
        score,
        createdDate: now,
        updatedDate: now,
      };
      entry.score = score;
      entry.updatedDate = now;
      if (!existing) data.leaderboard.push(entry);
      return c.json(
        rankedEntries(data, categories).find((ranked) => isEntryOf(ranked, user.userId, categories)),
      );
    },
  }) satisfies Handlers;

function categoriesOf(values: Values): string[] {
  const categories = values.optionalList('categories') ?? [];
  if (categories.length === 0) throw badRequest('categories must contain at least one category');
  return categories;
}

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
