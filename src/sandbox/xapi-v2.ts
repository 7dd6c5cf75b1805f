import { Fields, isRecord } from './fields.ts';
import { findEnrollment } from './membership.ts';
import { badRequest, notFound } from './refusal.ts';
import type { User } from './school/user.ts';
import type { State } from './state.ts';
import type { XapiKind } from './xapi.ts';
import { XAPI_KINDS } from './xapi.ts';

/** What a version 2 statement says, once every rule held. */
export interface CheckedStatement {
  actor: User;
  verb: string;
  /** The service's own IDs, from `object.extensions` and `context.extensions`. */
  ids: Partial<Record<XapiKind, string>>;
  /** 0 to 100; null where the result has none. */
  score: number | null;
  /** ISO 8601, where the statement carries one. */
  timestamp: string | undefined;
}

/** Checks a statement against rules 1 to 6. Contract: xAPI, Version 2 rules. */
export function checkStatement(state: State, statement: Fields): CheckedStatement {
  const actor = actorOf(state, statement);
  const verb = verbOf(state, statement);
  const objectIds = objectIdsOf(state, statement);
  const context = statement.optionalRecord('context');
  statement.optionalRecord('authority');
  return {
    actor,
    verb,
    ids: { ...serviceIds(state, context?.extensions, 'context.extensions'), ...objectIds },
    score: scoreOf(statement.optionalRecord('result')),
    timestamp: statement.optionalDate('timestamp') === undefined ? undefined : statement.text('timestamp'),
  };
}

/** Rule 1. A user's account name is the handle. */
function actorOf(state: State, statement: Fields): User {
  const account = inner(statement.record('actor'), 'account', 'actor.account');
  if (account.homePage !== state.xapi.homePage) {
    throw badRequest(`actor.account.homePage must be ${state.xapi.homePage}`);
  }
  const name = account.name;
  if (typeof name !== 'string') throw badRequest('actor.account.name is required');
  const actor = [...state.users.values()].find((user) => user.handle === name);
  if (!actor) throw notFound('actor.account.name names no user');
  return actor;
}

/** Rule 2. */
function verbOf(state: State, statement: Fields): string {
  const { id } = statement.record('verb');
  if (typeof id !== 'string') throw badRequest('verb.id is required');
  if (!state.xapi.verbs.includes(id)) throw badRequest('verb.id is not in the list of allowed verbs');
  return id;
}

/** Rules 3 and 5. */
function objectIdsOf(state: State, statement: Fields): Partial<Record<XapiKind, string>> {
  const object = statement.record('object');
  const { id } = object;
  if (typeof id !== 'string' || !URL.canParse(id)) throw badRequest('object.id must be a URI');
  const ids = serviceIds(state, object.extensions, 'object.extensions');
  const typeUri = `${state.xapi.base}/objects/`;
  if (id.startsWith(typeUri)) {
    const kind = kindNamed(id.slice(typeUri.length).split(/[/?#]/)[0] ?? '', 'object.id');
    if (ids[kind] === undefined) {
      throw badRequest(`object.extensions must carry ${state.xapi.apiIdBase}/${kind}`);
    }
  } else if (Object.keys(ids).length === 0) {
    throw badRequest("object.extensions must carry the object's ID under its extension ID URI");
  }
  return ids;
}

/** Rules 4 and 6: extensions of other systems pass, the service's own must name a kind and an existing thing. */
function serviceIds(state: State, extensions: unknown, where: string): Partial<Record<XapiKind, string>> {
  if (extensions === undefined) return {};
  if (!isRecord(extensions)) throw badRequest(`${where} must be an object`);
  const prefix = `${state.xapi.apiIdBase}/`;
  const ids: Partial<Record<XapiKind, string>> = {};
  for (const [uri, value] of Object.entries(extensions)) {
    if (!uri.startsWith(prefix)) continue;
    const kind = kindNamed(uri.slice(prefix.length), where);
    if (typeof value !== 'string' || value === '')
      throw badRequest(`${where} must carry ${kind} as a string`);
    if (!exists(state, kind, value)) throw notFound(`${where} names a ${kind} that does not exist`);
    ids[kind] = value;
  }
  return ids;
}

function kindNamed(name: string, where: string): XapiKind {
  const kind = XAPI_KINDS.find((candidate) => candidate === name);
  if (!kind) throw badRequest(`${where} names a kind other than ${XAPI_KINDS.join(', ')}`);
  return kind;
}

function exists(state: State, kind: XapiKind, id: string): boolean {
  switch (kind) {
    case 'course':
      return state.courses.has(id);
    case 'lesson':
      return state.lessons.has(id);
    case 'objective':
      return [...state.courses.values()].some(({ objectives }) =>
        objectives.some(({ objectiveId }) => objectiveId === id),
      );
    case 'badge':
      return state.badges.has(id);
    case 'student':
      return findEnrollment(state, id) !== undefined;
    case 'education-class':
      return state.classes.has(id);
    case 'user':
      return state.users.has(id);
    case 'lesson-result':
      return true;
  }
}

function scoreOf(result: Record<string, unknown> | undefined): number | null {
  if (result?.score === undefined) return null;
  const score = new Fields(Object.entries(inner(result, 'score', 'result.score')));
  if (score.has('scaled')) return Math.round(score.number('scaled') * 100);
  return score.has('raw') ? score.number('raw') : null;
}

function inner(record: Record<string, unknown>, name: string, path: string): Record<string, unknown> {
  const value = record[name];
  if (!isRecord(value)) throw badRequest(`${path} must be an object`);
  return value;
}
