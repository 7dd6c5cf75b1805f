import { costs, type FieldCosts, pages, perArguments, perResult, unshared } from '../../graph/cost.ts';
import { listEntries, readRank, submitScore } from '../../platform/routes/leaderboard.ts';

export const leaderboardCosts: FieldCosts = {
  'Query.leaderboard': costs(pages(listEntries)),
  'Query.leaderboardRank': costs(perArguments(readRank, 'categories', 'userId')),
  'Mutation.submitScore': costs(unshared(submitScore)),
  'SubmitScorePayload.entry': costs(perResult(readRank)),
};
