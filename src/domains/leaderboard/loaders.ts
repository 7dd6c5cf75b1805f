import type { Connection, Edge, PageArguments } from '../../graph/connection.ts';
import { readConnection } from '../../graph/connection.ts';
import { oncePerKey } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { type EntryRow, listEntries, readRank } from '../../platform/routes/leaderboard.ts';

export type LeaderboardWindow = Connection<EntryRow>;
export type LeaderboardWindowRow = Edge<EntryRow>;

/**
 * Leaderboard reads of one operation.
 *
 * list: one call per distinct page and categories.
 * rank: categories and user (null: the signed-in one) -> entry, or null when there is none; one call for each.
 */
export function leaderboardLoaders(platform: Platform) {
  const pages = oncePerKey(
    platform,
    (wanted: { categories: readonly string[]; limit: number; page: number }) =>
      platform.read(listEntries, wanted),
    ({ categories, limit, page }) => JSON.stringify([limit, page, categories]),
  );
  const rank = oncePerKey(
    platform,
    ({ categories, userId }: { categories: readonly string[]; userId: string | null }) =>
      platform.read(readRank, { categories, ...(userId === null ? {} : { user: userId }) }),
    ({ categories, userId }) => JSON.stringify([userId, categories]),
  );
  return {
    list: (categories: readonly string[], window: PageArguments): Promise<LeaderboardWindow | null> =>
      readConnection(window, `leaderboard:${JSON.stringify(categories)}`, (limit, page) =>
        pages.load({ categories, limit, page }),
      ),
    rank,
    clear: (): void => {
      pages.clear();
      rank.clear();
    },
  };
}
