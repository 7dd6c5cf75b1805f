import { courses } from './course.ts';

/** A badge. Contract: Resources, Badge and badge assertion. */
export interface Badge {
  badgeId: string;
  name: string;
  type: string;
  image: string;
  proficiency: number;
  description?: string;
  alignments?: string;
  tags?: string;
  /** A service badge belongs to a course or an objective; a plugin's badge to neither. */
  origin: 'service' | 'plugin';
  courseId?: string;
  objectiveId?: string;
  versionId?: string;
}

/** A badge awarded to a user. */
export interface BadgeAssertion {
  assertionId: string;
  userId: string;
  badgeId: string;
  name: string;
  type: string;
  image: string;
  issuerName: string;
  issuedOn: string;
  lessonId?: string;
  classId?: string;
  versionId?: string;
}

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

interface Earned {
  userId: string;
  badgeId: string;
  lessonId: string;
  classId: string;
  issuedOn: string;
}

function assertion({ userId, badgeId, lessonId, classId, issuedOn }: Earned): BadgeAssertion {
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
    issuedOn: `${issuedOn}T12:00:00.000Z`,
    lessonId,
    classId,
    versionId: badge.versionId,
  };
}

export const badgeAssertions: readonly BadgeAssertion[] = [
  assertion({
    userId: 'u-ana',
    badgeId: 'b-o-assess-scene',
    lessonId: 'l-primary-survey',
    classId: 'g-first-aid-spring',
    issuedOn: '2026-03-30',
  }),
  assertion({
    userId: 'u-ana',
    badgeId: 'b-o-read-map',
    lessonId: 'l-grid',
    classId: 'g-land-nav-ridge',
    issuedOn: '2026-02-14',
  }),
  assertion({
    userId: 'u-priya',
    badgeId: 'b-o-control-bleeding',
    lessonId: 'l-tourniquet',
    classId: 'g-first-aid-spring',
    issuedOn: '2026-04-22',
  }),
  assertion({
    userId: 'u-okafor',
    badgeId: 'b-c-first-aid',
    lessonId: 'l-first-aid-exam',
    classId: 'g-first-aid-vanguard',
    issuedOn: '2026-03-27',
  }),
  assertion({
    userId: 'u-okafor',
    badgeId: 'b-o-evacuate',
    lessonId: 'l-evacuation',
    classId: 'g-first-aid-vanguard',
    issuedOn: '2026-03-20',
  }),
  assertion({
    userId: 'u-reyes',
    badgeId: 'b-o-range-rules',
    lessonId: 'l-range-commands',
    classId: 'g-range-vanguard',
    issuedOn: '2026-05-01',
  }),
  assertion({
    userId: 'u-noor',
    badgeId: 'b-o-tie',
    lessonId: 'l-clove-hitch',
    classId: 'g-knots-juniors',
    issuedOn: '2026-06-09',
  }),
];
