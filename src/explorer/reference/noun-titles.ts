import { capitalized } from './capitalized.ts';
import type { Entry } from './catalog.ts';

/** Nouns whose title is not their file name in words. */
const TITLES: Readonly<Record<string, string>> = {
  ato: 'Authority to operate (ATO)',
  auth: 'Signing in',
  badge: 'Badges and skills',
  bucket: 'Buckets',
  class: 'Classes',
  course: 'Courses',
  leaderboard: 'Leaderboard',
  note: 'Notes',
  notification: 'Notifications',
  question: 'Questions',
  user: 'Users',
  xapi: 'Learning activity (xAPI)',
};

export const nounTitle = (noun: string): string => TITLES[noun] ?? capitalized(noun).replaceAll('-', ' ');

/** Entries by noun, in the order of the titles. */
export function nounsOf(entries: readonly Entry[]): { noun: string; entries: readonly Entry[] }[] {
  return [...new Set(entries.map(({ noun }) => noun))]
    .toSorted((one, other) => nounTitle(one).localeCompare(nounTitle(other)))
    .map((noun) => ({ noun, entries: entries.filter((entry) => entry.noun === noun) }));
}
