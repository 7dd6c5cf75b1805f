import type { FoundEntry } from '../../platform/routes/leaderboard.ts';

/** The response to a submitted score, with its categories. */
export interface SubmittedScore extends FoundEntry {
  categories: readonly string[];
}
