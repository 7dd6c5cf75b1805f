import type { FoundEntry } from '../../platform/routes/leaderboard.ts';

/** The answer to a score, and the categories that it was for. */
export interface SubmittedScore extends FoundEntry {
  categories: readonly string[];
}
