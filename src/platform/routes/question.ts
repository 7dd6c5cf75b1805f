import { type Static, Type } from 'typebox';
import { readRoute } from '../route.ts';
import { documented, id, instant, maybe, noun, number, otherIds, rows, text, texts } from '../wire.ts';

/** A question of a course; `id` and `_id` are the same. Contract: Resources, Question. */
const questionRow = Type.Object(
  {
    ...otherIds,
    __t: text,
    __v: number,
    course: maybe(id),
    text,
    questionType: text,
    answers: texts,
    correctAnswerIndex: number,
    createdDate: instant,
    removedDate: instant,
  },
  documented('text', 'questionType', 'answers', 'correctAnswerIndex', 'createdDate'),
);
export type QuestionRow = Static<typeof questionRow>;
const QUESTION = noun(questionRow, ['questions'], ['id', '_id']);
export const questionIdOf = QUESTION.idOf;

/**
 * GET /edu/v1/question/: the questions of a course. The trailing slash is part of the path, and the header is called
 * `Authentication`. Contract: Endpoints, Questions; Authentication 1.
 */
export const listQuestions = readRoute<{ courseId: string; showRemoved?: 'true' }>().at(
  '/edu/v1/question/',
  rows(QUESTION),
  { absent: null, credentialHeader: 'authentication' },
);
