import { oncePerKey } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { listQuestions } from '../../platform/routes/question.ts';

/**
 * Question reads of one operation.
 *
 * ofCourse: the questions of a course, with or without the removed ones; null when there is no such course. One call
 * for each of the two.
 */
export const questionLoaders = (platform: Platform) => ({
  ofCourse: oncePerKey(
    platform,
    ({ courseId, includeRemoved }: { courseId: string; includeRemoved: boolean }) =>
      platform.read(listQuestions, { courseId, ...(includeRemoved ? { showRemoved: 'true' } : {}) }),
    ({ courseId, includeRemoved }) => `${includeRemoved}:${courseId}`,
  ),
});
