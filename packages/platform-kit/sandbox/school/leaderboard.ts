/** A user's score in one set of categories. Contract: Leaderboard. */
export interface LeaderboardEntry {
  userId: string;
  /** Sorted, so that the order of categories does not matter. */
  categories: string[];
  score: number;
  createdDate: string;
  updatedDate: string;
}

const entry = (userId: string, categories: string[], score: number, date: string): LeaderboardEntry => ({
  userId,
  categories: categories.toSorted(),
  score,
  createdDate: `${date}T18:00:00.000Z`,
  updatedDate: `${date}T18:00:00.000Z`,
});

/** Entries of the production app. */
export const leaderboard: readonly LeaderboardEntry[] = [
  entry('u-priya', ['knots', 'weekly'], 940, '2026-05-03'),
  entry('u-tomas', ['knots', 'weekly'], 820, '2026-05-04'),
  entry('u-ana', ['knots', 'weekly'], 820, '2026-05-05'),
  entry('u-kofi', ['knots', 'weekly'], 610, '2026-05-05'),
  entry('u-noor', ['knots', 'weekly'], 990, '2026-05-06'),
  entry('u-ana', ['orienteering'], 1450, '2026-05-10'),
  entry('u-tane', ['orienteering'], 1500, '2026-05-10'),
  entry('u-guest-otter', ['orienteering'], 1100, '2026-05-11'),
];
