import { type Context, Hono } from 'hono';
import type { RouteId } from '../contract/routes.ts';
import type { Route } from '../contract/vocabulary.ts';
import type { Values } from './values.ts';

/** Request data that the contract check provides to the handler of a route. */
export interface RouteEnv {
  /** The whole body: a web `Request` with the method GET cannot have one. */
  Bindings: { body: string };
  Variables: {
    route: Route;
    /** The credential header's value. Null: the route takes no credential. */
    credential: string | null;
    /** The parameters of query and body together. */
    values: Values;
  };
}

export type Handler = (c: Context<RouteEnv>) => Response | Promise<Response>;

/** Handlers of routes of the contract. */
export type Handlers = Readonly<Partial<Record<RouteId, Handler>>>;
export type AllHandlers = Readonly<Record<RouteId, Handler>>;

export const newRoutes = (): Hono<RouteEnv> => new Hono<RouteEnv>();
