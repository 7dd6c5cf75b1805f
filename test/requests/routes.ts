import { SECTIONS } from '../../src/contract/routes.ts';
import type { Route } from '../../src/contract/vocabulary.ts';

/** Every route of the contract, in its order. */
export const ROUTES: readonly Route[] = SECTIONS.flatMap(({ routes }) => routes);

/** Method and path, as in `PUT /edu/v1/note`. */
export const routeName = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

const byName = new Map(ROUTES.map((route) => [routeName(route), route]));

export const routeNamed = (name: string): Route | null => byName.get(name) ?? null;
