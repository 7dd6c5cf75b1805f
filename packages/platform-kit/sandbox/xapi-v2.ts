import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { XAPI_KINDS } from '../contract/facts.ts';
import {
  DateString,
  JsonObject,
  XapiActor,
  XapiContext,
  XapiObject,
  XapiVerb,
} from '../contract/resources.ts';
import { findEnrollment } from './membership.ts';
import { badRequest, found } from './refusal.ts';
import type { User } from './school.ts';
import { findObjective, type State } from './state.ts';
import type { Values } from './values.ts';
import type { XapiKind } from './xapi.ts';

/** A valid version 2 statement. */
export interface CheckedStatement {
  actor: User;
  verb: string;
  /** The service's own IDs, from `object.extensions` and `context.extensions`. */
  ids: Partial<Record<XapiKind, string>>;
  /** 0 to 100. Null: the result has none. */
  score: number | null;
  /** ISO 8601. Undefined: the statement has none. */
  timestamp: string | undefined;
}

/** Checks a statement against rules 1 to 6. Contract: xAPI, Version 2 rules. */
export function checkStatement(state: State, statement: Values): CheckedStatement {
  const actor = actorOf(state, statement);
  const verb = verbOf(state, statement);
  const objectIds = objectIdsOf(state, statement);
  const context = statement.optional('context', XapiContext);
  return {
    actor,
    verb,
    ids: { ...serviceIds(state, context?.extensions, 'context.extensions'), ...objectIds },
    score: scoreOf(statement.optional('result', JsonObject)),
    timestamp: timestampOf(statement),
  };
}

/** Rule 1. A user's account name is the handle. */
function actorOf(state: State, statement: Values): User {
  const { account } = statement.read('actor', XapiActor);
  if (account.homePage !== state.xapi.homePage) {
    throw badRequest(`actor.account.homePage must be ${state.xapi.homePage}`);
  }
  return found(
    [...state.users.values()].find((user) => user.handle === account.name),
    'actor.account.name: user',
  );
}

/** Rule 2. */
function verbOf(state: State, statement: Values): string {
  const { id } = statement.read('verb', XapiVerb);
  if (!state.xapi.verbs.includes(id)) throw badRequest('verb.id is not in the list of allowed verbs');
  return id;
}

/** Rules 3 and 5. */
function objectIdsOf(state: State, statement: Values): Partial<Record<XapiKind, string>> {
  const object = statement.read('object', XapiObject);
  const { id } = object;
  if (id === undefined) throw badRequest('object.id is required');
  const ids = serviceIds(state, object.extensions, 'object.extensions');
  const typeUri = `${state.xapi.base}/objects/`;
  if (id.startsWith(typeUri)) {
    const kind = kindNamed(id.slice(typeUri.length).split(/[/?#]/)[0] ?? '', 'object.id');
    if (ids[kind] === undefined) {
      throw badRequest(`object.extensions must contain ${state.xapi.apiIdBase}/${kind}`);
    }
  } else if (Object.keys(ids).length === 0) {
    throw badRequest("object.extensions must contain the object's ID under its extension ID URI");
  }
  return ids;
}

/** Rules 4 and 6: the service's own extensions must name a known kind and an existing resource; others are ignored. */
function serviceIds(
  state: State,
  extensions: Record<string, unknown> = {},
  where: string,
): Partial<Record<XapiKind, string>> {
  const prefix = `${state.xapi.apiIdBase}/`;
  const ids: Partial<Record<XapiKind, string>> = {};
  for (const [uri, value] of Object.entries(extensions)) {
    if (!uri.startsWith(prefix)) continue;
    const kind = kindNamed(uri.slice(prefix.length), where);
    if (typeof value !== 'string' || value === '')
      throw badRequest(`${kind} in ${where} must be a non-empty string`);
    found(LOOKUPS[kind](state, value), `${where}: ${kind}`);
    ids[kind] = value;
  }
  return ids;
}

function kindNamed(name: string, where: string): XapiKind {
  const kind = XAPI_KINDS.find((candidate) => candidate === name);
  if (!kind) throw badRequest(`${where} must name one of the kinds ${XAPI_KINDS.join(', ')}`);
  return kind;
}

const LOOKUPS: Readonly<Record<XapiKind, (state: State, id: string) => unknown>> = {
  course: ({ courses }, id) => courses.get(id),
  lesson: ({ lessons }, id) => lessons.get(id),
  objective: findObjective,
  badge: ({ badges }, id) => badges.get(id),
  student: findEnrollment,
  'education-class': ({ classes }, id) => classes.get(id),
  user: ({ users }, id) => users.get(id),
  'lesson-result': (_state, id) => id,
};

const Score = Type.Object({ scaled: Type.Optional(Type.Number()), raw: Type.Optional(Type.Number()) });

function scoreOf(result: Record<string, unknown> | undefined): number | null {
  if (result?.score === undefined) return null;
  if (!Check(Score, result.score))
    throw badRequest('result.score.scaled and result.score.raw must be numbers');
  const { scaled, raw } = result.score;
  return scaled === undefined ? (raw ?? null) : Math.round(scaled * 100);
}

/** The contract documents any string, the xAPI specification a time. */
function timestampOf(statement: Values): string | undefined {
  const timestamp = statement.optionalText('timestamp');
  if (timestamp !== undefined && !Check(DateString, timestamp))
    throw badRequest('timestamp must be a time in ISO 8601');
  return timestamp;
}
