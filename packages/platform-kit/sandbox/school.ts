import { badgeAssertions, badges } from './school/badge.ts';
import { buckets } from './school/bucket.ts';
import { classes } from './school/class.ts';
import { courses } from './school/course.ts';
import { leaderboard } from './school/leaderboard.ts';
import { notes } from './school/note.ts';
import { notifications } from './school/notification.ts';
import { progress } from './school/progress.ts';
import { questions } from './school/question.ts';
import { friendships, users } from './school/user.ts';

/** Seed data of a platform. Never modified: each platform works on its own copy. */
export const school = {
  users,
  friendships,
  courses,
  classes,
  progress,
  questions,
  notes,
  buckets,
  leaderboard,
  notifications,
  badges,
  badgeAssertions,
};

export type School = Readonly<typeof school>;
