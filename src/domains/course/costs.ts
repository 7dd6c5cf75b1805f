import {
  type CallRule,
  type CostedField,
  costs,
  type FieldCosts,
  FREE,
  pages,
  perNearest,
  perParent,
  perResult,
  type Rows,
  rule,
  within,
} from '../../graph/cost.ts';
import {
  listCourses,
  listObjectives,
  listPerformance,
  readCourse,
  readCourseLevels,
} from '../../platform/routes/course.ts';

const courseAbove = ({ nearest }: CostedField): Rows => nearest('Course');
const courseOfParent = ({ parent }: CostedField): Rows => within(parent, 'course');
const parentItself = ({ parent }: CostedField): Rows => parent;

/** All lessons of a course count as one list, whatever their level and the path to them. */
const lessonsOfCourse = ({ nearest, assumedSize }: CostedField): Rows =>
  within(nearest('Course'), 'lessons', assumedSize('Course.levels') * assumedSize('Level.lessons'));

/**
 * Levels of the rows that `of` returns. If a student's locks are selected below, that student's levels serve both; the
 * levels are read again only if that call fails.
 */
const levels = (of: (field: CostedField) => Rows): CallRule =>
  rule(readCourseLevels, 'once for each course, once more with the locks of a student', (field) => {
    const { key, count } = of(field);
    const student = field.firstBelow('locked')?.studentId;
    return [
      { key, count },
      ...(student === undefined ? [] : [{ key: key + JSON.stringify([student]), count }]),
    ];
  });

/** Documented for every row of a course. A row without one costs a call, which only a deviating platform causes. */
const documentedMembers = {
  'Course.name': FREE,
  'Course.description': FREE,
  'Course.profilePic': FREE,
  'Course.coverPhoto': FREE,
};

export const courseCosts: FieldCosts = {
  'Query.course': costs(perResult(readCourse)),
  'Query.courses': costs(pages(listCourses)),
  ...documentedMembers,
  'Course.objectives': costs(perParent(listObjectives)),
  'Course.levels': costs(levels(parentItself)),
  'Class.levels': {
    calls: [levels(courseOfParent)],
    introduces: { Course: courseOfParent },
  },
  'Level.lessons': { calls: [], yields: lessonsOfCourse },
  'CourseObjective.lessons': { calls: [levels(courseAbove)], yields: lessonsOfCourse },
  'CourseObjective.performance': costs(perNearest('Course', listPerformance)),
  'LessonScore.lesson': { calls: [levels(courseAbove)], yields: lessonsOfCourse },
  'Lesson.childLessons': { calls: [], yields: lessonsOfCourse },
  'Lesson.locked': costs(perNearest('Course', readCourseLevels, 'studentId')),
  'Lesson.course': { calls: [perResult(readCourse)], yields: courseAbove },
  'Question.course': { calls: [perResult(readCourse)], yields: courseAbove },
  'Note.course': costs(perResult(readCourse)),
  'Note.lesson': {
    calls: [levels(courseOfParent)],
    introduces: { Course: courseOfParent },
  },
  'BadgeAssertion.lesson': {
    calls: [levels(courseOfParent)],
    introduces: { Course: courseOfParent },
  },
};
