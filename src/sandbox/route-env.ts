import { Hono } from 'hono';
import type { Route } from '../contract/vocabulary.ts';
import type { Values } from './values.ts';

/** What the contract check leaves for the handler of a route. */
export interface RouteEnv {
  /** The whole body: the web's `Request` has none where the method is GET. */
  Bindings: { body: string };
  Variables: {
    route: Route;
    /** The header that carries the credential; null where the route takes none. */
    credential: string | null;
    /** The parameters, from the query and the body alike. */
    values: Values;
  };
}

export const newRoutes = (): Hono<RouteEnv> => new Hono<RouteEnv>();
