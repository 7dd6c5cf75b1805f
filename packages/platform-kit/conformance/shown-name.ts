import { isRecord } from './json.ts';

/** Replaces a member name that might be a value: some objects are keyed by an ID, a handle or an address. */
const HIDDEN_NAME = '<name withheld>';

/** The usual form of member names: letters, then at most two digits. */
export const MEMBER_NAME = /^[a-z_$][a-z_$]{0,39}\d{0,2}$/i;

/** An object with more undocumented members is taken to be keyed by values. */
const MANY = 15;

/**
 * Printable names of undocumented members: a name is withheld unless it has the usual form and appears nowhere in the
 * response as a text.
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
