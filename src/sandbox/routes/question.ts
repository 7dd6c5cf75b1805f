import type { Hono } from 'hono';
import { callerOf } from '../credential.ts';
import { managesQuestions } from '../membership.ts';
import { forbidden } from '../refusal.ts';
import { newRoutes, type RouteEnv } from '../route-env.ts';
import type { State } from '../state.ts';
import { findCourse } from './course.ts';

/** Contract: Endpoints, Questions. The trailing slash is part of the route. */
export function questionRoutes(state: State): Hono<RouteEnv> {
  const routes = newRoutes();

  routes.get('/edu/v1/question/', (c) => {
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
  });

  return routes;
}
