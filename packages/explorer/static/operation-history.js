// Operations that were run, closed or saved, in the browser's storage, for all windows.
import { readStored, store } from './storage.js';

const KEY = 'gateway.explorer.history';
const MOST = 200;
/** Characters. */
const LONGEST = 1_000_000;

/**
 * An entry.
 * @typedef {object} Entry
 * @property {string} id
 * @property {number} at milliseconds
 * @property {'run' | 'closed' | 'saved'} kind
 * @property {string} title
 * @property {string} document
 * @property {string} variables
 * @property {string} headers empty unless a tab was closed: a run keeps none, because they may hold a credential
 * @property {string | null} identity the name of who ran it
 */

/** All entries, newest first. */
export const entries = () => {
  const stored = readStored(KEY);
  return Array.isArray(stored) ? stored : [];
};

/** Adds an entry. It replaces an equal one of the same kind. */
export function record({ kind, title, document, variables, headers = '', identity = null }) {
  if (document.trim() === '') return;
  const entry = {
    id: Math.random().toString(36).slice(2),
    at: Date.now(),
    kind,
    title,
    document,
    variables,
    headers,
    identity,
  };
  const isEqual = (other) =>
    other.kind === kind && other.document === document && other.variables === variables;
  write([entry, ...entries().filter((other) => !isEqual(other))]);
}

export const remove = (id) => write(entries().filter((entry) => entry.id !== id));

/** Removes all that is not saved. @returns what undoes it */
export function clear() {
  const before = entries();
  write(before.filter(({ kind }) => kind === 'saved'));
  return () => write(before);
}

/** Saved entries stay; of the others, the oldest go first. */
function write(all) {
  const saved = all.filter(({ kind }) => kind === 'saved');
  const others = all.filter(({ kind }) => kind !== 'saved').slice(0, MOST);
  const sorted = () => [...saved, ...others].sort((one, other) => other.at - one.at);
  while (others.length > 0 && JSON.stringify(sorted()).length > LONGEST) others.splice(-10);
  store(KEY, sorted());
}
