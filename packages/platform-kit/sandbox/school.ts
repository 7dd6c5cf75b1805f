import { type Badge, type BadgeAssertion, badgeAssertions, badges } from './school/badge.ts';
import { type Bucket, buckets } from './school/bucket.ts';
import { type Class, classes } from './school/class.ts';
import { type Course, courses } from './school/course.ts';
import { type LeaderboardEntry, leaderboard } from './school/leaderboard.ts';
import { type Note, notes } from './school/note.ts';
import { type Notification, notifications } from './school/notification.ts';
import { type LessonResult, progress } from './school/progress.ts';
import { type Question, questions } from './school/question.ts';
import { friendships, type User, users } from './school/user.ts';

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
