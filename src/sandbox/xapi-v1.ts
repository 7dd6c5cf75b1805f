import { Fields, isRecord } from './fields.ts';
import { findEnrollment, newestEnrollment } from './membership.ts';
import { badRequest, notFound } from './refusal.ts';
import type { User } from './school/user.ts';
import type { State } from './state.ts';

/** What a version 1 statement says, once every rule held. */
export interface CheckedActivity {
  actor: User;
  verb: string;
  lessonId: string | undefined;
  classId: string | undefined;
  studentId: string | undefined;
  /** ISO 8601, where the statement carries one. */
  timestamp: string | undefined;
}

/** Checks the body's fields and the keys of `object` that index it. Contract: xAPI, Version 1 rules. */
export function checkActivity(state: State, body: Fields): CheckedActivity {
  const actor = state.users.get(body.text('actor'));
  if (!actor) throw notFound('actor names no user');
  const object = objectOf(body);
  const lessonId = object.optionalText('lessonId');
  const lesson = lessonId === undefined ? undefined : state.lessons.get(lessonId);
  if (lessonId !== undefined && !lesson) throw notFound('object.lessonId names no lesson');
  checkQuestion(object, lessonId);
  object.optionalText('lessonResultId');
  object.optionalText('target');
  for (const flag of ['error', 'assist', 'safety', 'knowledge']) object.optionalBoolean(flag);
  checkObjective(state, object.optionalText('objectiveId'));

  const asked = object.optionalText('studentId');
  const enrollment =
    asked === undefined
      ? lesson && newestEnrollment(state, actor.userId, lesson.courseId)
      : findEnrollment(state, asked);
  if (asked !== undefined && !enrollment) throw notFound('object.studentId names no student');
  if (enrollment && enrollment.userId !== actor.userId) {
    throw badRequest('object.studentId is not a student ID of the actor');
  }
  const classId = object.optionalText('classId');
  if (classId !== undefined && !state.classes.has(classId)) throw notFound('object.classId names no class');
  return {
    actor,
    verb: body.text('verb'),
    lessonId,
    classId: classId ?? enrollment?.group.groupId,
    studentId: enrollment?.studentId,
    timestamp: body.optionalDate('timestamp') === undefined ? undefined : body.text('timestamp'),
  };
}

/** The object comes as JSON or as JSON in a string. */
function objectOf(body: Fields): Fields {
  const sent = body.raw('object');
  const object = typeof sent === 'string' ? parsed(sent) : sent;
  if (!isRecord(object)) throw badRequest('object must be a JSON object, raw or stringified');
  return new Fields(Object.entries(object));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('object is a string that is not JSON');
  }
}

function checkQuestion(object: Fields, lessonId: string | undefined): void {
  const text = object.optionalText('questionText');
  const index = object.optionalInteger('questionIndex');
  if (index !== undefined && index < 0) throw badRequest('object.questionIndex starts at 0');
  if ((text !== undefined || index !== undefined) && lessonId === undefined) {
    throw badRequest('object.lessonId is required beside questionText and questionIndex');
  }
}

function checkObjective(state: State, objectiveId: string | undefined): void {
  if (objectiveId === undefined) return;
  const known = [...state.courses.values()].some(({ objectives }) =>
    objectives.some((objective) => objective.objectiveId === objectiveId),
  );
  if (!known) throw notFound('object.objectiveId names no objective');
}
