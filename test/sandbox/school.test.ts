import { Errors } from 'typebox/schema';
import { Clean } from 'typebox/value';
import { expect, it } from 'vitest';
import { Registrations, registrations } from '../../packages/platform-kit/sandbox/developer-console.ts';
import { readPicture } from '../../packages/platform-kit/sandbox/picture.ts';
import { type Lesson, School, school } from '../../packages/platform-kit/sandbox/school.ts';

const { users, courses, classes } = school;
const levels = courses.flatMap((course) => course.levels);
const withChildren = (lesson: Lesson): Lesson[] => [lesson, ...lesson.childLessons.flatMap(withChildren)];
const lessons = levels.flatMap((level) => level.lessons.flatMap(withChildren));
const userIds = users.map((user) => user.userId);
const lessonIds = lessons.map((lesson) => lesson.lessonId);
const studentIds = classes.flatMap((group) => group.students.map((student) => student.studentId));

it('has the form of its schema, and no member that it does not have', () => {
  for (const [schema, data] of [
    [School, school],
    [Registrations, registrations],
  ] as const) {
    expect(Errors(schema, data)[1]).toEqual([]);
    expect(Clean(schema, structuredClone(data))).toEqual(data);
  }
});

it('has unique IDs and handles', () => {
  const all = [
    userIds,
    users.map((user) => user.handle),
    courses.map((course) => course.courseId),
    courses.flatMap((course) => course.objectives.map((objective) => objective.objectiveId)),
    levels.map((level) => level.levelId),
    lessonIds,
    classes.map((group) => group.groupId),
    classes.map((group) => group.joinCode),
    studentIds,
    school.questions.map((question) => question.id),
    school.badges.map((badge) => badge.badgeId),
    school.badgeAssertions.map((assertion) => assertion.assertionId),
  ];
  for (const ids of all) expect(ids).toEqual([...new Set(ids)]);
});

it('has no dangling references', () => {
  const courseIds = courses.map((course) => course.courseId);
  const known: [string[], string[]][] = [
    [lessonIds, lessons.flatMap((lesson) => lesson.prerequisites)],
    [lessonIds, courses.flatMap((course) => course.objectives.flatMap((objective) => objective.lessonIds))],
    [
      lessonIds,
      Object.values(school.progress).flatMap((results) => results.map((result) => result.lessonId)),
    ],
    [levels.map((level) => level.levelId), levels.flatMap((level) => level.prerequisites)],
    [studentIds, Object.keys(school.progress)],
    [courseIds, classes.map((group) => group.courseId)],
    [courseIds, school.questions.map((question) => question.course)],
    [
      userIds,
      classes.flatMap((group) =>
        [...group.instructors, ...group.students, ...group.observers].map((member) => member.userId),
      ),
    ],
    [userIds, courses.flatMap((course) => course.managerIds)],
    [userIds, school.friendships.flat()],
    [userIds, school.buckets.flatMap((bucket) => bucket.users)],
    [userIds, school.leaderboard.map((entry) => entry.userId)],
    [userIds, school.notifications.flatMap(({ sender, receiver }) => [sender, receiver])],
    [userIds, school.badgeAssertions.map((assertion) => assertion.userId)],
    [
      school.badges.map((badge) => badge.badgeId),
      school.badgeAssertions.map((assertion) => assertion.badgeId),
    ],
  ];
  for (const [ids, references] of known) {
    expect(references.filter((reference) => !ids.includes(reference))).toEqual([]);
  }
});

it('has a badge for every course and every objective, with its name', () => {
  const named = courses.flatMap(({ courseId, name, objectives }) => [
    { courseId, name },
    ...objectives.map((objective) => ({
      courseId,
      objectiveId: objective.objectiveId,
      name: objective.name,
    })),
  ]);
  expect(school.badges.map(({ courseId, objectiveId, name }) => ({ courseId, objectiveId, name }))).toEqual(
    named,
  );
});

it('makes every lesson reachable: prerequisites come earlier in the course', () => {
  for (const course of courses) {
    const order = course.levels.flatMap((level) => level.lessons.map((lesson) => lesson.lessonId));
    for (const lesson of course.levels.flatMap((level) => level.lessons)) {
      for (const earlier of lesson.prerequisites) {
        expect(order.indexOf(earlier)).toBeLessThan(order.indexOf(lesson.lessonId));
        expect(order).toContain(earlier);
      }
    }
  }
});

it('has a JPEG for every picture of a user', async () => {
  const imageIds = users.flatMap(({ profilePic, coverPhoto }) => [profilePic, coverPhoto]);
  for (const imageId of new Set(imageIds.filter((id) => id !== null))) {
    const bytes = await readPicture(imageId);
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(bytes.subarray(-2).toString('hex')).toBe('ffd9');
  }
});
