import { isRecord, type Json } from './json.ts';

/** Members that hold the whole response. */
const WRAPPERS = ['data', 'result', 'results', 'response', 'payload', 'body'];
/** Members that may be beside it. */
const BESIDE = /^(success|ok|status|code|message|error|errors|meta)$/i;

/** A response without its wrappers. */
export interface Unwrapped {
  value: unknown;
  /** The members it was under, outermost first. */
  under: readonly string[];
}

/** Removes the wrappers of a response. @param isDocumented whether a member belongs to the response itself. */
export function unwrapped(json: unknown, isDocumented: (name: string) => boolean = () => false): Unwrapped {
  const under: string[] = [];
  let value = json;
  for (;;) {
    const name = wrapperOf(value, isDocumented);
    if (name === null || !isRecord(value)) return { value, under };
    under.push(name);
    value = value[name];
  }
}

function wrapperOf(value: unknown, isDocumented: (name: string) => boolean): string | null {
  if (!isRecord(value)) return null;
  const [name, ...others] = Object.keys(value).filter((one) => !BESIDE.test(one));
  return name !== undefined && others.length === 0 && WRAPPERS.includes(name) && !isDocumented(name)
    ? name
    : null;
}

/** The list in a record without other members. Null: it has other members. */
export function onlyListOf(value: unknown): { name: string; list: unknown[] } | null {
  if (!isRecord(value)) return null;
  const [[name, list] = [], ...others] = Object.entries(value).filter(([one]) => !BESIDE.test(one));
  return name !== undefined && others.length === 0 && Array.isArray(list) ? { name, list } : null;
}

const LIST_KEYS = ['docs', 'data', 'items', 'results'];

/** The records of a list: bare, under one of the usual keys, or alone under any. */
export function recordsIn(json: unknown): Json[] {
  const lists = [json, ...LIST_KEYS.map((name) => (isRecord(json) ? json[name] : undefined))];
  const list = lists.find((candidate) => Array.isArray(candidate)) ?? onlyListOf(json)?.list;
  return (list ?? []).filter(isRecord);
}
