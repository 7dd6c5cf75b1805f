import { isRecord } from '../lib/is-record.ts';
import { NothingThere, PlatformRefusal, UnexpectedShape } from './body.ts';
import { toFlag } from './values.ts';

/*
 * The envelope of a response: what surrounds a record or a list that the contract does not show in full. One rule for all
 * routes: docs/decisions/where-the-contract-is-silent.md
 */

/** Usual names of the list in a paged response. */
export const LIST_KEYS = ['docs', 'data', 'items', 'results'] as const;
/** Names of members that contain a result of any kind. */
const WRAPPERS = [
  ...LIST_KEYS,
  'result',
  'response',
  'payload',
  'body',
  'content',
  'records',
  'rows',
  'list',
];
/** Levels of wrappers around a result. */
const DEPTH = 4;

/** Flags and descriptions of an outcome. */
const FLAGS = ['success', 'ok', 'valid'] as const;
const FAILURES = ['error', 'errors'] as const;
export const OUTCOMES = [...FLAGS, ...FAILURES, 'status'] as const;
const isOutcome = (name: string): boolean => OUTCOMES.some((outcome) => outcome === name);
/** Values of `status` in a response that states its outcome there. */
const FAILED: readonly unknown[] = ['error', 'fail', 'failed', 'failure'];

/** What a route reads, as far as it shows in the envelope. */
export interface Subject {
  /** Names of a member that contains it: its noun. */
  readonly names: readonly string[];
  /** The contract's own members: none of them states an outcome. */
  readonly members: object;
}

/** A result, and the members beside it at every level. */
export interface Located<Value> {
  value: Value;
  beside: Record<string, unknown>;
}

/** Whether a member describes a failure. An empty value describes none. */
const describesFailure = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);

/** Whether a response says that the request was not fulfilled. */
function saysNo(json: unknown, { members }: Pick<Subject, 'members'>): boolean {
  if (json === false) return true;
  if (!isRecord(json)) return false;
  const states = (name: string): boolean => name in json && !Object.hasOwn(members, name);
  return (
    FLAGS.some((name) => states(name) && toFlag(json[name]) === false) ||
    FAILURES.some((name) => states(name) && describesFailure(json[name])) ||
    (states('status') && FAILED.includes(json.status))
  );
}

/** @throws PlatformRefusal if a response says that the request was not fulfilled. */
export function requireFulfilled(json: unknown, subject: Pick<Subject, 'members'>): void {
  if (saysNo(json, subject)) throw new PlatformRefusal('refused');
}

/** The same for a response that contains no record: its wrappers may say so as well. */
export function requireAccepted(json: unknown, subject: Pick<Subject, 'members'>, depth = 0): void {
  requireFulfilled(json, subject);
  if (!isRecord(json) || depth === DEPTH) return;
  for (const name of WRAPPERS)
    if (isRecord(json[name]) && !Object.hasOwn(subject.members, name))
      requireAccepted(json[name], subject, depth + 1);
}

/**
 * Finds the result in a response: the response itself, or what is in a wrapper. A member whose name says so is one, as is the
 * only object (or list, if a list is wanted) in an object that has none of the subject's own members.
 * @returns null if it is not found.
 * @throws PlatformRefusal if a wrapper says that the request was not fulfilled. @throws NothingThere if it contains null.
 */
export function locate<Value>(
  json: unknown,
  isWanted: (value: unknown) => value is Value,
  subject: Subject,
  beside: Record<string, unknown> = {},
  depth = 0,
): Located<Value> | null {
  if (isWanted(json)) return { value: json, beside };
  if (json === null) throw new NothingThere('null');
  requireFulfilled(json, subject);
  if (typeof json !== 'object' || depth === DEPTH) return null;
  const within = (inner: unknown, others: object): Located<Value> | null =>
    locate(inner, isWanted, subject, { ...beside, ...others }, depth + 1);
  // A list with one row contains one record.
  if (!isRecord(json)) return Array.isArray(json) && json.length === 1 ? within(json[0], {}) : null;
  const at = (name: string): Located<Value> | null => {
    const { [name]: inner, ...others } = json;
    return within(inner, others);
  };
  const isObject = (name: string): boolean => typeof json[name] === 'object' && json[name] !== null;
  const named = [...WRAPPERS, ...subject.names].filter((name) => name in json);
  // A member of the contract, such as the `result` of a statement, may be what is wanted, and contains nothing else.
  const stated =
    named.find((name) => isWanted(json[name])) ??
    named.find((name) => isObject(name) && !Object.hasOwn(subject.members, name));
  const found = stated === undefined ? null : at(stated);
  if (found) return found;
  if (stated === undefined && named.some((name) => json[name] === null)) throw new NothingThere('null');
  const members = Object.keys(json);
  if (members.some((name) => Object.hasOwn(subject.members, name))) return null;
  const objects = members.filter((name) => name !== stated && !isOutcome(name) && isObject(name));
  const wanted = objects.filter((name) => isWanted(json[name]));
  const [only, another] = wanted.length > 0 ? wanted : objects;
  if (only === undefined || another !== undefined) return null;
  // An empty list beside other objects may be anything.
  return objects.length > 1 && isEmpty(json[only]) ? null : at(only);
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** The list in a response. @throws UnexpectedShape if there is none. */
export function listIn(json: unknown, subject: Subject): Located<unknown[]> {
  const found = locate(json, Array.isArray, subject);
  if (found) return found;
  throw new UnexpectedShape('no list');
}

/**
 * Whether a response confirms what it was asked to check. Only a statement to the contrary denies it: beside that, the status of
 * the response counts.
 */
export function confirms(json: unknown, depth = 0): boolean {
  if (saysNo(json, { members: {} })) return false;
  if (!isRecord(json) || depth === DEPTH) return true;
  if (STATEMENTS.some((name) => toFlag(json[name]) === false)) return false;
  return WRAPPERS.every((name) => !(name in json) || confirms(json[name], depth + 1));
}

/** Further names of a flag that says whether a token or a session is valid. `active`: RFC 7662. */
const STATEMENTS = ['active', 'isValid', 'is_valid', 'isActive', 'authenticated'] as const;
