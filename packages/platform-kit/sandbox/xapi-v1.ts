import type { Static } from 'typebox';
import { Check } from 'typebox/schema';
import { parseJson } from '../conformance/json.ts';
import { XapiV1Object } from '../contract/resources.ts';
import { findEnrollment, newestEnrollment } from './membership.ts';
import { badRequest, found } from './refusal.ts';
import type { User } from './school.ts';
import { findObjective, type State } from './state.ts';
import type { Values } from './values.ts';

type ActivityObject = Static<typeof XapiV1Object>;

/** A valid version 1 statement. */
export interface CheckedActivity {
  actor: User;
  verb: string;
  lessonId: string | undefined;
  classId: string | undefined;
  studentId: string | undefined;
  /** ISO 8601. Undefined: the statement has none. */
  timestamp: string | undefined;
}

/** Checks the references in the parameters and in the indexing keys of `object`. Contract: xAPI, Version 1 rules. */
export function checkActivity(state: State, values: Values): CheckedActivity {
  const actor = found(state.users.get(values.text('actor')), 'actor: user');
  const object = objectOf(values);
  const { lessonId, classId } = object;
  const lesson =
    lessonId === undefined ? undefined : found(state.lessons.get(lessonId), 'object.lessonId: lesson');
  checkQuestion(object);
  for (const flag of ['error', 'assist', 'safety', 'knowledge'] as const) checkFlag(flag, object[flag]);
  checkObjective(state, object.objectiveId);

  const { studentId } = object;
  const enrollment =
    studentId === undefined
      ? lesson && newestEnrollment(state, actor.userId, lesson.courseId)
      : found(findEnrollment(state, studentId), 'object.studentId: student');
  if (enrollment && enrollment.userId !== actor.userId) {
    throw badRequest('object.studentId does not belong to the actor');
  }
  if (classId !== undefined) found(state.classes.get(classId), 'object.classId: class');
  return {
    actor,
    verb: values.text('verb'),
    lessonId,
    classId: classId ?? enrollment?.group.groupId,
    studentId: enrollment?.studentId,
    timestamp: values.optionalText('timestamp'),
  };
}

/** The object, sent as JSON or as JSON in a string. */
function objectOf(values: Values): ActivityObject {
  const sent = values.raw('object');
  const parsed = typeof sent === 'string' ? parseJson(sent) : { json: sent };
  if (!parsed) throw badRequest('object must be JSON');
  const object = parsed.json;
  if (!Check(XapiV1Object, object))
    throw badRequest('object must be a JSON object whose documented keys have their documented types');
  return object;
}

/** Accepts text as well: the contract does not state the type of the flags. */
function checkFlag(name: string, value: unknown): void {
  if (value !== undefined && !['true', 'false'].includes(String(value))) {
    throw badRequest(`object.${name} must be true or false`);
  }
}

function checkQuestion({ questionText, questionIndex, lessonId }: ActivityObject): void {
  if ((questionText !== undefined || questionIndex !== undefined) && lessonId === undefined) {
    throw badRequest('object.lessonId is required with questionText and questionIndex');
  }
}

function checkObjective(state: State, objectiveId: string | undefined): void {
  if (objectiveId !== undefined) found(findObjective(state, objectiveId), 'object.objectiveId: objective');
}
