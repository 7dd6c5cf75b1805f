import type { Static } from 'typebox';
import type {
  BadgeAssertion as AssertionResource,
  Badge as BadgeResource,
} from '../../contract/resources.ts';
import { courses } from './course.ts';

/** A badge. */
export type Badge = Static<typeof BadgeResource> & {
  badgeId: string;
  /** A service badge belongs to a course or an objective; a plugin's badge to neither. */
  origin: 'service' | 'plugin';
  courseId?: string;
  objectiveId?: string;
  versionId?: string;
};

/** A badge awarded to a user. */
export type BadgeAssertion = Static<typeof AssertionResource> & { assertionId: string };

/** One badge per course and one per objective. */
export const badges: readonly Badge[] = courses.flatMap((course) => [
  {
    badgeId: `b-${course.courseId}`,
    name: course.name,
    type: 'course',
    image: `img-b-${course.courseId}`,
    proficiency: 3,
    description: `Completed ${course.name}.`,
    tags: 'course',
    origin: 'service' as const,
    courseId: course.courseId,
    versionId: `v-${course.courseId}-1`,
  },
  ...course.objectives.map((objective) => ({
    badgeId: `b-${objective.objectiveId}`,
    name: objective.name,
    type: 'objective',
    image: `img-b-${objective.objectiveId}`,
    proficiency: 1,
    description: `Showed how to ${objective.name.toLowerCase()}.`,
    alignments: course.name,
    tags: 'objective',
    origin: 'service' as const,
    courseId: course.courseId,
    objectiveId: objective.objectiveId,
    versionId: `v-${course.courseId}-1`,
  })),
]);

function earned(
  userId: string,
  badgeId: string,
  lessonId: string,
  classId: string,
  day: string,
): BadgeAssertion {
  const badge = badges.find((candidate) => candidate.badgeId === badgeId);
  if (badge?.versionId === undefined) throw new Error(`the school has no service badge ${badgeId}`);
  return {
    assertionId: `as-${userId.slice(2)}-${badgeId.slice(2)}`,
    userId,
    badgeId,
    name: badge.name,
    type: badge.type,
    image: badge.image,
    issuerName: 'Meridian School',
    issuedOn: `${day}T12:00:00.000Z`,
    lessonId,
    classId,
    versionId: badge.versionId,
  };
}

export const badgeAssertions: readonly BadgeAssertion[] = [
  earned('u-ana', 'b-o-assess-scene', 'l-primary-survey', 'g-first-aid-spring', '2026-03-30'),
  earned('u-ana', 'b-o-read-map', 'l-grid', 'g-land-nav-ridge', '2026-02-14'),
  earned('u-priya', 'b-o-control-bleeding', 'l-tourniquet', 'g-first-aid-spring', '2026-04-22'),
  earned('u-okafor', 'b-c-first-aid', 'l-first-aid-exam', 'g-first-aid-vanguard', '2026-03-27'),
  earned('u-okafor', 'b-o-evacuate', 'l-evacuation', 'g-first-aid-vanguard', '2026-03-20'),
  earned('u-reyes', 'b-o-range-rules', 'l-range-commands', 'g-range-vanguard', '2026-05-01'),
  earned('u-noor', 'b-o-tie', 'l-clove-hitch', 'g-knots-juniors', '2026-06-09'),
];
