import type { Static } from 'typebox';
import { BUCKETS, LEADERBOARD } from './sections/app-data.ts';
import { CLASSES, COURSES, QUESTIONS } from './sections/education.ts';
import { NOTES } from './sections/notes.ts';
import { OAUTH } from './sections/oauth.ts';
import { AI_PLUGIN, ATO_PLUGIN } from './sections/plugins.ts';
import { PUSH } from './sections/push.ts';
import { USER } from './sections/user.ts';
import { XAPI } from './sections/xapi.ts';
import type { Route as AnyRoute, Section } from './vocabulary.ts';

/** Every REST route, under the headings of the contract and in its order. */
export const SECTIONS: readonly Section[] = [
  OAUTH,
  USER,
  COURSES,
  CLASSES,
  QUESTIONS,
  NOTES,
  BUCKETS,
  LEADERBOARD,
  PUSH,
  XAPI,
  AI_PLUGIN,
  ATO_PLUGIN,
];

/** Every route by its ID. */
export const ROUTES_BY_ID = {
  ...OAUTH.routes,
  ...USER.routes,
  ...COURSES.routes,
  ...CLASSES.routes,
  ...QUESTIONS.routes,
  ...NOTES.routes,
  ...BUCKETS.routes,
  ...LEADERBOARD.routes,
  ...PUSH.routes,
  ...XAPI.routes,
  ...AI_PLUGIN.routes,
  ...ATO_PLUGIN.routes,
};

export type RouteId = keyof typeof ROUTES_BY_ID;

type Called<Id extends RouteId> = (typeof ROUTES_BY_ID)[Id];
type ParameterOf<Id extends RouteId> = Called<Id>['parameters'][number];
type RequiredBy<Id extends RouteId> =
  | Extract<ParameterOf<Id>, { required: true }>['name']
  | Extract<NonNullable<NonNullable<Called<Id>['sandbox']>['requires']>[number], string>;

/** The parameters of a request to a route of the sandbox: those that the contract or the sandbox requires are present. */
export type ValuesOf<Id extends RouteId> = {
  readonly [One in ParameterOf<Id> as One['name'] & RequiredBy<Id>]: Static<One['schema']>;
} & {
  readonly [One in ParameterOf<Id> as Exclude<One['name'], RequiredBy<Id>>]?: Static<One['schema']>;
};
export type Route = AnyRoute<RouteId>;

export const ROUTES: readonly Route[] = Object.values<Route>(ROUTES_BY_ID);

/** The name of a route: method and path. */
export const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

const BY_NAME = new Map(ROUTES.map((route) => [nameOf(route), route]));

/** The route with this method and path, as in `GET /a/b`. Null: the contract has none. */
export const routeNamed = (name: string): Route | null => BY_NAME.get(name) ?? null;
