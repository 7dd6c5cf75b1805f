import { enrollmentsOf } from './membership.ts';
import { performanceIn } from './performance.ts';
import type { User } from './school.ts';
import type { State } from './state.ts';

/**
 * One learner's record for AI plugins: results and skills, without names or contact data.
 * Contract: Responses not shown, 1.
 */
export function learningRecord(state: State, user: User) {
  return {
    userId: user.userId,
    organizationRoles: user.organizationRoles,
    courses: enrollmentsOf(state, user.userId).flatMap(({ studentId, group }) => {
      const course = state.courses.get(group.courseId);
      if (!course) return [];
      const results = state.progress.get(studentId) ?? new Map();
      return {
        courseId: course.courseId,
        name: course.name,
        classId: group.groupId,
        studentId,
        lessonResults: [...results.values()].map(({ objectiveScores: _, ...result }) => result),
        objectives: course.objectives
          .map((objective) => performanceIn(objective, results))
          .map(({ lessonScores: _, ...performance }) => performance),
      };
    }),
    badgeIds: state.badgeAssertions
      .filter((assertion) => assertion.userId === user.userId)
      .map((assertion) => assertion.badgeId),
    additionalInfo: state.additionalInfo.get(user.userId) ?? [],
  };
}
