import type { Read } from './wire.ts';

/** Which of the platform's hosts a route lives on. */
export type Host = 'platform' | 'notes' | 'push';

/** What a route's caller must hold. */
export type RouteCredential = 'user' | 'plugin' | 'ato' | 'none';

type Scalar = string | number | boolean;
/** What a route takes: left out where undefined or null; a list goes out as a repeated parameter. */
export type Params = Readonly<Record<string, unknown>>;
export type QueryParams = Readonly<Record<string, Scalar | readonly Scalar[] | null | undefined>>;

interface RouteBase<Result> {
  /** How errors and logs name it: method and template. */
  name: string;
  /** Path template, exactly as the contract writes it. */
  path: string;
  host: Host;
  credential: RouteCredential;
  /** The header that carries the credential: a few routes name it `Authentication`. */
  credentialHeader: 'authorization' | 'authentication';
  read: Read<Result>;
}

/** A route that changes nothing: it may be asked again. */
export interface ReadRoute<P extends QueryParams, Result> extends RouteBase<Result> {
  kind: 'read';
  method: 'GET';
  /** Whether operations that ask the same at the same moment may share one call. */
  shared: boolean;
  /** Only a type: what callers of the route pass. */
  readonly params?: P;
}

/** A route that changes something, whatever its method: it is sent once. */
export interface WriteRoute<P extends Params, Result> extends RouteBase<Result> {
  kind: 'write';
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Where its parameters go; a GET has none. */
  parametersIn: 'query' | 'body';
  /** Only a type: what callers of the route pass. */
  readonly params?: P;
}

type Default = 'host' | 'credential' | 'credentialHeader';
type Declared<Route extends RouteBase<unknown>> = Omit<Route, Default | 'kind' | 'name' | 'params'> &
  Partial<Pick<Route, Default>>;

const defaults = { host: 'platform', credential: 'user', credentialHeader: 'authorization' } as const;

/** How errors and logs name a route: method and template, no host, no values. */
const routeName = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

/** Declares a read. Its parameters go into the query. */
export const readRoute = <P extends QueryParams, Result>(
  route: Omit<Declared<ReadRoute<P, Result>>, 'method' | 'shared'> & { shared?: boolean },
): ReadRoute<P, Result> => ({
  ...defaults,
  kind: 'read',
  method: 'GET',
  shared: true,
  name: routeName({ method: 'GET', path: route.path }),
  ...route,
});

/** Declares a write. Its parameters go into a JSON body unless `parametersIn` says otherwise. */
export const writeRoute = <P extends Params, Result>(
  route: Omit<Declared<WriteRoute<P, Result>>, 'parametersIn'> & { parametersIn?: 'query' },
): WriteRoute<P, Result> => ({
  ...defaults,
  kind: 'write',
  parametersIn: 'body',
  name: routeName(route),
  ...route,
});

/** The values that are given: what is undefined or null is left out of a body as it is of a query. */
export const given = <Values extends Record<string, unknown>>(
  values: Values,
): { [Name in keyof Values]?: NonNullable<Values[Name]> } => {
  const kept = { ...values };
  for (const name in kept) if (kept[name] == null) delete kept[name];
  return kept as { [Name in keyof Values]?: NonNullable<Values[Name]> };
};
