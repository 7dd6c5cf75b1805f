import { type Connection, type PageArguments, readConnection, UNCOUNTED } from '../../graph/connection.ts';
import { oncePerKey } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { type EntryRow, listEntries, readRank } from '../../platform/routes/leaderboard.ts';

/**
 * Leaderboard reads of one operation.
 *
 * list: one call per distinct page and set of categories.
 * rank: categories and user ID (null: the signed-in user) -> entry, or null if there is none; one call per distinct pair.
 */
export function leaderboardLoaders(platform: Platform) {
  const pages = oncePerKey(
    platform,
    (params: { categories: readonly string[]; limit: number; page: number }) =>
      platform.read(listEntries, params),
  );
  const rank = oncePerKey(
    platform,
    ({ categories, userId }: { categories: readonly string[]; userId: string | null }) =>
      platform.read(readRank, { categories, ...(userId === null ? {} : { user: userId }) }),
  );
  return {
    list: (categories: readonly string[], paging: PageArguments): Promise<Connection<EntryRow>> =>
      readConnection(
        paging,
        `leaderboard:${JSON.stringify(categories)}`,
        (limit, page) => pages.load({ categories, limit, page }),
        UNCOUNTED,
      ),
    rank,
    clear: (): void => {
      pages.clear();
      rank.clear();
    },
  };
}
