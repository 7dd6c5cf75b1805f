import { nameOf, ROUTES } from '../../src/contract/routes.ts';
import type { Route } from '../../src/contract/vocabulary.ts';

const byName = new Map(ROUTES.map((route) => [nameOf(route), route]));

/** The contract route with this name, as in `PUT /edu/v1/note`. Null: none. */
export const routeNamed = (name: string): Route | null => byName.get(name) ?? null;
