import type { Resolvers } from '../../generated/resolvers.ts';
import { calls, perParent, perResult } from '../../graph/cost.ts';
import { readCourse } from '../../platform/routes/course.ts';
import { listQuestions, questionIdOf } from '../../platform/routes/question.ts';
import { firstId } from '../../platform/values.ts';
import { requiredId } from '../../platform/wire.ts';
import { courseAbove } from '../loader-costs.ts';

/** Index that the platform sends for a question without a correct answer. */
const NO_ANSWER = -1;

export const questionResolvers = {
  Course: {
    questions: calls(
      perParent(listQuestions, 'includeRemoved'),
      ({ courseId }, { includeRemoved }, { loaders }) =>
        loaders.question.ofCourse.load({ courseId: String(courseId), includeRemoved }),
    ),
  },
  Question: {
    id: (question) => requiredId(questionIdOf(question)),
    kind: ({ __t }) => __t ?? null,
    revision: ({ __v }) => __v ?? null,
    correctAnswerIndex: ({ correctAnswerIndex }) =>
      correctAnswerIndex === NO_ANSWER ? null : (correctAnswerIndex ?? null),
    courseId: ({ course }) => firstId(course),
    course: calls(
      perResult(readCourse),
      ({ course }, _arguments, { loaders }) =>
        course == null ? null : loaders.course.byId.load(String(course)),
      { yields: courseAbove },
    ),
  },
} satisfies Resolvers;
