import { type CallRule, type CostedField, calls, once, type Rows, rule, within } from '../graph/cost.ts';
import { readCourseLevels } from '../platform/routes/course.ts';
import { listFriends, readOwnProfile } from '../platform/routes/user.ts';

/** Costs of loaders that fields of several nouns call. */

/** `loaders.user.linked`: looks up the user in the caller's profile and the list of friends. */
export const linkedUser: readonly CallRule[] = [once(readOwnProfile), once(listFriends)];

export const courseAbove = ({ nearest }: CostedField): Rows => nearest('Course');
export const courseOfParent = ({ parent }: CostedField): Rows => within(parent, 'course');

export const courseOfClass = ({ nearest }: CostedField): Rows => within(nearest('Class'), 'course');

/** All lessons of a course count as one list, regardless of their level and path. */
const lessonsOf = (course: Rows, { assumedSize }: CostedField): Rows =>
  within(course, 'lessons', assumedSize('Course.levels') * assumedSize('Level.lessons'));
export const lessonsOfCourse = (field: CostedField): Rows => lessonsOf(courseAbove(field), field);
export const lessonsOfClass = (field: CostedField): Rows => lessonsOf(courseOfClass(field), field);

/**
 * `loaders.course.levelsOf` of the courses that `of` returns. If a student's locks are selected below, that student's levels
 * serve both; the levels are read again only if that call fails.
 */
export const levelsOf = (of: (field: CostedField) => Rows): CallRule =>
  rule(readCourseLevels, 'once for each course, once more with the locks of a student', (field) => {
    const { key, count } = of(field);
    const student = field.firstBelow('locked')?.studentId;
    return [
      { key, count },
      ...(student === undefined ? [] : [{ key: key + JSON.stringify([student]), count }]),
    ];
  });

/** `loaders.course.lesson`: read from the levels of its course. */
export const lessonOfCourse = <Parent, Args, Context, Info, Result>(
  resolver: (parent: Parent, args: Args, context: Context, info: Info) => Result,
) => calls(levelsOf(courseOfParent), resolver, { introduces: { Course: courseOfParent } });
