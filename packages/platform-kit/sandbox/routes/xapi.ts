import { randomUUID } from 'node:crypto';
import { forUsers } from '../callers.ts';
import { type Enrollment, findEnrollment, mayActFor, newestEnrollment } from '../membership.ts';
import { badRequest, forbidden } from '../refusal.ts';
import type { User } from '../school.ts';
import { type State, timestamp } from '../state.ts';
import { COMPLETING_VERBS, type StoredStatement } from '../xapi.ts';
import { type CheckedStatement, checkActivity, checkStatement } from '../xapi-check.ts';

/** Contract: Endpoints, xAPI. */
export const xapiHandlers = (state: State) =>
  forUsers(state, {
    recordStatement: ({ user, values }) => record(state, user, 2, checkStatement(state, values)),
    recordActivity: ({ user, values }) => record(state, user, 1, checkActivity(state, values)),
  });

/** Users may record statements for themselves; instructors also for students of their classes. */
function record(
  state: State,
  caller: User,
  version: StoredStatement['version'],
  checked: CheckedStatement,
): StoredStatement {
  const { actor, verb, ids } = checked;
  if (!mayActFor(state, actor.userId, caller.userId)) {
    throw forbidden('you may only record statements for yourself or for students of your classes');
  }
  const enrollment = enrollmentBehind(state, checked);
  // Version 1 changes no progress.
  if (version === 2 && enrollment && ids.lesson !== undefined)
    recordResult(state, enrollment.studentId, ids.lesson, checked);
  const stored = timestamp(state);
  const statement: StoredStatement = {
    statementId: randomUUID(),
    version,
    userId: actor.userId,
    verb,
    studentId: enrollment?.studentId,
    classId: ids['education-class'] ?? enrollment?.group.groupId,
    lessonId: ids.lesson,
    timestamp: checked.timestamp ?? stored,
    stored,
  };
  state.statements.push(statement);
  return statement;
}

/** The student of a statement: the one it names, else the actor in the newest class with the lesson. */
function enrollmentBehind(state: State, { actor, ids }: CheckedStatement): Enrollment | undefined {
  const lesson = state.lessons.get(ids.lesson ?? '');
  const enrollment =
    ids.student === undefined
      ? lesson && newestEnrollment(state, actor.userId, lesson.courseId)
      : findEnrollment(state, ids.student);
  if (enrollment && enrollment.userId !== actor.userId) {
    throw badRequest('the student ID does not belong to the actor');
  }
  return enrollment;
}

/** Records a lesson's result, which unlocks the lessons that depend on it. */
function recordResult(
  state: State,
  studentId: string,
  lessonId: string,
  { verb, score }: CheckedStatement,
): void {
  const completes = COMPLETING_VERBS.includes(verb);
  if (!completes && score === null) return;
  const results = state.progress.get(studentId) ?? new Map();
  const before = results.get(lessonId);
  results.set(lessonId, {
    lessonId,
    completed: completes || (before?.completed ?? false),
    score: score ?? before?.score ?? null,
    objectiveScores: before?.objectiveScores ?? {},
  });
  state.progress.set(studentId, results);
}
