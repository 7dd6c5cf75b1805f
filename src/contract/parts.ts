/** Building blocks that many routes share. */

import type { TSchema } from 'typebox';
import { Type } from 'typebox';

import { StringList } from './resources.ts';
import type { Credential, Host, Parameter, Response, Route, Section } from './vocabulary.ts';

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

export const required = (parameter: Parameter): Parameter => ({ ...parameter, required: true });

/** A section, whose routes have one host. */
export const section = <Id extends string>({
  title,
  host,
  routes,
}: {
  title: string;
  host: Host;
  routes: Readonly<Record<Id, Omit<Route, 'id' | 'host'>>>;
}): Section<Id> => {
  const named: Partial<Record<Id, Route<Id>>> = {};
  for (const id in routes) named[id] = { ...routes[id], id, host };
  return { title, routes: named as Record<Id, Route<Id>> };
};

export const json = (schema: TSchema): Response => ({ kind: 'json', schema });
export const NOT_SHOWN: Response = { kind: 'not shown' };

/** The header is shown, but not marked as required. */
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
