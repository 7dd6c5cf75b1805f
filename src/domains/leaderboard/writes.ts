import type { SubmitScoreInput } from '../../generated/resolvers.ts';
import { badInput } from '../../graph/errors.ts';
import * as routes from '../../platform/routes/leaderboard.ts';
import type { Context } from '../context.ts';
import { checkCategories } from './categories.ts';
import type { SubmittedScore } from './payloads.ts';

/** Contract: Endpoints, Leaderboard, PUT. */
export async function submitScore(
  { categories, score }: SubmitScoreInput,
  { platform, loaders }: Context,
): Promise<SubmittedScore> {
  if (categories.length === 0)
    throw badInput(['input', 'categories'], 'REQUIRED', 'must contain at least one category.');
  checkCategories(categories, ['input', 'categories']);
  const found = await platform
    .write(routes.submitScore, { categories, score })
    .finally(() => loaders.leaderboard.clear());
  return { ...found, categories };
}
