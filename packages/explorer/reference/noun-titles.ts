import { capitalized } from './capitalized.ts';

/** Titles of the nouns, in the order of the pages: the most common ones first, those for servers last. */
const TITLES: Readonly<Record<string, string>> = {
  user: 'Users',
  auth: 'Signing in',
  class: 'Classes',
  course: 'Courses',
  note: 'Notes',
  notification: 'Notifications',
  question: 'Questions',
  leaderboard: 'Leaderboard',
  badge: 'Badges and skills',
  xapi: 'Learning activity (xAPI)',
  bucket: 'Buckets',
  'mission-planner': 'Mission planner',
  ato: 'Authority to operate (ATO)',
};
const ORDER = Object.keys(TITLES);

export const nounTitle = (noun: string): string => TITLES[noun] ?? capitalized(noun).replaceAll('-', ' ');

/** Entries by noun, in the order of the titles. Nouns without a title come first, so that the omission is noticed. */
export function nounsOf<Entry extends { noun: string }>(
  entries: readonly Entry[],
): { noun: string; entries: readonly Entry[] }[] {
  return [...new Set(entries.map(({ noun }) => noun))]
    .toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other))
    .map((noun) => ({ noun, entries: entries.filter((entry) => entry.noun === noun) }));
}
