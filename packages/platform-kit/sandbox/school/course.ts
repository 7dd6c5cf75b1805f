import type { Static } from 'typebox';
import type { CourseObjective, Course as CourseResource } from '../../contract/resources.ts';
import { bicycleRepair } from './course/bicycle-repair.ts';
import { cargoLoading } from './course/cargo-loading.ts';
import { coastalSailing } from './course/coastal-sailing.ts';
import { droneOperation } from './course/drone-operation.ts';
import { fieldFirstAid } from './course/field-first-aid.ts';
import { fireSafety } from './course/fire-safety.ts';
import { kitchenChemistry } from './course/kitchen-chemistry.ts';
import { knotsAndRopes } from './course/knots-and-ropes.ts';
import { landNavigation } from './course/land-navigation.ts';
import { leadingSmallTeams } from './course/leading-small-teams.ts';
import { radioCommunication } from './course/radio-communication.ts';
import { rangeSafety } from './course/range-safety.ts';
import { stargazing } from './course/stargazing.ts';
import { weatherWatching } from './course/weather-watching.ts';

/** A lesson as the platform stores it. Contract: Resources, Course levels result. */
export interface Lesson {
  lessonId: string;
  courseId: string;
  name: string;
  description: string;
  profilePic: string;
  coverPhoto: string;
  media: string;
  isAssessment: boolean;
  /** Minutes. */
  expectedCompletionTime: number;
  instructorGraded: boolean;
  public: boolean;
  childLessons: Lesson[];
  launchParameters: string[];
  /** Lessons to complete before this one is unlocked. */
  prerequisites: string[];
}

export interface Level {
  levelId: string;
  name: string;
  /** Levels to complete before the lessons of this one are unlocked. */
  prerequisites: string[];
  lessons: Lesson[];
}

export type Objective = Static<typeof CourseObjective>;

export type Course = Static<typeof CourseResource> & {
  /** Users who manage the course's content, including its questions. */
  managerIds: string[];
  objectives: Objective[];
  levels: Level[];
};

/** All courses, in the platform's order. */
export const courses: readonly Course[] = [
  fieldFirstAid,
  landNavigation,
  radioCommunication,
  knotsAndRopes,
  weatherWatching,
  fireSafety,
  coastalSailing,
  leadingSmallTeams,
  rangeSafety,
  cargoLoading,
  droneOperation,
  bicycleRepair,
  stargazing,
  kitchenChemistry,
];
