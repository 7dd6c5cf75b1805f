import { BUCKETS, LEADERBOARD } from './sections/app-data.ts';
import { CLASSES, COURSES, QUESTIONS } from './sections/education.ts';
import { NOTES } from './sections/notes.ts';
import { OAUTH } from './sections/oauth.ts';
import { AI_PLUGIN, ATO_PLUGIN } from './sections/plugins.ts';
import { PUSH } from './sections/push.ts';
import { USER } from './sections/user.ts';
import { XAPI } from './sections/xapi.ts';
import type { Route, Section } from './vocabulary.ts';

/** Every REST route, under the headings of the contract and in its order. */
export const SECTIONS: readonly Section[] = [
  OAUTH,
  USER,
  COURSES,
  CLASSES,
  QUESTIONS,
  NOTES,
  BUCKETS,
  LEADERBOARD,
  PUSH,
  XAPI,
  AI_PLUGIN,
  ATO_PLUGIN,
];

export const ROUTES: readonly Route[] = SECTIONS.flatMap(({ routes }) => routes);

/** The name of a route: method and path. */
export const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
