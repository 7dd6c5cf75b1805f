import { Hono } from 'hono';
import { appOf, callerOf } from '../credential.ts';
import { queryOf } from '../fields.ts';
import { itemsOf, windowOf } from '../paging.ts';
import { notFound } from '../refusal.ts';
import type { LeaderboardEntry } from '../school/leaderboard.ts';
import type { AppData, State } from '../state.ts';
import { timestamp } from '../state.ts';

/** Contract: Endpoints, Leaderboard. Entries belong to the app of the token. */
export function leaderboardRoutes(state: State): Hono {
  const routes = new Hono();

  routes.get('/leaderboard/v1', (c) => {
    const { session } = callerOf(c, state);
    const query = queryOf(c);
    const ranked = rankedEntries(appOf(state, session).data, query.optionalList('categories') ?? []);
    return c.json(itemsOf(ranked, windowOf(query)));
  });

  routes.get('/leaderboard/v1/rank', (c) => {
    const { user, session } = callerOf(c, state);
    const query = queryOf(c);
    const userId = query.optionalText('user') ?? user.userId;
    const ranked = rankedEntries(appOf(state, session).data, query.optionalList('categories') ?? []);
    const entry = ranked.find((candidate) => candidate.userId === userId);
    if (!entry) throw notFound('this user has no entry in these categories');
    return c.json(entry);
  });

  routes.put('/leaderboard/v1', (c) => {
    const { user, session } = callerOf(c, state);
    const { data } = appOf(state, session);
    const query = queryOf(c);
    const categories = query.list('categories').toSorted();
    const score = query.integer('score');
    const now = timestamp(state);
    const existing = data.leaderboard.find((entry) => isEntryOf(entry, user.userId, categories));
    const entry = existing ?? { userId: user.userId, categories, score, createdDate: now, updatedDate: now };
    entry.score = score;
    entry.updatedDate = now;
    if (!existing) data.leaderboard.push(entry);
    return c.json(
      rankedEntries(data, categories).find((ranked) => isEntryOf(ranked, user.userId, categories)),
    );
  });

  return routes;
}

/** The entries that have all the asked categories, best first, equal scores on one rank. */
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

/** The same user in the same categories: an update, not a new entry. Contract: Leaderboard, Rule. */
function isEntryOf(entry: LeaderboardEntry, userId: string, sortedCategories: readonly string[]): boolean {
  return entry.userId === userId && JSON.stringify(entry.categories) === JSON.stringify(sortedCategories);
}
