import type { Resolvers } from '../../generated/resolvers.ts';
import { connectionResolvers, edgeResolvers } from '../../graph/connection.ts';
import { GatewayError } from '../../graph/errors.ts';
import { extraOfEntry, userIdOfEntry } from '../../platform/routes/leaderboard.ts';
import { checkCategories } from './categories.ts';
import { submitScore } from './writes.ts';

/** The categories of a read; none if omitted. @throws GatewayError BAD_USER_INPUT */
function validCategories(categories: readonly string[] | null | undefined): readonly string[] {
  checkCategories(categories ?? [], ['categories']);
  return categories ?? [];
}

export const leaderboardResolvers = {
  Query: {
    leaderboard: (_root, { categories, ...paging }, { loaders }) =>
      loaders.leaderboard.list(validCategories(categories), paging),
    leaderboardRank: (_root, { categories, userId }, { loaders }) =>
      loaders.leaderboard.rank.load({ categories: validCategories(categories), userId: userId ?? null }),
  },
  Mutation: {
    submitScore: (_root, { input }, context) => submitScore(input, context),
  },
  LeaderboardEntry: {
    userId: userIdOfEntry,
    user: (entry, _arguments, { loaders }) => loaders.user.linked(userIdOfEntry(entry)),
    categories: ({ categories }) =>
      typeof categories === 'string' ? categories.split(',').map((category) => category.trim()) : categories,
    extra: extraOfEntry,
  },
  SubmitScorePayload: {
    entry: async ({ row, categories }, _arguments, { loaders }) => {
      const entry = row ?? (await loaders.leaderboard.rank.load({ categories, userId: null }));
      if (entry) return entry;
      throw new GatewayError(
        'UPSTREAM_BAD_RESPONSE',
        'The score was accepted, but the platform returns no entry.',
      );
    },
  },
  LeaderboardConnection: connectionResolvers,
  LeaderboardEdge: edgeResolvers,
} satisfies Resolvers;
