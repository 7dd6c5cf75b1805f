/** Building blocks that many routes share. */

import { type TObject, type TOptional, type TProperties, type TSchema, Type } from 'typebox';

import { StringList } from './resources.ts';
import type { Credential, Host, Method, Parameter, Response, Route, Rule } from './vocabulary.ts';

const NOT_SHOWN: Response = { kind: 'not shown' };

const parameterIn =
  (place: Parameter['in']) =>
  <Name extends string, Schema extends TSchema>(
    name: Name,
    schema: Schema,
    description?: string,
  ): Parameter<Name, Schema, false> => ({
    name,
    in: place,
    schema,
    required: false,
    ...(description === undefined ? {} : { description }),
  });

export const query = parameterIn('query');
export const body = parameterIn('body');

type MemberOf<Members extends TProperties> = {
  [Name in keyof Members & string]: Parameter<
    Name,
    Members[Name],
    Members[Name] extends TOptional<Members[Name]> ? false : true
  >;
}[keyof Members & string];

/** The members of a resource as parameters of the body, required where they are. */
export const bodyOf = <Members extends TProperties>({ properties }: TObject<Members>) =>
  Object.entries(properties).map(([name, schema]) => ({
    ...body(name, schema),
    required: !Type.IsOptional(schema),
  })) as unknown as readonly MemberOf<Members>[];

export const required = <Name extends string, Schema extends TSchema>(
  parameter: Parameter<Name, Schema>,
): Parameter<Name, Schema, true> => ({ ...parameter, required: true });

type Described = Pick<Route, 'summary'> & Partial<Omit<Route, 'id' | 'host' | 'method' | 'path'>>;
type Unnamed = Omit<Route, 'id' | 'host' | 'credential'> & Partial<Pick<Route, 'credential'>>;

/** What a route takes, in types: its parameters, and those that the sandbox requires. */
interface Takes<Parameters, Requires> {
  parameters: Parameters;
  sandbox?: { requires?: Requires };
}

/** A route without parameters or a documented response, unless the description has them. */
const routeWith =
  (method: Method) =>
  <
    const Parameters extends readonly Parameter[] = readonly [],
    const Requires extends readonly (string | Rule)[] = readonly [],
  >(
    path: string,
    description: Described & Partial<Takes<Parameters, Requires>>,
  ) => {
    const route: Unnamed = { method, path, parameters: [], response: NOT_SHOWN, ...description };
    return route as Unnamed & Takes<NoInfer<Parameters>, NoInfer<Requires>>;
  };

export const get = routeWith('GET');
export const put = routeWith('PUT');
export const post = routeWith('POST');
export const del = routeWith('DELETE');

/** A section whose routes share a host, notes, and by default a credential. */
export const section = <Routes extends Readonly<Record<string, Unnamed>>>({
  title,
  routes,
  notes: sharedNotes = [],
  ...shared
}: {
  title: string;
  host: Host;
  credential: Credential | null;
  notes?: readonly string[];
  routes: Routes;
}) => {
  const named = Object.entries(routes).map(([id, route]): [string, Route] => {
    const notes = [...sharedNotes, ...(route.notes ?? [])];
    return [id, { ...shared, ...route, id, ...(notes.length > 0 && { notes }) }];
  });
  return {
    title,
    routes: Object.fromEntries(named) as { readonly [Id in keyof Routes & string]: Route<Id> & Routes[Id] },
  };
};

export const json = (schema: TSchema): Response => ({ kind: 'json', schema });

/** Its header is shown, but not marked as required. */
export const USER_TOKEN: Credential = { kind: 'user token', header: 'Authorization', required: false };
export const REQUIRED_USER_TOKEN: Credential = { ...USER_TOKEN, required: true };
export const PLUGIN_CREDENTIAL: Credential = {
  kind: 'plugin credential',
  header: 'Authorization',
  required: true,
};
export const ATO_TOKEN: Credential = { kind: 'ATO token', header: 'Authorization', required: false };

/** The example of a page. */
export const PAGE_OF_TEN = { limit: 10, page: 1 };

export const LIMIT = query('limit', Type.Integer(), 'Entries per page.');
export const PAGE = query('page', Type.Integer());
export const COURSE_ID = query('courseId', Type.String());
export const CATEGORIES = query('categories', StringList);
export const USER_ID = query('userId', Type.String());
export const USER_IDS = query('userIds', Type.String(), 'Comma-separated user IDs.');
