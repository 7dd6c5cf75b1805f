import type { Badge, BadgeAssertion } from './school/badge.ts';
import { badgeAssertions, badges } from './school/badge.ts';
import type { Bucket } from './school/bucket.ts';
import { buckets } from './school/bucket.ts';
import type { Class } from './school/class.ts';
import { classes } from './school/class.ts';
import type { Course } from './school/course.ts';
import { courses } from './school/course.ts';
import type { LeaderboardEntry } from './school/leaderboard.ts';
import { leaderboard } from './school/leaderboard.ts';
import type { Note } from './school/note.ts';
import { notes } from './school/note.ts';
import type { Notification } from './school/notification.ts';
import { notifications } from './school/notification.ts';
import type { LessonResult } from './school/progress.ts';
import { progress } from './school/progress.ts';
import type { Question } from './school/question.ts';
import { questions } from './school/question.ts';
import type { User } from './school/user.ts';
import { friendships, users } from './school/user.ts';

/** Seed data of a platform. Never modified: each platform works on its own copy. */
export interface School {
  readonly users: readonly User[];
  readonly friendships: readonly (readonly [string, string])[];
  readonly courses: readonly Course[];
  readonly classes: readonly Class[];
  /** Results by student ID. */
  readonly progress: Readonly<Record<string, readonly LessonResult[]>>;
  readonly questions: readonly Question[];
  readonly notes: readonly Note[];
  readonly buckets: readonly Bucket[];
  readonly leaderboard: readonly LeaderboardEntry[];
  readonly notifications: readonly Notification[];
  readonly badges: readonly Badge[];
  readonly badgeAssertions: readonly BadgeAssertion[];
}

export const school: School = {
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
