import type { Resolvers } from '../../generated/resolvers.ts';
import { requiredId } from '../../platform/wire.ts';

/** Index that the platform sends for a question without a correct answer. */
const NO_ANSWER = -1;

export const questionResolvers = {
  Course: {
    questions: ({ courseId }, { includeRemoved }, { loaders }) =>
      loaders.question.ofCourse.load({ courseId: String(courseId), includeRemoved }),
  },
  Question: {
    id: (question) => requiredId(question.id, question._id),
    kind: ({ __t }) => __t ?? null,
    revision: ({ __v }) => __v ?? null,
    correctAnswerIndex: ({ correctAnswerIndex }) =>
      correctAnswerIndex === NO_ANSWER ? null : (correctAnswerIndex ?? null),
    course: ({ course }, _arguments, { loaders }) =>
      course == null ? null : loaders.course.byId.load(String(course)),
  },
} satisfies Resolvers;
