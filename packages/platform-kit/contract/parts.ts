/** Building blocks that many routes share. */

import { type TObject, type TSchema, Type } from 'typebox';

import { StringList } from './resources.ts';
import type { Credential, Host, Method, Parameter, Response, Route, Section } from './vocabulary.ts';

const NOT_SHOWN: Response = { kind: 'not shown' };

const parameterIn =
  (place: Parameter['in']) =>
  (name: string, schema: TSchema, description?: string): Parameter => ({
    name,
    in: place,
    schema,
    required: false,
    ...(description === undefined ? {} : { description }),
  });

export const query = parameterIn('query');
export const body = parameterIn('body');

/** The members of a resource as parameters of the body, required where they are. */
export const bodyOf = ({ properties, required: names }: TObject): Parameter[] =>
  Object.entries(properties).map(([name, schema]) => ({
    ...body(name, schema),
    required: names?.includes(name) ?? false,
  }));

export const required = (parameter: Parameter): Parameter => ({ ...parameter, required: true });

type Described = Pick<Route, 'summary'> & Partial<Omit<Route, 'id' | 'host' | 'method' | 'path'>>;
type Unnamed = Omit<Route, 'id' | 'host' | 'credential'> & Partial<Pick<Route, 'credential'>>;

/** A route without parameters or a documented response, unless the description has them. */
const routeWith =
  (method: Method) =>
  (path: string, description: Described): Unnamed => ({
    method,
    path,
    parameters: [],
    response: NOT_SHOWN,
    ...description,
  });

export const get = routeWith('GET');
export const put = routeWith('PUT');
export const post = routeWith('POST');
export const del = routeWith('DELETE');

/** A section whose routes share a host, notes, and by default a credential. */
export const section = <Id extends string>({
  title,
  routes,
  notes: sharedNotes = [],
  ...shared
}: {
  title: string;
  host: Host;
  credential: Credential | null;
  notes?: readonly string[];
  routes: Readonly<Record<Id, Unnamed>>;
}): Section<Id> => {
  const named: Partial<Record<Id, Route<Id>>> = {};
  for (const id in routes) {
    const notes = [...sharedNotes, ...(routes[id].notes ?? [])];
    named[id] = { ...shared, ...routes[id], id, ...(notes.length > 0 && { notes }) };
  }
  return { title, routes: named as Record<Id, Route<Id>> };
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
