import type { Class } from './school/class.ts';
import { classes } from './school/class.ts';
import type { Course } from './school/course.ts';
import { courses } from './school/course.ts';
import type { LessonResult } from './school/progress.ts';
import { progress } from './school/progress.ts';
import type { User } from './school/user.ts';
import { friendships, users } from './school/user.ts';

/** The data a platform starts with; never changed, each platform works on its own copy. */
export interface School {
  readonly users: readonly User[];
  readonly friendships: readonly (readonly [string, string])[];
  readonly courses: readonly Course[];
  readonly classes: readonly Class[];
  /** Results by student ID. */
  readonly progress: Readonly<Record<string, readonly LessonResult[]>>;
}

export const school: School = { users, friendships, courses, classes, progress };
