import { randomUUID } from 'node:crypto';
import { callerOf } from '../credential.ts';
import { findEnrollment, mayActFor, newestEnrollment } from '../membership.ts';
import { badRequest, forbidden } from '../refusal.ts';
import type { Handlers } from '../route-env.ts';
import type { User } from '../school/user.ts';
import type { State } from '../state.ts';
import { timestamp } from '../state.ts';
import type { StoredStatement } from '../xapi.ts';
import { COMPLETING_VERBS } from '../xapi.ts';
import { checkActivity } from '../xapi-v1.ts';
import type { CheckedStatement } from '../xapi-v2.ts';
import { checkStatement } from '../xapi-v2.ts';

/** Contract: Endpoints, xAPI. */
export const xapiHandlers = (state: State) =>
  ({
    recordStatement: (c) => {
      const { user } = callerOf(c, state);
      const statement = checkStatement(state, c.var.values);
      refuseStrangers(state, statement.actor, user);
      const { studentId, classId } = studentBehind(state, statement);
      const lessonId = statement.ids.lesson;
      if (studentId !== undefined && lessonId !== undefined)
        recordResult(state, studentId, lessonId, statement);
      return c.json(keep(state, { ...statement, version: 2, studentId, classId, lessonId }));
    },

    recordActivity: (c) => {
      const { user } = callerOf(c, state);
      const activity = checkActivity(state, c.var.values);
      refuseStrangers(state, activity.actor, user);
      return c.json(keep(state, { ...activity, version: 1 }));
    },
  }) satisfies Handlers;

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

interface Accepted {
  version: 1 | 2;
  actor: User;
  verb: string;
  studentId: string | undefined;
  classId: string | undefined;
  lessonId: string | undefined;
  timestamp: string | undefined;
}

function keep(state: State, accepted: Accepted): StoredStatement {
  const stored = timestamp(state);
  const { studentId, classId, lessonId } = accepted;
  const statement: StoredStatement = {
    statementId: randomUUID(),
    version: accepted.version,
    userId: accepted.actor.userId,
    verb: accepted.verb,
    ...(studentId !== undefined && { studentId }),
    ...(classId !== undefined && { classId }),
    ...(lessonId !== undefined && { lessonId }),
    timestamp: accepted.timestamp ?? stored,
    stored,
  };
  state.statements.push(statement);
  return statement;
}
