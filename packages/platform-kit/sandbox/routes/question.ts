import { forUsers } from '../callers.ts';
import { managesQuestions } from '../membership.ts';
import { forbidden } from '../refusal.ts';
import type { State } from '../state.ts';
import { findCourse } from './course.ts';

/** Contract: Endpoints, Questions. The trailing slash is part of the route. */
export const questionHandlers = (state: State) =>
  forUsers(state, {
    listQuestions: ({ user, values }) => {
      const course = findCourse(state, values.text('courseId'));
      if (!managesQuestions(state, course, user.userId)) {
        throw forbidden('questions are for instructors and course managers');
      }
      const showRemoved = values.optionalTextFlag('showRemoved') ?? false;
      return state.questions.filter(
        (question) =>
          question.course === course.courseId && (showRemoved || question.removedDate === undefined),
      );
    },
  });
