import { isRecord } from './json.ts';

/** Stands for a member name that may be a value: objects are sometimes keyed by an ID, a handle or an address. */
const HIDDEN_NAME = '<name withheld>';

/** What programmers name members: letters, and perhaps a number at the end. */
const MEMBER_NAME = /^[a-z_$][a-z_$]{0,39}\d{0,2}$/i;

/** More undocumented members than this in one object: it is keyed by values. */
const MANY = 15;

/**
 * The undocumented members of an object, each under a name that is fit to print: one of an ordinary form that is no
 * text in the response.
 */
export function shownNames(names: readonly string[], textsOfResponse: ReadonlySet<string>): string[] {
  const isMap = names.length > MANY;
  return names.map((name) =>
    !isMap && MEMBER_NAME.test(name) && !textsOfResponse.has(name.toLowerCase()) ? name : HIDDEN_NAME,
  );
}

/** Every text in a JSON value, in lower case. */
export function textsIn(value: unknown, texts = new Set<string>()): ReadonlySet<string> {
  if (typeof value === 'string') texts.add(value.toLowerCase());
  else if (Array.isArray(value)) for (const item of value) textsIn(item, texts);
  else if (isRecord(value)) for (const item of Object.values(value)) textsIn(item, texts);
  return texts;
}
