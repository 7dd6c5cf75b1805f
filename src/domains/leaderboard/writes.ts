import type { Context } from '../../context.ts';
import type { SubmitScoreInput } from '../../generated/resolvers.ts';
import { badInput } from '../../graph/errors.ts';
import { type FoundEntry, submitScore as submitScoreRoute } from '../../platform/routes/leaderboard.ts';

/** The answer to a score, and the categories that it was for. */
export interface SubmittedScore extends FoundEntry {
  categories: readonly string[];
}

/** Contract: Endpoints, Leaderboard, PUT. */
export async function submitScore(
  { categories, score }: SubmitScoreInput,
  { platform, loaders }: Context,
): Promise<SubmittedScore> {
  if (categories.length === 0) throw badInput('input.categories', 'must name at least one category.');
  const found = await platform
    .write(submitScoreRoute, { categories, score })
    .finally(() => loaders.leaderboard.clear());
  return { ...found, categories };
}
