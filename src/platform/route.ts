import type { Read } from './wire.ts';

/** A host of the platform. */
export type Host = 'platform' | 'notes' | 'push';

/** The credential that a route requires. */
export type RouteCredential = 'user' | 'plugin' | 'ato' | 'none';

type Scalar = string | number | boolean;
/** A route's parameters: undefined and null are omitted; a list is sent as a repeated parameter. */
export type Params = Readonly<Record<string, unknown>>;
export type QueryParams = Readonly<Record<string, Scalar | readonly Scalar[] | null | undefined>>;

interface RouteBase<Result> {
  /** Method and path template, for errors and logs. */
  name: string;
  /** Path template, exactly as in the contract. */
  path: string;
  host: Host;
  credential: RouteCredential;
  /** The header for the credential: a few routes call it `Authentication`. */
  credentialHeader: 'authorization' | 'authentication';
  /** Where the parameters are sent: the query, or a JSON body. */
  in: 'query' | 'body';
  /** The `Accept` header. */
  accept: string;
  read: Read<Result>;
  /** The ID of the credential's user, if a result confirms it. Null: this one does not. */
  confirms?(result: Result): string | null;
}

/**
 * A route without side effects: calls may be retried. `Absent` is null for a route that names a record by its ID: a 404 means
 * that there is none. For any other, a 404 is a failure: an empty result would hide a wrong address.
 */
export interface ReadRoute<P extends QueryParams, Result, Absent extends null = never>
  extends RouteBase<Result> {
  kind: 'read';
  method: 'GET';
  /** Whether operations may share one call for identical reads in flight. */
  shared: boolean;
  /** The result for a 404. Undefined: a failure. */
  absent?: Absent | undefined;
  /** Carries only the type of the parameters. */
  readonly params?: P;
}

/** A route with side effects, regardless of its method: calls are sent once. */
export interface WriteRoute<P extends Params, Result> extends RouteBase<Result> {
  kind: 'write';
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Carries only the type of the parameters. */
  readonly params?: P;
}

type Default = 'host' | 'credential' | 'credentialHeader' | 'accept';
/** Deviations of a route from the defaults: it is the platform's own, for a user token in `authorization`, and responds with JSON. */
type Others = Partial<Pick<RouteBase<unknown>, Default>>;

const defaults = {
  host: 'platform',
  credential: 'user',
  credentialHeader: 'authorization',
  accept: 'application/json',
} as const;

type NoParams = Readonly<Record<string, never>>;

/** Declares a read route by its parameters, which are sent in the query, its path, and what it reads. */
export const readRoute = <P extends QueryParams = NoParams>() => ({
  /** @param others `shared`: default true. */
  at: <Result, Absent extends null = never>(
    path: string,
    read: Read<Result>,
    others: Others & {
      shared?: boolean;
      absent?: Absent;
      confirms?: (result: Result) => string | null;
    } = {},
  ): ReadRoute<P, Result, Absent> => ({
    ...defaults,
    kind: 'read',
    method: 'GET',
    in: 'query',
    shared: true,
    name: `GET ${path}`,
    path,
    read,
    ...others,
  }),
});

/** Declares a write route by its parameters, which are sent in a JSON body unless `in` is `query`, and what it reads. */
export const writeRoute = <P extends Params = NoParams>() => ({
  at: <Result>(
    method: WriteRoute<P, Result>['method'],
    path: string,
    read: Read<Result>,
    others: Others & { in?: 'query' } = {},
  ): WriteRoute<P, Result> => ({
    ...defaults,
    kind: 'write',
    in: 'body',
    name: `${method} ${path}`,
    method,
    path,
    read,
    ...others,
  }),
});

/** Omits undefined and null, as queries do. */
export const given = <Values extends Record<string, unknown>>(
  values: Values,
): { [Name in keyof Values]?: NonNullable<Values[Name]> } => {
  const present = { ...values };
  for (const name in present) if (present[name] == null) delete present[name];
  return present as { [Name in keyof Values]?: NonNullable<Values[Name]> };
};
