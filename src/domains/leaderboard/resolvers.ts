import type { Resolvers } from '../../generated/resolvers.ts';
import { connectionResolvers, edgeResolvers, UNCOUNTED } from '../../graph/connection.ts';
import { calls, pages, perArguments, perParent, write } from '../../graph/cost.ts';
import { GatewayError } from '../../graph/errors.ts';
import { repeatable } from '../../graph/repeatable.ts';
import * as routes from '../../platform/routes/leaderboard.ts';
import { linkedUser } from '../loader-costs.ts';
import { checkCategories } from './categories.ts';
import { submitScore } from './writes.ts';

/** The categories of a read; none if omitted. @throws GatewayError BAD_USER_INPUT */
function validCategories(categories: readonly string[] | null | undefined): readonly string[] {
  checkCategories(categories ?? [], ['categories']);
  return categories ?? [];
}

export const leaderboardResolvers = {
  Query: {
    leaderboard: calls(
      pages(routes.listEntries, UNCOUNTED),
      (_root, { categories, ...paging }, { loaders }) =>
        loaders.leaderboard.list(validCategories(categories), paging),
    ),
    leaderboardRank: calls(
      perArguments(routes.readRank, 'categories', 'userId'),
      (_root, { categories, userId }, { loaders }) =>
        loaders.leaderboard.rank.load({ categories: validCategories(categories), userId: userId ?? null }),
    ),
  },
  Mutation: {
    // The payload reads the entry.
    submitScore: repeatable(write(routes.submitScore, submitScore), {
      again: (_recorded, { categories }) => ({ row: null, extra: {}, categories }),
    }),
  },
  LeaderboardEntry: {
    userId: routes.userIdOfEntry,
    rank: routes.rankOf,
    user: calls(linkedUser, (entry, _arguments, { loaders }) =>
      loaders.user.linked(routes.userIdOfEntry(entry)),
    ),
    holder: routes.holderOf,
    categories: ({ categories }) =>
      typeof categories === 'string' ? categories.split(',').map((category) => category.trim()) : categories,
    extra: routes.extraOfEntry,
  },
  SubmitScorePayload: {
    entry: calls(perParent(routes.readRank), async ({ row, categories }, _arguments, { loaders }) => {
      const entry = row ?? (await loaders.leaderboard.rank.load({ categories, userId: null }));
      if (entry) return entry;
      throw new GatewayError(
        'UPSTREAM_BAD_RESPONSE',
        'The score was accepted, but the platform returns no entry.',
      );
    }),
    rank: calls(perParent(routes.readRank), async ({ row, categories }, _arguments, { loaders }) => {
      const stated = row && routes.rankOf(row);
      const entry =
        stated === null ? await loaders.leaderboard.rank.load({ categories, userId: null }) : null;
      return stated ?? (entry && routes.rankOf(entry));
    }),
  },
  LeaderboardConnection: connectionResolvers,
  LeaderboardEdge: edgeResolvers,
} satisfies Resolvers;
