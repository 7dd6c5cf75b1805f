import { forUsers } from '../callers.ts';
import { managesQuestions } from '../membership.ts';
import { forbidden } from '../refusal.ts';
import type { State } from '../state.ts';
import { flagOf } from '../values.ts';
import { findCourse } from './course.ts';

/** Contract: Endpoints, Questions. The trailing slash is part of the route. */
export const questionHandlers = (state: State) =>
  forUsers(state, {
    listQuestions: ({ user, values: { courseId, showRemoved = 'false' } }) => {
      const course = findCourse(state, courseId);
      if (!managesQuestions(state, course, user.userId)) {
        throw forbidden('questions are for instructors and course managers');
      }
      const withRemoved = flagOf('showRemoved', showRemoved);
      return state.questions.filter(
        (question) =>
          question.course === course.courseId && (withRemoved || question.removedDate === undefined),
      );
    },
  });
