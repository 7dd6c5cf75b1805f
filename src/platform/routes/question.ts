import { type Static, Type } from 'typebox';
import { readRoute } from '../route.ts';
import { firstId, id, maybe, number, otherIds, rows, text, texts } from '../wire.ts';

/** A question of a course; `id` and `_id` are the same. Contract: Resources, Question. */
const questionRow = Type.Object({
  ...otherIds,
  __t: text,
  __v: number,
  course: maybe(id),
  text,
  questionType: text,
  answers: texts,
  correctAnswerIndex: number,
  createdDate: text,
  removedDate: text,
});
export type QuestionRow = Static<typeof questionRow>;
export const questionIdOf = ({ id: questionId, _id }: QuestionRow): string | null => firstId(questionId, _id);

/**
 * GET /edu/v1/question/: the questions of a course. The trailing slash is part of the path, and the header is called
 * `Authentication`. Contract: Endpoints, Questions; Authentication 1.
 */
export const listQuestions = readRoute<{ courseId: string; showRemoved?: 'true' }, QuestionRow[], null>({
  absent: null,
  path: '/edu/v1/question/',
  credentialHeader: 'authentication',
  read: rows(questionRow, { member: 'id', of: questionIdOf }),
});
