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
 * @property {string | null} sender the identity that ran it, as in `as Student`
 * @property {string} folder of a saved operation; empty: none
 */

/** All entries, newest first. */
export const entries = () => {
  const stored = readStored(KEY);
  return Array.isArray(stored) ? stored : [];
};

/**
 * Adds an entry. It replaces the one with its ID, and equal ones of the same kind.
 * @param folder omitted: that of the entry that it replaces
 * @returns the entry, or null if there is no content
 */
export function record({
  id = Math.random().toString(36).slice(2),
  kind,
  title,
  document,
  variables,
  headers = '',
  sender = null,
  folder,
}) {
  if (document.trim() === '') return null;
  const isReplaced = (other) =>
    other.kind === kind &&
    (other.id === id || (other.document === document && other.variables === variables));
  const all = entries();
  const entry = {
    id,
    at: Date.now(),
    kind,
    title,
    document,
    variables,
    headers,
    sender,
    folder: folder ?? all.find(isReplaced)?.folder ?? '',
  };
  write([entry, ...all.filter((other) => !isReplaced(other))]);
  return entry;
}

export const remove = (id) => write(entries().filter((entry) => entry.id !== id));

/** Removes all that is not saved. */
export const clear = () => write(entries().filter(({ kind }) => kind === 'saved'));

/** Remembers all entries as they are. @returns what restores them */
export function checkpoint() {
  const before = entries();
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
