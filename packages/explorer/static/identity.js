// The visitor's identity: a choice among the demo identities, shared by all pages. A window keeps its own choice.
import { readStored, store } from './storage.js';

const KEY = 'gateway.identity';

/** The chosen one among these identities; null for nobody. The first one is preset. */
export function chosenIdentity(identities) {
  const id = readStored(KEY, 'sessionStorage') ?? readStored(KEY);
  if (id === '') return null;
  return identities.find((identity) => identity.id === id) ?? identities[0] ?? null;
}

/** @param id empty: nobody */
export function chooseIdentity(id) {
  store(KEY, id, 'sessionStorage');
  store(KEY, id);
}
