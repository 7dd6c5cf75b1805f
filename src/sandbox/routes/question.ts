import { Hono } from 'hono';
import { callerOf } from '../credential.ts';
import { queryOf } from '../fields.ts';
import { looksAfter } from '../membership.ts';
import { forbidden } from '../refusal.ts';
import type { State } from '../state.ts';
import { findCourse } from './course.ts';

/** Contract: Endpoints, Questions. The trailing slash is part of the route. */
export function questionRoutes(state: State): Hono {
  const routes = new Hono();

  routes.get('/edu/v1/question/', (c) => {
    const { user } = callerOf(c, state, 'Authentication');
    const query = queryOf(c);
    const course = findCourse(state, query.text('courseId'));
    if (!looksAfter(state, course, user.userId)) {
      throw forbidden('questions are for instructors and course managers');
    }
    const showRemoved = query.optionalBoolean('showRemoved') ?? false;
    return c.json(
      state.questions.filter(
        (question) =>
          question.course === course.courseId && (showRemoved || question.removedDate === undefined),
      ),
    );
  });

  return routes;
}
