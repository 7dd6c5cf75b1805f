import { WRITES } from './generated/graph-facts.ts';

/** The request header with the key of a write (IETF draft `idempotency-key-header`). */
export const IDEMPOTENCY_KEY = 'idempotency-key';

/** A key for one action of the user. React Native, and pages without TLS, have no `randomUUID`. */
export const newKey = (): string =>
  globalThis.crypto?.randomUUID?.() ?? [1, 2, 3].map(() => Math.random().toString(36).slice(2)).join('-');

/**
 * The field of a mutation whose key the header carries. Null: the document is no mutation, has several fields, takes no key,
 * or passes one itself.
 * @param text of the document.
 */
export function keyedField(text: string): string | null {
  const selected = rootSelectionOf(text);
  if (/\.\.\.|@idempotent\b/.test(selected)) return null;
  // Only names remain without aliases, directives and meta fields.
  const [field, ...others] = selected.replace(/\w+\s*:|@\s*\w+|\b__\w+/g, ' ').match(/\w+/g) ?? [];
  return others.length === 0 && field !== undefined && Object.hasOwn(WRITES, field) ? field : null;
}

/** The root selections of a document's mutations, without arguments and nested selections. */
function rootSelectionOf(text: string): string {
  let selected = '';
  let depth = 0;
  let isMutation = false;
  for (const part of text
    .replace(STRINGS_AND_COMMENTS, '')
    .replace(/\([^)]*\)/g, ' ')
    .split(/([{}])/)) {
    if (part === '{') depth += 1;
    else if (part === '}') depth -= 1;
    else if (depth === 0) isMutation = /^[\s,]*mutation\b/.test(part);
    else if (depth === 1 && isMutation) selected += ` ${part}`;
  }
  return selected;
}

const STRINGS_AND_COMMENTS = /"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n])*"|#.*/g;
