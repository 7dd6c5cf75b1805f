import { callerOf } from '../credential.ts';
import { managesQuestions } from '../membership.ts';
import { forbidden } from '../refusal.ts';
import type { Handlers } from '../route-env.ts';
import type { State } from '../state.ts';
import { findCourse } from './course.ts';

/** Contract: Endpoints, Questions. The trailing slash is part of the route. */
export const questionHandlers = (state: State) =>
  ({
    listQuestions: (c) => {
      const { user } = callerOf(c, state);
      const { values } = c.var;
      const course = findCourse(state, values.text('courseId'));
      if (!managesQuestions(state, course, user.userId)) {
        throw forbidden('questions are for instructors and course managers');
      }
      const showRemoved = values.optionalTextFlag('showRemoved') ?? false;
      return c.json(
        state.questions.filter(
          (question) =>
            question.course === course.courseId && (showRemoved || question.removedDate === undefined),
        ),
      );
    },
  }) satisfies Handlers;
