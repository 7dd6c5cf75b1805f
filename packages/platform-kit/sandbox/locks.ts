import type { Course, Lesson, Level } from './school.ts';

/** A lesson as the platform sends it. Contract: Resources, Course levels result. */
type SentLesson = Omit<Lesson, 'prerequisites' | 'childLessons'> & {
  childLessons: SentLesson[];
  locked: boolean;
};

/**
 * A course's levels with each lesson's lock status. Contract: Courses, Course levels rules.
 * @param completed the lessons that the student has completed. Null: no student, so nothing is locked.
 */
export function levelsOf(course: Course, completed: ReadonlySet<string> | null) {
  return course.levels.map((level) => {
    const closed = completed !== null && !isOpen(level, course, completed);
    return {
      levelId: level.levelId,
      name: level.name,
      lessons: level.lessons.map((lesson) => sentLesson(lesson, closed, completed)),
    };
  });
}

function sentLesson(lesson: Lesson, closed: boolean, completed: ReadonlySet<string> | null): SentLesson {
  const { prerequisites, childLessons, ...shown } = lesson;
  const locked = closed || (completed !== null && !prerequisites.every((id) => completed.has(id)));
  return {
    ...shown,
    childLessons: childLessons.map((child) => sentLesson(child, locked, completed)),
    locked,
  };
}

function isOpen(level: Level, course: Course, completed: ReadonlySet<string>): boolean {
  return course.levels
    .filter(({ levelId }) => level.prerequisites.includes(levelId))
    .every(({ lessons }) => lessons.every(({ lessonId }) => completed.has(lessonId)));
}
