import { randomUUID } from 'node:crypto';
import { forUsers } from '../callers.ts';
import { findEnrollment, mayActFor, newestEnrollment } from '../membership.ts';
import { badRequest, forbidden } from '../refusal.ts';
import type { User } from '../school.ts';
import { type State, timestamp } from '../state.ts';
import { COMPLETING_VERBS, type StoredStatement } from '../xapi.ts';
import { checkActivity } from '../xapi-v1.ts';
import { type CheckedStatement, checkStatement } from '../xapi-v2.ts';

/** Contract: Endpoints, xAPI. */
export const xapiHandlers = (state: State) =>
  forUsers(state, {
    recordStatement: ({ user, values }) => {
      const statement = checkStatement(state, values);
      refuseStrangers(state, statement.actor, user);
      const { studentId, classId } = studentBehind(state, statement);
      const lessonId = statement.ids.lesson;
      if (studentId !== undefined && lessonId !== undefined)
        recordResult(state, studentId, lessonId, statement);
      return keep(state, { ...statement, version: 2, studentId, classId, lessonId });
    },

    recordActivity: ({ user, values }) => {
      const activity = checkActivity(state, values);
      refuseStrangers(state, activity.actor, user);
      return keep(state, { ...activity, version: 1 });
    },
  });

/** Users may record statements for themselves; instructors also for students of their classes. */
function refuseStrangers(state: State, actor: User, caller: User): void {
  if (!mayActFor(state, actor.userId, caller.userId)) {
    throw forbidden('you may only record statements for yourself or for students of your classes');
  }
}

/** The student of a statement: the one it names, else the actor in the newest class with the lesson. */
function studentBehind(
  state: State,
  { actor, ids }: CheckedStatement,
): { studentId: string | undefined; classId: string | undefined } {
  const lesson = state.lessons.get(ids.lesson ?? '');
  const enrollment =
    ids.student === undefined
      ? lesson && newestEnrollment(state, actor.userId, lesson.courseId)
      : findEnrollment(state, ids.student);
  if (enrollment && enrollment.userId !== actor.userId) {
    throw badRequest('the student ID does not belong to the actor');
  }
  return {
    studentId: enrollment?.studentId,
    classId: ids['education-class'] ?? enrollment?.group.groupId,
  };
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

type Accepted = Pick<StoredStatement, 'version' | 'verb' | 'studentId' | 'classId' | 'lessonId'> & {
  actor: User;
  timestamp: string | undefined;
};

function keep(state: State, { version, actor, verb, studentId, classId, lessonId, ...sent }: Accepted) {
  const stored = timestamp(state);
  const statement: StoredStatement = {
    statementId: randomUUID(),
    version,
    userId: actor.userId,
    verb,
    studentId,
    classId,
    lessonId,
    timestamp: sent.timestamp ?? stored,
    stored,
  };
  state.statements.push(statement);
  return statement;
}
