import { oncePerKey } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { listQuestions } from '../../platform/routes/question.ts';

/**
 * Question reads of one operation.
 *
 * ofCourse: questions of a course, with or without removed ones, or null if the course does not exist. One call per
 * course and value of `includeRemoved`.
 */
export const questionLoaders = (platform: Platform) => ({
  ofCourse: oncePerKey(
    platform,
    ({ courseId, includeRemoved }: { courseId: string; includeRemoved: boolean }) =>
      platform.read(listQuestions, { courseId, ...(includeRemoved ? { showRemoved: 'true' } : {}) }),
    ({ courseId, includeRemoved }) => `${includeRemoved}:${courseId}`,
  ),
});
