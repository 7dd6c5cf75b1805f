import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { parseJson } from '../conformance/json.ts';
import { XAPI_KINDS } from '../contract/facts.ts';
import { DateString, XapiV1Object } from '../contract/resources.ts';
import type { ValuesOf } from '../contract/routes.ts';
import { findEnrollment } from './membership.ts';
import { badRequest, found } from './refusal.ts';
import type { User } from './school.ts';
import { findObjective, type State } from './state.ts';

/** The kinds in object type URIs and extension ID URIs. Contract: xAPI, version 2 rules 5 and 6. */
type XapiKind = (typeof XAPI_KINDS)[number];

/** The service's own IDs in a statement. */
type Ids = Partial<Record<XapiKind, string>>;

/** A valid statement. */
export interface CheckedStatement {
  actor: User;
  verb: string;
  ids: Ids;
  /** 0 to 100. Null: the result has none. */
  score: number | null;
  /** ISO 8601. Undefined: the statement has none. */
  timestamp: string | undefined;
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

/** Checks a statement against rules 1 to 6. Contract: xAPI, Version 2 rules. */
export function checkStatement(state: State, values: ValuesOf<'recordStatement'>): CheckedStatement {
  const actor = actorOf(state, values.actor);
  if (!state.xapi.verbs.includes(values.verb.id))
    throw badRequest('verb.id is not in the list of allowed verbs');
  const objectIds = objectIdsOf(state, values.object);
  // The contract documents any string, the xAPI specification a time.
  if (values.timestamp !== undefined && !Check(DateString, values.timestamp))
    throw badRequest('timestamp must be a time in ISO 8601');
  return {
    actor,
    verb: values.verb.id,
    ids: { ...serviceIds(state, values.context?.extensions, 'context.extensions'), ...objectIds },
    score: scoreOf(values.result),
    timestamp: values.timestamp,
  };
}

type Part<Name extends 'actor' | 'object'> = ValuesOf<'recordStatement'>[Name];

/** Rule 1. A user's account name is the handle. */
function actorOf(state: State, { account }: Part<'actor'>): User {
  if (account.homePage !== state.xapi.homePage) {
    throw badRequest(`actor.account.homePage must be ${state.xapi.homePage}`);
  }
  return found(
    [...state.users.values()].find((user) => user.handle === account.name),
    'actor.account.name: user',
  );
}

/** Rules 3 and 5. */
function objectIdsOf(state: State, { id, extensions }: Part<'object'>): Ids {
  if (id === undefined) throw badRequest('object.id is required');
  const ids = serviceIds(state, extensions, 'object.extensions');
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
function serviceIds(state: State, extensions: Record<string, unknown> = {}, where: string): Ids {
  const prefix = `${state.xapi.apiIdBase}/`;
  const ids: Ids = {};
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

const Score = Type.Object({ scaled: Type.Optional(Type.Number()), raw: Type.Optional(Type.Number()) });

function scoreOf(result: Record<string, unknown> | undefined): number | null {
  if (result?.score === undefined) return null;
  if (!Check(Score, result.score))
    throw badRequest('result.score.scaled and result.score.raw must be numbers');
  const { scaled, raw } = result.score;
  return scaled === undefined ? (raw ?? null) : Math.round(scaled * 100);
}

/** The indexing keys of a version 1 object that hold the ID of a resource. */
const KEYS = [
  ['lessonId', 'lesson'],
  ['classId', 'education-class'],
  ['studentId', 'student'],
  ['objectiveId', 'objective'],
] as const;
/** Their values may be text: the contract does not state the type of the flags. */
const FLAGS = ['error', 'assist', 'safety', 'knowledge'] as const;

/** Checks the references in the parameters and in the indexing keys of `object`. Contract: xAPI, Version 1 rules. */
export function checkActivity(state: State, values: ValuesOf<'recordActivity'>): CheckedStatement {
  const actor = found(state.users.get(values.actor), 'actor: user');
  const object = objectOf(values.object);
  const ids: Ids = {};
  for (const [key, kind] of KEYS) {
    const id = object[key];
    if (id === undefined) continue;
    found(LOOKUPS[kind](state, id), `object.${key}: ${kind}`);
    ids[kind] = id;
  }
  const { questionText, questionIndex = questionText, lessonId } = object;
  if (questionIndex !== undefined && lessonId === undefined)
    throw badRequest('object.lessonId is required with questionText and questionIndex');
  const wrong = FLAGS.find((flag) => !/^(true|false|undefined)$/.test(String(object[flag])));
  if (wrong) throw badRequest(`object.${wrong} must be true or false`);
  return { actor, verb: values.verb, ids, score: null, timestamp: values.timestamp };
}

/** The object, sent as JSON or as JSON in a string. */
function objectOf(sent: unknown): Static<typeof XapiV1Object> {
  const parsed = typeof sent === 'string' ? parseJson(sent) : { json: sent };
  if (!parsed) throw badRequest('object must be JSON');
  if (!Check(XapiV1Object, parsed.json))
    throw badRequest('object must be a JSON object whose documented keys have their documented types');
  return parsed.json;
}
